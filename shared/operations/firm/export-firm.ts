import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { scanFirm } from "../../storage/firm/firm-items.ts";
import { listSourceSecrets } from "../../storage/sources/walk-sources.ts";
import { type ExportedRecord, exportedRecord } from "./exported-record.ts";

/** Every record of the firm, in no order and without secrets, a page of the table at a time. */
export async function* exportFirm(
  table: Table,
  firm: FirmId,
): AsyncGenerator<{ readonly records: ExportedRecord[]; readonly scanned: number }> {
  const secrets = await listSourceSecrets(table, firm);
  for await (const { items, scanned } of scanFirm(table, firm)) {
    yield { records: items.map((item) => exportedRecord(item, secrets)), scanned };
  }
}
