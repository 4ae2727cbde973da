import { notFound, requireFound } from "../../contract/app-error.ts";
import { type LeadChanges, stageKeyInput } from "../../contract/lead-bodies.ts";
import { isBlank } from "../../contract/schema/text.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { Actor } from "../../domain/events/actor.ts";
import { dataViolations } from "../../domain/firm/custom-data.ts";
import { acceptingStages, type FirmSettings, type Stage } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { leadChange } from "../../domain/leads/lead-changes.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import { assigneeViolations } from "../../domain/members/member.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadRecord, leadStore } from "../../storage/leads/lead-store.ts";
import { memberRecordFromBody } from "../../storage/members/member-store.ts";
import { newChange } from "../new-change.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => LeadChanges;
  readonly nowMilliseconds: number;
};

type Result = { readonly lead: Lead; readonly settings: FirmSettings };

/**
 * Changes the fields that differ; decides again when the lead has changed since it was read.
 * @throws AppError `not_found` or `invalid_request`
 */
export const updateLead = (table: Table, request: Request): Promise<Result> =>
  retryOnConflict(() => tryUpdate(table, request));

const tryUpdate = async (table: Table, request: Request): Promise<Result | "conflict"> => {
  const { firmId, params, json, body, nowMilliseconds } = request;
  const { settings, assignee, ...read } = await readRecords(table, {
    lead: leadRecord(firmId, params.id),
    settings: settingsRecord(firmId),
    assignee: memberRecordFromBody(firmId, json.assignee_id),
  });
  const lead = requireFound("lead", read.lead);
  if (lead.erasure !== undefined) throw notFound("lead, or its personal data were erased");
  // What equals the stored value is no change, and valid whatever the settings say by now.
  const input = body([
    ...contactViolations(json, lead),
    ...stageViolations(json.status, lead, acceptingStages(settings, nowMilliseconds)),
    ...assigneeViolations(json.assignee_id, assignee, { stored: lead.assigneeId }),
    ...dataViolations(json.data, settings.leadFields, lead.data),
  ]);
  const phone =
    input.phone && input.phone !== lead.phone
      ? await normalizePhoneNumber(input.phone, settings.defaultCountry)
      : input.phone;
  const change = leadChange(lead, { ...input, phone }, settings);
  if (change === null) return { lead, settings };
  const changed = await leadStore(table).change(firmId, lead, change, newChange(request));
  return changed === "conflict" ? changed : { lead: changed, settings };
};

/** One contact method can be cleared as long as the other remains; a blank one where there is none is no change. */
const contactViolations = (json: Request["json"], lead: Lead): Violation[] => {
  const fields = ["email", "phone"] as const;
  const remains = (field: (typeof fields)[number]) =>
    json[field] === undefined ? lead[field] !== "" : !isCleared(json[field]);
  if (fields.some(remains)) return [];
  return fields.map((field) => ({
    field,
    message: "must not be blank when there is no other contact method",
  }));
};

const isCleared = (input: unknown) => input === null || (typeof input === "string" && isBlank(input));

const stageViolations = (input: unknown, { stage }: Lead, stages: readonly Stage[]): Violation[] => {
  const status = stageKeyInput(input);
  if (typeof status !== "string") return [];
  const wanted = status.trim();
  if (wanted === stage || stages.some(({ key }) => key === wanted)) return [];
  return [{ field: "status", message: `must be one of: ${stages.map(({ key }) => key).join(", ")}` }];
};
