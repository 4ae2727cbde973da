import { ViewHeading } from "../parts.tsx";
import { t } from "../texts.ts";

export const View = () => <ViewHeading>{t().frame.inbox}</ViewHeading>;
