import { AppError } from "../../contract/app-error.ts";
import type { NewLead } from "../../contract/lead-bodies.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { Actor } from "../../domain/events/actor.ts";
import { dataChange, dataViolations } from "../../domain/firm/custom-data.ts";
import { acceptingStages, type FirmSettings, firstOpenStage } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import { assigneeViolations, type Member } from "../../domain/members/member.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import type { Claim } from "../../storage/idempotency-store.ts";
import { leadRecord, leadStore } from "../../storage/leads/lead-store.ts";
import { memberRecordFromBody } from "../../storage/members/member-store.ts";
import { countOutcomes } from "../count-outcomes.ts";
import { newChange } from "../new-change.ts";
import { type CreateOutcome, type IdempotentResult, runIdempotently } from "../run-idempotently.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewLead;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

/**
 * Creates a lead in the firm's first open stage, once for each idempotency key.
 * @throws AppError `invalid_request` or `no_open_stage`
 */
export const createLead = async (
  table: Table,
  request: Request,
): Promise<IdempotentResult<Lead> & { settings: FirmSettings }> => {
  const { firmId, json, body, claim, nowMilliseconds } = request;
  const { settings, assignee } = await readRecords(table, {
    settings: settingsRecord(firmId),
    assignee: memberRecordFromBody(firmId, json.assignee_id),
  });
  const create = async (): Promise<CreateOutcome<Lead>> => {
    const input = body(newLeadViolations(json, settings, assignee));
    const lead = await newLead(input, settings, nowMilliseconds);
    const prior = await leadStore(table).create(firmId, lead, newChange(request), claim);
    return prior === null ? { created: lead } : { prior };
  };
  const recordOf = (id: string) => leadRecord(firmId, id);
  const result = await countOutcomes(
    "Leads",
    () => runIdempotently(table, { firmId, claim, recordOf }, create),
    ({ replayed }) => (replayed ? "replayed" : "created"),
  );
  return { ...result, settings };
};

/**
 * A lead in the firm's first open stage.
 * @throws AppError `no_open_stage`, or `unavailable` while every open stage is about to be removed
 */
export const newLead = async (
  body: NewLead,
  settings: FirmSettings,
  nowMilliseconds: number,
): Promise<Lead> => {
  const stage = firstOpenStage(acceptingStages(settings, nowMilliseconds));
  if (stage === undefined) throw withoutOpenStage(settings);
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
    data: dataChange(body.data, settings.leadFields).set,
    revision: 1,
  };
};

const withoutOpenStage = ({ stages }: FirmSettings) =>
  firstOpenStage(stages)
    ? new AppError("unavailable", "The firm's stages are being replaced. Try again in a few seconds.")
    : new AppError("no_open_stage", "The firm has no open stage to put the lead in.");

/** Violations that only the firm's settings and members reveal. */
const newLeadViolations = (
  json: Readonly<Record<string, unknown>>,
  settings: FirmSettings,
  assignee: Member | null,
): Violation[] => [
  ...dataViolations(json.data, settings.leadFields),
  ...assigneeViolations(json.assignee_id, assignee),
];
