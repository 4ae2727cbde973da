import { createLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/lead-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createLead as create, newLeadViolations } from "../../shared/operations/create-lead.ts";
import { once } from "../../shared/operations/once.ts";
import { settingsRecord } from "../../shared/storage/firm-store.ts";
import { leadRecord } from "../../shared/storage/lead-store.ts";
import { namedMemberRecord } from "../../shared/storage/member-store.ts";
import { readTogether } from "../../shared/storage/read-together.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(createLead, table, async ({ firmId, json, body, claim, nowMilliseconds }) => {
  const { settings, assignee } = await readTogether(table, {
    settings: settingsRecord(firmId),
    assignee: namedMemberRecord(firmId, json.assignee_id),
  });
  const recordOf = (id: string) => leadRecord(firmId, id);
  const { record, replayed } = await once(table, firmId, { claim, recordOf }, async () => {
    const newLead = body(newLeadViolations(json, settings, assignee));
    return create(table, firmId, newLead, { settings, claim, nowMilliseconds });
  });
  return { body: leadResource(record, settings), replayed };
});
