import { requireFound } from "../api/app-error.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { leadResource } from "../leads/lead.rules.ts";
import { newLead } from "../leads/new-lead.rules.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, readRecords, uncached } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import type { Table } from "../table/table.ts";
import { activeAssigneeId } from "./active-assignee-id.ts";
import { conditionOutcome } from "./conditions.rules.ts";
import { type InboundDelivery, type Rejection, replayReceipt } from "./inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "./inbound-delivery.store.ts";
import { inboundLead } from "./inbound-lead.rules.ts";
import { mappingViolations } from "./mapping-violations.rules.ts";
import { pathListViolations } from "./path-violations.rules.ts";
import { acceptedJson, receivedJson } from "./received-json.rules.ts";
import { toRejection } from "./rejection.rules.ts";
import type { Source } from "./source.rules.ts";
import { sourceRecord } from "./source.store.ts";
import type { PreviewRequest, PreviewResource } from "./source-preview.contract.ts";
import { unusedPaths } from "./unused-paths.rules.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => PreviewRequest;
  readonly nowMilliseconds: number;
};

/**
 * What a delivery would become if it were the first with its external id, by the stored source or by what the request
 * has instead. Writes nothing.
 * @throws AppError `not_found` or `invalid_request`
 */
export const previewInboundDelivery = async (table: Table, request: Request): Promise<PreviewResource> => {
  const { firmId, params, json, body, nowMilliseconds } = request;
  const { settings, delivery, ...read } = await readRecords(table, {
    source: sourceRecord(firmId, params.id),
    settings: uncached(settingsRecord(firmId)),
    delivery: deliveryRecordFromBody(request),
  });
  const stored = requireFound("source", read.source);
  const input = body([
    ...mappingViolations(json.mapping, settings.leadFields, stored.mapping),
    ...pathListViolations(json),
  ]);
  const source = withChanges(stored, input);
  const readPayload =
    input.delivery_id === undefined
      ? () => acceptedJson({ json: input.payload }, source)
      : storedPayload(requireFound("delivery", delivery), source);
  const assigneeId = await activeAssigneeId(table, firmId, source);
  const context = { source, settings, assigneeId, nowMilliseconds };
  try {
    return await previewPayload(readPayload(), context);
  } catch (refusal) {
    return {
      outcome: "rejected",
      lead: null,
      violations: violationsOf(toRejection(refusal)),
      unused_paths: [],
    };
  }
};

const deliveryRecordFromBody = ({
  firmId,
  params,
  json: { delivery_id: id },
  nowMilliseconds,
}: Request): RecordRef<InboundDelivery | null> =>
  recordFromBody(id, (uuid) =>
    inboundDeliveryRecord(firmId, { sourceId: params.id, id: uuid }, nowMilliseconds),
  );

const withChanges = (
  source: Source,
  { mapping, json_fields, accept_when, test_when }: PreviewRequest,
): Source => ({
  ...source,
  mapping: mapping ?? source.mapping,
  jsonFields: json_fields ?? source.jsonFields,
  acceptWhen: accept_when ?? source.acceptWhen,
  testWhen: test_when ?? source.testWhen,
});

/** Reads a stored delivery as a replay does. */
const storedPayload = (delivery: InboundDelivery, source: Source) => () =>
  receivedJson(replayReceipt(delivery.id, delivery), source);

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
  readonly assigneeId: string | null;
  readonly nowMilliseconds: number;
};

/** Conditions decide the outcome, but the lead and its violations are shown whatever they say. */
const previewPayload = async (json: unknown, context: Context): Promise<PreviewResource> => {
  const { source, settings } = context;
  const { lead, violations } = await previewLead(json, context);
  return {
    outcome: conditionOutcome(json, source) ?? (lead === null ? "rejected" : "created"),
    lead,
    violations,
    unused_paths: unusedPaths(json, source.mapping, settings.leadFields),
  };
};

const previewLead = async (
  json: unknown,
  context: Context,
): Promise<Pick<PreviewResource, "lead" | "violations">> => {
  const { settings, nowMilliseconds } = context;
  try {
    const { newLead: body } = inboundLead(json, context);
    if ("missing" in body) return { lead: null, violations: [...body.missing] };
    const resource = leadResource(
      await newLead(body, settings, { id: newRecordId(nowMilliseconds), nowMilliseconds }),
      settings,
    );
    const { id: _id, created_at: _createdAt, last_activity_at: _lastActivityAt, ...lead } = resource;
    return { lead, violations: [] };
  } catch (refusal) {
    return { lead: null, violations: violationsOf(toRejection(refusal)) };
  }
};

/** A rejection without violations is of the body as a whole, or of the status that no new lead can have. */
const violationsOf = ({ code, message, details }: Rejection): Violation[] =>
  details ? [...details] : [{ field: code === "no_open_stage" ? "status" : "body", message }];
