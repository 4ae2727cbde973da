import { LEAD_TEXTS } from "../../../../shared/leads/lead-fields.contract.ts";

/** The targets of a mapping. A full name follows the names into which it is divided. */
const MAPPED_NAMES = LEAD_TEXTS.filter(({ defaultPaths }) => defaultPaths !== null)
  .flatMap(({ name }) => (name === "last_name" ? [name, "full_name"] : [name]))
  .concat("external_id")
  .map((name) => `\`${name}\``)
  .join(", ");

/** The meaning of the fields of lead sources. */
export const SOURCE_FIELDS = {
  algorithm: "The hash function of the HMAC.",
  body: "The body as it was received, or its beginning.",
  body_bytes: "Size of the received body in bytes; larger than `body` if only its beginning was stored.",
  body_encoding: "`base64` unless the body is plain text.",
  content_type: "The content type that the sender sent.",
  delivery_id: "The delivery, by its id.",
  encoding: "How the signature is written.",
  equals: "Holds when the value at the path is this one.",
  externalId: "The sender's own id of the lead; null when it sent none.",
  external_id: "The sender's own id of the lead; null when it sent none.",
  failed:
    "Whether the service could not process the delivery, which stays as it was, with the outcome that it had.",
  fallback: "The value of a new lead when nothing is found at the paths: one that the field can have.",
  header: "The name of the header that carries the signature.",
  in: "Holds when the value at the path is one of these.",
  ingestion_key: "The secret of the source's key, which only this response shows.",
  lead: "The lead as the delivery alone makes it; null when it makes none.",
  leadId: "The lead of the delivery; null when there is none.",
  mapping: `Where each field of a lead is in what the sender posts, by ${MAPPED_NAMES} or \`data.<key>\` of a field that the firm defines.`,
  old_key_valid_hours: "How long the previous key goes on working.",
  omitted:
    "Values of `data` that the lead goes without, by the source's `invalid_data`: the fields and what is wrong.",
  origin: "The origin of the page that posted.",
  "InboundPreview.outcome": "What the delivery would become.",
  "replay-inbound-deliveries.outcome": "What the deliveries to replay have become.",
  path: "A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`.",
  paths: "Paths of which the first with a value counts.",
  payload: "The JSON that a sender would post.",
  prefix: "What stands before the signature in the header.",
  present: "Holds when the value at the path is not blank (`true`), or is (`false`).",
  received_at: "When the delivery was received.",
  replay_of: "The delivery that this one replays; null for one that the source sent.",
  "Source.secret": "The shared secret; responses mask it.",
  "create-source.secret": "The shared secret; responses mask it.",
  "update-source.secret": "The shared secret; its mask stands for the stored one.",
  "InboundDelivery.signature": "The header that the source's `signature` named then.",
  unused_paths: "Paths in the payload that the mapping does not read.",
  user_agent: "The user agent that the sender sent.",
  value: "Always this value.",
  violations: "Why there would be no lead.",
};
