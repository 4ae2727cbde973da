import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { FirmId } from "../table/firm-id.ts";
import { FIRM_KEY_PREFIX, linkPartition, SOURCE_PREFIX, settingsPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";

const pointerItem = lazy(() => z.object({ sha256: z.string() }));
const sourceItem = lazy(() => z.object({ keys: z.array(z.object({ sha256: z.string() })) }));

/** The hash of each API key of the firm, then of each ingestion key and of each link, expired ones included. */
export async function* walkKeyHashes(table: Table, firm: FirmId): AsyncGenerator<string> {
  const pk = settingsPartition(firm);
  yield* walkPointers(table, { pk, sortPrefix: FIRM_KEY_PREFIX });
  const sources = { pk, sortPrefix: SOURCE_PREFIX, attributes: ["keys"] };
  for await (const items of walkPartition(table, sources)) {
    const keys = items.flatMap((item) => sourceItem().parse(item).keys);
    for (const { sha256 } of keys) yield sha256;
  }
  yield* walkPointers(table, { pk: linkPartition(firm) });
}

async function* walkPointers(
  table: Table,
  partition: { readonly pk: string; readonly sortPrefix?: string },
): AsyncGenerator<string> {
  for await (const items of walkPartition(table, { ...partition, attributes: ["sha256"] })) {
    for (const item of items) yield pointerItem().parse(item).sha256;
  }
}
