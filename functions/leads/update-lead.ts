import { notFound } from "../../shared/contract/app-error.ts";
import { updateLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { leadChangeViolations, updateLead as update } from "../../shared/operations/leads/update-lead.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { leadRecord } from "../../shared/storage/leads/lead-store.ts";
import { namedMemberRecord } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(
  updateLead,
  table,
  async ({ firmId, params, json, body, nowMilliseconds }) => {
    const { lead, settings, assignee } = await readRecords(table, {
      lead: leadRecord(firmId, params.id),
      settings: settingsRecord(firmId),
      assignee: namedMemberRecord(firmId, json.assignee_id),
    });
    if (lead === null) throw notFound("lead");
    const changes = body(leadChangeViolations(json, { lead, settings, assignee }));
    const updated = await update(table, { firmId, lead }, changes, { settings, nowMilliseconds });
    return { body: leadResource(updated, settings) };
  },
);
