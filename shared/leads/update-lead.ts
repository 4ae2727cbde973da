import type { Actor } from "../api/actor.ts";
import { notFound, requireFound } from "../api/app-error.ts";
import { newChange } from "../api/new-change.ts";
import { isBlank } from "../api/schema/text.ts";
import type { Violation } from "../api/schema/violations.ts";
import { dataViolations } from "../firm/custom-data.rules.ts";
import { acceptingStages, type FirmSettings, type Stage } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { assigneeViolations } from "../members/member.rules.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord, leadStore } from "./lead.store.ts";
import { type LeadChanges, stageKeyInput } from "./lead-bodies.contract.ts";
import { leadChange } from "./lead-changes.rules.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

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

/** A contact method cannot be blanked; a blank one where there is none is no change. */
const contactViolations = (json: Request["json"], lead: Lead): Violation[] =>
  (["email", "phone"] as const).flatMap((field) => {
    const input = json[field];
    const blanks = typeof input === "string" && isBlank(input) && lead[field] !== "";
    return blanks ? [{ field, message: "must not be blank" }] : [];
  });

const stageViolations = (input: unknown, { stage }: Lead, stages: readonly Stage[]): Violation[] => {
  const status = stageKeyInput(input);
  if (typeof status !== "string") return [];
  const wanted = status.trim();
  if (wanted === stage || stages.some(({ key }) => key === wanted)) return [];
  return [{ field: "status", message: `must be one of: ${stages.map(({ key }) => key).join(", ")}` }];
};
