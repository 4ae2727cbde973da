import { operatorChange } from "../api/change.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { parsePath } from "../schema/json-path.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { type Attempt, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { IMPORT_USER_AGENT, type InboundDelivery, newReceipt } from "./inbound-delivery.rules.ts";
import { externalIdPaths, unusedPaths } from "./inbound-lead.rules.ts";
import { type Delivery, decideIngestion, ingestionReads } from "./ingest-delivery.ts";
import type { Source } from "./source.rules.ts";

/** The cells of a row by the names of their columns. */
export type Cells = Readonly<Record<string, string | readonly string[]>>;

type Import = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly source: Source;
  /** True to decide alone: nothing is written. */
  readonly isPreview: boolean;
};

/** A row as a delivery, and the columns that its source does not use. */
export type ImportedRow = { readonly delivery: InboundDelivery; readonly unusedColumns: readonly string[] };

/**
 * Makes a row of a list a delivery of a source, by the operator, with all that this means: mapping, deduplication,
 * rejection, and a replay later on.
 */
export const importRow = (context: Import, row: Cells): Promise<ImportedRow> => {
  const { table, firmId, source, isPreview } = context;
  const body = new TextEncoder().encode(JSON.stringify(row));
  const headers = { "content-type": "application/json", "user-agent": IMPORT_USER_AGENT };
  return retryReads(async (attempt) => {
    const records = await readRecords(
      table,
      ingestionReads(firmId, source.id, readsFirst(attempt, isPreview)),
    );
    const nowMilliseconds = Date.now();
    const newId = newRecordId(nowMilliseconds);
    const delivery: Delivery = {
      ...{ firmId, sourceId: source.id, newId, nowMilliseconds, replayed: null },
      change: operatorChange(nowMilliseconds),
      receiptFor: (stored) => newReceipt({ id: newId, body, headers }, stored),
    };
    const { answer, writes } = await decideIngestion(records, delivery, (refs) => readRecords(table, refs));
    if (!isPreview) await commit(table, writes ?? []);
    return { delivery: answer.delivery, unusedColumns: unusedPaths({ json: row }, answer) };
  });
};

/** A preview reads what is known of the external id, which a write would meet. */
const readsFirst = (attempt: Attempt, isPreview: boolean): Attempt =>
  isPreview ? { ...attempt, isFirst: false } : attempt;

/** Returns the first column in which a source looks for the external id; null if it looks in none. */
export const externalIdColumn = (source: Source): string | null => {
  for (const path of externalIdPaths(source)) {
    const [step, ...deeper] = parsePath(path) ?? [];
    if (step && "key" in step && deeper.length === 0) return step.key;
  }
  return null;
};
