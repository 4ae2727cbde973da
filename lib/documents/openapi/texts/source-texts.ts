import { MAPPED_TEXTS } from "../../../../shared/leads/lead-fields.contract.ts";
import { PARTY_TARGETS } from "../../../../shared/sources/inbound-parties.rules.ts";

/** The targets of a mapping. A full name follows the names into which it is divided. */
const MAPPED_NAMES = MAPPED_TEXTS.flatMap(({ name }) => (name === "last_name" ? [name, "full_name"] : [name]))
  .concat("external_id", "captured_at", ...PARTY_TARGETS)
  .map((name) => `\`${name}\``)
  .join(", ");

/** The meaning of the fields of lead sources. */
export const SOURCE_FIELDS = {
  algorithm: "The hash function of the HMAC.",
  body: "The body as it was received, decoded by its `Content-Encoding`. Of a body that is too large, only the beginning.",
  body_bytes:
    "The size of the received body in bytes. It is larger than `body` if only the beginning was stored.",
  body_encoding: "The encoding of `body`: `utf8` for plain text, otherwise `base64`.",
  content_type: "The content type that the sender sent; null for none.",
  delivery_id: "The id of the delivery.",
  encoding: "The encoding of the signature.",
  equals: "Holds if the value at the path equals this value.",
  externalId: "The sender's own id of the lead; null if it sent none.",
  external_id: "The sender's own id of the lead; null if it sent none.",
  failed:
    "Whether the service itself could not process the delivery. If so, the delivery and its outcome are unchanged.",
  fallback: "The value for a new lead if there is no value at the paths. It must fit the field.",
  header: "The name of the header that carries the signature.",
  in: "Holds if the value at the path is one of these values.",
  ingestion_key: "The ingestion key of the source. Only this response shows it.",
  lead: "The lead that the delivery alone would create; null if it creates none.",
  leadId: "The id of the delivery's lead; null when there is none.",
  mapping: `The place of each field of a lead in the posts of the sender. The names are ${MAPPED_NAMES}, and \`data.<key>\` for a field that the firm defines.`,
  old_key_valid_hours: "Hours for which the previous key still works, 24 by default.",
  omitted:
    "Values that the lead does not have, since they do not fit or cannot be used, and names that were cut.",
  origin: "The origin of the page with the form; null for none.",
  "IngestedLead.status": "The outcome of the delivery.",
  "IngestedLead.booking_url":
    "The address with which the client books at once; only where the delivery created a lead and its source has a `booking`. Shown once: send the client there.",
  "RejectedDelivery.status": "The outcome of the delivery.",
  "UnacceptedDelivery.status": "The outcome of the delivery.",
  "list-inbound-deliveries.outcome": "Only deliveries with this outcome.",
  "InboundPreview.outcome": "What the delivery would become.",
  "data.outcome": "The outcome of the replay.",
  "replay-inbound-deliveries.outcome": "The outcome of the deliveries to replay. The default is `rejected`.",
  path: "A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`.",
  paths: "Paths to try in order; the first one with a value counts.",
  payload: "The JSON that a sender would post. Required without `delivery_id`.",
  prefix: "The text before the signature in the header, such as `sha256=`.",
  present: "`true` holds if the value at the path is not blank, `false` if it is blank or missing.",
  received_at: "When the delivery was received.",
  replayed_as:
    "The last replay of this delivery; null for none. A rejected replay does not replace one with another outcome.",
  "replayed_as.id": "The id of the replay, which is a delivery too.",
  "replayed_as.outcome": "The outcome of the replay.",
  dismissed_at: "When a rejected delivery was set aside; null if it was not.",
  replay_of: "The delivery that this one replays; null for one that the source sent.",
  "Source.secret": "The shared secret; responses mask it.",
  "create-source.secret": "The shared secret; responses mask it.",
  "update-source.secret": "The shared secret. The mask that responses show keeps the stored secret.",
  "rotate-source-key.secret": "The shared secret; responses mask it.",
  "body_secret.value": "The secret; responses mask it.",
  "InboundDelivery.signature": "The value of the header with the signature; null for none.",
  unused_paths: "Paths in the payload that the mapping does not read.",
  user_agent: "The user agent that the sender sent; null for none.",
  value: "A constant value, which needs no path.",
  violations: "The reasons why there would be no lead.",
};
