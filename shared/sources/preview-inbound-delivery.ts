import { changedFields } from "../api/changed-fields.ts";
import type { StoredKey } from "../api/keys/key-store.ts";
import { operation, required } from "../api/operation.ts";
import { type Lead, leadResource } from "../leads/lead.rules.ts";
import { readBody } from "../mapping/read-body.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { requireFound } from "../schema/app-error.ts";
import type { Violation } from "../schema/violations.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { recordFromBody, uncached } from "../table/read-records.ts";
import { acceptedBody, conditionOutcome, type InboundBody, receivedBody } from "./admission.rules.ts";
import { knownEntry } from "./deduplication.rules.ts";
import { deduplicationKeys, deduplicationRecord } from "./deduplication.store.ts";
import { decideDelivery } from "./delivery-decision.rules.ts";
import { isWithoutContent, type Rejection, replayReceipt, toRejection } from "./inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "./inbound-delivery.store.ts";
import { externalIdIn, inboundLead, unusedPaths } from "./inbound-lead.rules.ts";
import { existingLead } from "./known-lead.steps.ts";
import type { Source } from "./source.rules.ts";
import { defaultAssigneeRecord, sourceRecord } from "./source.store.ts";
import { sourceFields } from "./source-fields.contract.ts";
import { type PreviewResource, previewInboundDeliveryEndpoint } from "./source-preview.contract.ts";
import { mappingViolations } from "./source-violations.rules.ts";

/**
 * Shows the result of a delivery by the stored source, or by the settings in the request: for a stored delivery, that
 * of its replay. Writes nothing.
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

  decide: async ({ stored, settings, delivery }, { firmId, input, newId, nowMilliseconds, key }, read) => {
    const { payload, delivery_id: deliveryId, ...changes } = input;
    const source = { ...stored, ...changedFields<Source>(stored, sourceFields.changes(changes, stored)) };
    const replayed = deliveryId === undefined ? null : requireFound("delivery", delivery);
    if (replayed && isWithoutContent(replayed)) return { answer: WITHOUT_CONTENT };
    const receipt = replayed ? replayReceipt(newId, replayed) : { id: newId, replayOf: null };
    let body: InboundBody;
    try {
      body =
        "body" in receipt
          ? receivedBody(receipt, source)
          : acceptedBody(readBody({ json: payload }, source.jsonFields), source);
    } catch (refusal) {
      return { answer: { ...rejected(refusal), unused_paths: [] } satisfies PreviewResource };
    }
    const externalId = externalIdIn(body.json, source);
    const keys = deduplicationKeys(firmId, source.id, { externalId, replayOf: receipt.replayOf });
    const { assignee, entries } = await read({
      assignee: defaultAssigneeRecord(firmId, source),
      entries: keys.map(deduplicationRecord),
    });
    const entry = knownEntry(entries, replayed);
    const existing =
      entry && (await existingLead(entry, { firmId, source, settings, nowMilliseconds }, read));
    const context = { source, settings, assignee, receipt, existing, newId, nowMilliseconds, key };
    return { answer: await preview(body, context) };
  },
});

/** The preview of a delivery whose content was erased. */
const WITHOUT_CONTENT: PreviewResource = {
  outcome: "ignored",
  lead: null,
  violations: [],
  omitted: [],
  unused_paths: [],
};

type Context = Parameters<typeof decideDelivery>[1] & {
  readonly source: Source;
  readonly assignee: Member | null;
  /** The key of the request. */
  readonly key: StoredKey;
};

/** Returns a preview. The conditions decide the outcome, but do not hide the lead and its violations. */
const preview = async (body: InboundBody, context: Context): Promise<PreviewResource> => {
  const { source, settings } = context;
  const { json } = body;
  const becoming = await previewLead(body, context).catch(rejected);
  return {
    ...becoming,
    outcome: conditionOutcome(json, source) ?? becoming.outcome,
    unused_paths: unusedPaths(body, { source, settings }),
  };
};

type PreviewedLead = Omit<PreviewResource, "unused_paths">;

/**
 * Returns the lead from the delivery alone. The caller may not read leads, so values that the firm added are never
 * shown.
 */
const previewLead = async (body: InboundBody, context: Context): Promise<PreviewedLead> => {
  const inbound = await inboundLead(body, context);
  const created = await decideDelivery(inbound, { ...context, existing: null })
    .then(({ outcome, lead, omitted }) => ({
      ...{ outcome, lead: lead && shownLead(lead, context) },
      ...{ violations: [], omitted: [...omitted] },
    }))
    .catch((refusal: unknown) => ({ ...rejected(refusal), omitted: [...inbound.omitted.created] }));
  if (context.existing === null) return created;
  const { outcome, omitted } = await decideDelivery(inbound, context);
  return { outcome, lead: created.lead, violations: [], omitted: [...omitted] };
};

const shownLead = (lead: Lead, { settings, key }: Context) => {
  const {
    id: _id,
    created_at: _createdAt,
    last_activity_at: _lastActivityAt,
    ...shown
  } = leadResource(lead, settings, key);
  return shown;
};

const rejected = (refusal: unknown): PreviewedLead => ({
  outcome: "rejected",
  lead: null,
  violations: violationsOf(toRejection(refusal)),
  omitted: [],
});

/** Returns the violations. A rejection without any concerns the whole body, or the status that no new lead can have. */
const violationsOf = ({ code, message, details }: Rejection): Violation[] =>
  details ? [...details] : [{ field: code === "no_open_stage" ? "status" : "body", message }];
