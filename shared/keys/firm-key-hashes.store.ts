import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { FirmId } from "../table/firm-id.ts";
import { FIRM_KEY_PREFIX, SOURCE_PREFIX, settingsPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";

const pointerItem = lazy(() => z.object({ sha256: z.string() }));
const sourceItem = lazy(() => z.object({ keys: z.array(z.object({ sha256: z.string() })) }));

/** The hash of each API key of the firm, then of each ingestion key, expired ones included. */
export async function* walkKeyHashes(table: Table, firm: FirmId): AsyncGenerator<string> {
  const pk = settingsPartition(firm);
  const pointers = { pk, sortPrefix: FIRM_KEY_PREFIX, attributes: ["sha256"] };
  for await (const items of walkPartition(table, pointers)) {
    for (const item of items) yield pointerItem().parse(item).sha256;
  }
  const sources = { pk, sortPrefix: SOURCE_PREFIX, attributes: ["keys"] };
  for await (const items of walkPartition(table, sources)) {
    const keys = items.flatMap((item) => sourceItem().parse(item).keys);
    for (const { sha256 } of keys) yield sha256;
  }
}
