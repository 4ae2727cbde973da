import type { Actor } from "../api/actor.ts";
import { AppError } from "../api/app-error.ts";
import { countOutcomes } from "../api/count-outcomes.ts";
import type { Claim } from "../api/idempotency-store.ts";
import { newChange } from "../api/new-change.ts";
import { type CreateOutcome, type IdempotentResult, runIdempotently } from "../api/run-idempotently.ts";
import type { Violation } from "../api/schema/violations.ts";
import { dataChange, dataViolations } from "../firm/custom-data.rules.ts";
import { acceptingStages, type FirmSettings, firstOpenStage } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { assigneeViolations, type Member } from "../members/member.rules.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord, leadStore } from "./lead.store.ts";
import type { NewLead } from "./lead-bodies.contract.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

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
