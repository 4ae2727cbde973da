import { listSourceSecrets } from "../sources/walk-sources.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { type ExportedRecord, recordExporter } from "./exported-record.ts";
import { scanFirm } from "./firm-items.store.ts";

/** Every record of the firm, in no order and without secrets, a page of the table at a time. */
export async function* exportFirm(
  table: Table,
  firm: FirmId,
): AsyncGenerator<{ readonly records: ExportedRecord[]; readonly scanned: number }> {
  const exportRecord = recordExporter(firm, await listSourceSecrets(table, firm));
  for await (const { items, scanned } of scanFirm(table, firm)) {
    yield { records: items.map(exportRecord), scanned };
  }
}
