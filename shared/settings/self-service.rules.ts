import type { RecordOf } from "../schema/record-fields.ts";
import { selfServiceFields } from "./self-service.contract.ts";

export type SelfService = RecordOf<typeof selfServiceFields>;

export const NO_SELF_SERVICE: SelfService = selfServiceFields.initial;
