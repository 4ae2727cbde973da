import { listSources } from "../sources/source.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { type ExportedRecord, recordExporter } from "./exported-record.ts";
import { scanFirm } from "./firm-items.store.ts";

/** Every record of the firm, in no order and without secrets, a page of the table at a time. */
export async function* exportFirm(
  table: Table,
  firm: FirmId,
): AsyncGenerator<{ readonly records: ExportedRecord[]; readonly scanned: number }> {
  const sources = await listSources(table, firm);
  const bodySecrets = sources.flatMap(({ id, bodySecret }) =>
    bodySecret ? [[id, bodySecret.value] as const] : [],
  );
  const exportRecord = recordExporter(firm, new Map(bodySecrets));
  for await (const { items, scanned } of scanFirm(table, firm)) {
    yield { records: items.map(exportRecord), scanned };
  }
}
