import { parseKey, type StoredKey } from "../api/keys/key-store.ts";
import { apiKeyRecordKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { scanTable } from "../table/walk-items.ts";

/**
 * The API and ingestion keys of all firms that end in these four characters. No index has them, because only the operator
 * asks so: this reads the whole table.
 */
export async function* scanKeysEndingIn(
  table: Table,
  lastFour: string,
  onScanned: (items: number) => void,
): AsyncGenerator<StoredKey> {
  const filter = {
    expression: "sk = :key AND lastFour = :lastFour",
    values: { ":key": apiKeyRecordKey("").sk, ":lastFour": lastFour },
  };
  let scanned = 0;
  for await (const page of scanTable(table, { filter })) {
    yield* page.items.map(parseKey);
    scanned += page.scanned;
    onScanned(scanned);
  }
}
