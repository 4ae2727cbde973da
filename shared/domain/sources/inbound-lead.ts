import { createHash } from "node:crypto";
import { AppError, invalidRequest, type Violation } from "../../contract/app-error.ts";
import { createLead, type LeadChanges, type NewLead, updateLead } from "../../contract/leads.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import { toViolations } from "../../contract/schema/violations.ts";
import type { FirmSettings } from "../firm/firm.ts";
import { dataSizeViolations, leadDataChange, leadDataViolations } from "../leads/lead-data.ts";
import { parsePayload } from "../payload.ts";
import type { InboundReceipt } from "./inbound-delivery.ts";
import type { Source } from "./source.ts";
import { mapLead } from "./source-mapping.ts";

/** A delivery that can be used: what it says of a lead, and the new lead that it makes, unless it lacks something. */
export type InboundLead = {
  readonly externalId: string | null;
  readonly changes: LeadChanges;
  readonly asNew: NewLead | { readonly lacks: readonly Violation[] };
  /** The same for two deliveries exactly when all their mapped fields are. */
  readonly fieldsHash: string;
};

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
  readonly assigneeId: string | null;
};

/** @throws AppError `payload_too_large`, or `invalid_request` naming every field that cannot be what it should */
export const inboundLead = (
  receipt: InboundReceipt,
  { source, settings, assigneeId }: Context,
): InboundLead => {
  const { mapped, violations } = mapLead(receivedJson(receipt), source.mapping, settings.leadFields);
  const { fields, data, externalId } = mapped;
  const changes = updateLead.body().safeParse(fields);
  const creation = createLead
    .body()
    .safeParse({ ...fields, source: source.key, assignee_id: assigneeId, data });
  const lacks = creation.error ? toViolations(creation.error, "body") : [];
  const wrong = [...violations, ...leadDataViolations(data, settings.leadFields)];
  if (wrong.length > 0 || !changes.success) throw invalidRequest(onePerField([...wrong, ...lacks]));
  const { set } = leadDataChange(data, settings.leadFields);
  const tooLarge = dataSizeViolations(set);
  if (tooLarge.length > 0) throw invalidRequest(tooLarge);
  return {
    externalId,
    changes: { ...changes.data, data: set },
    asNew: creation.success ? creation.data : { lacks },
    fieldsHash: hashOf(fields, set),
  };
};

/** The wire's limit on a body is no limit for one that is here already, if it is so as a whole. */
const receivedJson = ({ body, bodyBytes, replayOf }: InboundReceipt): unknown => {
  const most = replayOf === null ? LIMITS.bodyBytes : LIMITS.deliveryBodyBytes;
  if (bodyBytes > most) throw new AppError("payload_too_large", `The body may have at most ${most} bytes.`);
  const { json, problem } = parsePayload(body);
  if (problem !== undefined) throw invalidRequest([{ field: "body", message: problem }]);
  return json;
};

/** A value that cannot be used is not missing as well. */
const onePerField = (violations: readonly Violation[]): Violation[] =>
  violations.filter(({ field }, index) => violations.findIndex((each) => each.field === field) === index);

const hashOf = (...parts: readonly Readonly<Record<string, unknown>>[]) => {
  const sorted = parts.map((part) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};
