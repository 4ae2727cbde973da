import * as z from "zod/mini";
import { firmRateKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import { lazy } from "../schema/lazy.ts";
import { type RateWindow, type RateWindowStore, rateWindowStore } from "./rate-window.ts";

const windowItem = lazy(() =>
  z.object({
    requestsPerMinute: z.number(),
    permitsPerLease: z.number(),
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
  }),
);

/** The rate windows of firms, by their ids. Only a firm that has a limit across its keys has one. */
export const firmWindowStore = (table: Table): RateWindowStore<RateWindow> =>
  rateWindowStore(table, { keyOf: firmRateKey, parse: (item) => windowItem().parse(item) });
