import * as z from "zod/mini";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** A busy time of one of an attorney's calendars. */
export const busyTime = lazy(() =>
  z.object({ calendar: z.string(), start_at: instant(), end_at: instant() }),
);
