import { millisecondsInSecond } from "date-fns/constants";
import * as z from "zod";
import { sweepReminders } from "../../../shared/consultations/sweep-reminders.ts";
import { readKeys } from "../../../shared/keys/firm-key.store.ts";
import { createSource } from "../../../shared/sources/create-source.ts";
import { sha256 } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { addDemoRegister } from "./add-demo-conflicts.ts";
import { batchedTable } from "./batched-table.ts";
import { createDemoFirm } from "./create-demo-firm.ts";
import { FORM_SOURCE, LATE, TIME_ZONE } from "./demo-data.ts";
import { demoDates } from "./demo-dates.ts";
import { addExampleRecords } from "./demo-examples.ts";
import { redirectsTo } from "./demo-form.ts";
import { addDemoHistory } from "./demo-history.ts";
import { deliveriesOf, operationsOf } from "./demo-operations.ts";

const createdSource = z.object({ id: z.string(), ingestion_key: z.string() });

type Seed = {
  readonly baseUrl: string;
  readonly now: Date;
  /** Whether the firm also gets three months of leads. */
  readonly hasHistory: boolean;
};

/**
 * Creates the demo firm with the source of its form and the records of the documents' examples.
 * @returns its values, and what completes it once all of that is published
 */
export const seedDemoFirm = async (unbatched: Table, { baseUrl, now, hasHistory }: Seed) => {
  const table = batchedTable(unbatched);
  const { firmId, apiKey, memberIds } = await createDemoFirm(table, now.getTime(), hasHistory);
  const [key] = await readKeys(table, [sha256(apiKey)]);
  if (key === undefined) throw new Error("The demo firm lacks its key.");
  const caller = { table, firmId, key, now };
  const run = operationsOf(caller);
  const [source] = await Promise.all([
    run(createSource, { json: { ...FORM_SOURCE, ...redirectsTo(baseUrl) } }),
    addExampleRecords(run, table, firmId, key),
    addDemoRegister(run),
  ]);
  const { id: source_id, ingestion_key } = createdSource.parse(source);
  const [deliver, dates] = [deliveriesOf(caller), demoDates(now, TIME_ZONE)];
  const complete = hasHistory
    ? await addDemoHistory({ run, deliver, dates, memberIds, formSourceId: source_id })
    : async () => {};
  // One lead was late, and was handed over then: the sweep of the service finds nothing late.
  const lateAt = dates.ago(LATE).getTime() + millisecondsInSecond;
  await sweepReminders({ table, now: () => lateAt, wait: async () => {} });
  const firm = {
    firm_id: firmId,
    api_key: apiKey,
    attorney_id: memberIds.alex,
    manager_id: memberIds.nora,
    form: { source_id, ingestion_key, base_url: baseUrl },
  };
  return { firm, complete };
};
