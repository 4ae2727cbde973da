import { AppError, type Violation } from "../../contract/app-error.ts";
import type { NewLead } from "../../contract/leads.ts";
import { type FirmSettings, firstOpenStage } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { dataSizeViolations, leadDataChange, leadDataViolations } from "../../domain/leads/lead-data.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import { assigneeViolations, type Member } from "../../domain/members/member.ts";
import { changeAt, newRecordId } from "../../runtime/new-record-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import type { Claim } from "../../storage/idempotency-store.ts";
import { leadStore } from "../../storage/leads/lead-store.ts";
import type { Attempt } from "../run-idempotently.ts";

type Context = {
  readonly settings: FirmSettings;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

/**
 * Creates a lead in the firm's first open stage.
 * @throws AppError `no_open_stage`
 */
export const createLead = async (
  table: Table,
  firm: FirmId,
  body: NewLead,
  { settings, claim, nowMilliseconds }: Context,
): Promise<Attempt<Lead>> => {
  const change = changeAt(nowMilliseconds);
  const lead = await newLead(body, settings, nowMilliseconds);
  const prior = await leadStore(table).create(firm, lead, change, claim);
  return prior === null ? { made: lead } : { prior };
};

/**
 * A lead in the firm's first open stage.
 * @throws AppError `no_open_stage`
 */
export const newLead = async (
  body: NewLead,
  settings: FirmSettings,
  nowMilliseconds: number,
): Promise<Lead> => {
  const stage = firstOpenStage(settings);
  if (stage === undefined)
    throw new AppError("no_open_stage", "The firm has no open stage to put the lead in.");
  return {
    id: newRecordId(nowMilliseconds),
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    phone: await normalizePhoneNumber(body.phone, settings.defaultCountry),
    source: body.source,
    stage: stage.key,
    assigneeId: body.assignee_id,
    archived: false,
    lastActivityAt: new Date(nowMilliseconds).toISOString(),
    data: leadDataChange(body.data, settings.leadFields).set,
    revision: 1,
  };
};

/** What is wrong with a new lead that only the firm's own settings and members can tell. */
export const newLeadViolations = (
  json: Readonly<Record<string, unknown>>,
  settings: FirmSettings,
  assignee: Member | null,
): Violation[] => {
  const wrong = leadDataViolations(json.data, settings.leadFields);
  const large =
    wrong.length > 0 ? [] : dataSizeViolations(leadDataChange(json.data, settings.leadFields).set);
  return [...wrong, ...large, ...assigneeViolations(json.assignee_id, assignee)];
};
