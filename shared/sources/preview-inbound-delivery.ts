import { requireFound } from "../api/app-error.ts";
import { operation, readMore } from "../api/operation.ts";
import { required } from "../api/required-record.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { leadResource } from "../leads/lead.rules.ts";
import { newLead } from "../leads/new-lead.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { uncached } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import {
  type InboundDelivery,
  type Rejection,
  replayReceipt,
  toRejection,
} from "./inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "./inbound-delivery.store.ts";
import { acceptedJson, conditionOutcome, receivedJson } from "./inbound-json.rules.ts";
import { inboundLead } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";
import { defaultAssigneeRecord, sourceRecord } from "./source.store.ts";
import {
  type PreviewRequest,
  type PreviewResource,
  previewInboundDeliveryEndpoint,
} from "./source-preview.contract.ts";
import { mappingViolations } from "./source-violations.rules.ts";
import { unusedPaths } from "./unused-paths.rules.ts";

/**
 * What a delivery would become if it were the first with its external id, by the stored source or by what the request
 * has instead. Writes nothing.
 */
export const previewInboundDelivery = operation(previewInboundDeliveryEndpoint, {
  reads: ({ firmId, params, json, nowMilliseconds }) => ({
    stored: required("source", sourceRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
    delivery: recordFromBody(json.delivery_id, (id) =>
      inboundDeliveryRecord(firmId, { sourceId: params.id, id }, nowMilliseconds),
    ),
  }),

  violations: ({ stored, settings }, { json }) =>
    mappingViolations(json.mapping, settings.leadFields, stored.mapping),

  decide: ({ stored, settings, delivery }, { firmId, input, newId, nowMilliseconds }) => {
    const source = withChanges(stored, input);
    const readPayload =
      input.delivery_id === undefined
        ? () => acceptedJson({ json: input.payload }, source)
        : storedPayload(requireFound("delivery", delivery), source);
    const newRecord = { id: newId, nowMilliseconds };
    return readMore({ assignee: defaultAssigneeRecord(firmId, source) }, async ({ assignee }) => ({
      answer: await preview(readPayload, { source, settings, assignee, newRecord }),
    }));
  },
});

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
  readonly assignee: Member | null;
  readonly newRecord: { readonly id: string; readonly nowMilliseconds: number };
};

const preview = async (readPayload: () => unknown, context: Context): Promise<PreviewResource> => {
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
  const { settings, newRecord } = context;
  try {
    const { newLead: body } = inboundLead(json, context);
    if ("missing" in body) return { lead: null, violations: [...body.missing] };
    const resource = leadResource(await newLead(body, settings, newRecord), settings);
    const { id: _id, created_at: _createdAt, last_activity_at: _lastActivityAt, ...lead } = resource;
    return { lead, violations: [] };
  } catch (refusal) {
    return { lead: null, violations: violationsOf(toRejection(refusal)) };
  }
};

/** A rejection without violations is of the body as a whole, or of the status that no new lead can have. */
const violationsOf = ({ code, message, details }: Rejection): Violation[] =>
  details ? [...details] : [{ field: code === "no_open_stage" ? "status" : "body", message }];
