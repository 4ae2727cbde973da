import type { Violation } from "../../contract/app-error.ts";
import type { LeadChanges } from "../../contract/leads.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { leadChange } from "../../domain/leads/lead-changes.ts";
import {
  dataSizeViolations,
  leadDataChange,
  leadDataViolations,
  mergedData,
} from "../../domain/leads/lead-data.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import { assigneeViolations, type Member } from "../../domain/members/member.ts";
import { changeAt } from "../../runtime/new-record-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { leadStore } from "../../storage/leads/lead-store.ts";

type Context = {
  readonly settings: FirmSettings;
  readonly nowMilliseconds: number;
};

/** Changes what differs from the lead as it stands; returns it as it is when nothing does. */
export const updateLead = async (
  table: Table,
  { firmId, lead }: { firmId: FirmId; lead: Lead },
  body: LeadChanges,
  { settings, nowMilliseconds }: Context,
): Promise<Lead> => {
  const phone = body.phone && (await normalizePhoneNumber(body.phone, settings.defaultCountry));
  const change = leadChange(lead, { ...body, phone }, settings);
  return change === null ? lead : leadStore(table).change(firmId, lead.id, change, changeAt(nowMilliseconds));
};

type SchedulingContext = {
  readonly lead: Lead;
  readonly settings: FirmSettings;
  readonly assignee: Member | null;
};

/** What is wrong with a change that only the lead and the firm's own settings and members can tell. */
export const leadChangeViolations = (
  json: Readonly<Record<string, unknown>>,
  { lead, settings, assignee }: SchedulingContext,
): Violation[] => [
  ...stageViolations(json.status, settings),
  ...assigneeViolations(json.assignee_id, assignee),
  ...dataViolations(json.data, lead, settings),
];

const stageViolations = (status: unknown, { stages }: FirmSettings): Violation[] => {
  if (typeof status !== "string" || stages.some(({ key }) => key === status.trim())) return [];
  return [{ field: "status", message: `must be one of: ${stages.map(({ key }) => key).join(", ")}` }];
};

const dataViolations = (data: unknown, lead: Lead, { leadFields }: FirmSettings): Violation[] => {
  const wrong = leadDataViolations(data, leadFields);
  return wrong.length > 0
    ? wrong
    : dataSizeViolations(mergedData(lead.data, leadDataChange(data, leadFields)));
};
