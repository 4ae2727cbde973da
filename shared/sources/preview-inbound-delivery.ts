import { requireFound } from "../api/app-error.ts";
import { changedFields } from "../api/changed-fields.ts";
import { operation, readMore, required } from "../api/operation.ts";
import { camelCased } from "../api/schema/camel-case.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { leadResource } from "../leads/lead.rules.ts";
import { newLead } from "../leads/lead-changes.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { recordFromBody, uncached } from "../table/read-records.ts";
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
import { type PreviewResource, previewInboundDeliveryEndpoint } from "./source-preview.contract.ts";
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
    const { payload, delivery_id: deliveryId, ...changes } = input;
    const source = { ...stored, ...changedFields<Source>(stored, camelCased(changes)) };
    const readPayload =
      deliveryId === undefined
        ? () => acceptedJson({ json: payload }, source)
        : storedPayload(requireFound("delivery", delivery), source);
    const newRecord = { id: newId, nowMilliseconds };
    return readMore({ assignee: defaultAssigneeRecord(firmId, source) }, async ({ assignee }) => ({
      answer: await preview(readPayload, { source, settings, assignee, newRecord }),
    }));
  },
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

/** Conditions decide the outcome, but the lead and its violations are shown whatever they say. */
const preview = async (readPayload: () => unknown, context: Context): Promise<PreviewResource> => {
  const { source, settings } = context;
  try {
    const json = readPayload();
    const { lead, violations } = await previewLead(json, context).catch(refused);
    return {
      outcome: conditionOutcome(json, source) ?? (lead === null ? "rejected" : "created"),
      lead,
      violations,
      unused_paths: unusedPaths(json, source.mapping, settings.leadFields),
    };
  } catch (refusal) {
    return { outcome: "rejected", ...refused(refusal), unused_paths: [] };
  }
};

type PreviewedLead = Pick<PreviewResource, "lead" | "violations">;

const previewLead = async (json: unknown, context: Context): Promise<PreviewedLead> => {
  const { settings, newRecord } = context;
  const { newLead: body } = inboundLead(json, context);
  if ("missing" in body) return { lead: null, violations: [...body.missing] };
  const resource = leadResource(await newLead(body, settings, newRecord), settings);
  const { id: _id, created_at: _createdAt, last_activity_at: _lastActivityAt, ...lead } = resource;
  return { lead, violations: [] };
};

const refused = (refusal: unknown): PreviewedLead => ({
  lead: null,
  violations: violationsOf(toRejection(refusal)),
});

/** A rejection without violations is of the body as a whole, or of the status that no new lead can have. */
const violationsOf = ({ code, message, details }: Rejection): Violation[] =>
  details ? [...details] : [{ field: code === "no_open_stage" ? "status" : "body", message }];
