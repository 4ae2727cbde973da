import { LEAD_TEXTS } from "../../../../shared/leads/lead-fields.contract.ts";

/** Of the endpoints of lead sources. */
export const SOURCE_PROSE = {
  "create-source": `
Adds a place where leads come in from, such as a form or another service, with an ingestion key of its own. The key (\`ingestion_key\`,
\`its_…\`) is in this answer alone; it works for \`POST /api/leads\` and nothing else. \`mapping\` says where the lead's fields are in what the
sender posts, unless they have their usual names, conditions leave out what is to become no lead, and \`signature\` and \`body_secret\` ask for proof of origin.

The examples are [recipes](#description/recipes) for well-known senders. \`key\` becomes the \`source\` of every lead and can never be
changed; one that the firm has already is 422.`,

  "list-sources": `
Lists the firm's lead sources, newest first, with their settings; secrets are masked. Ingestion keys are never shown again, only their last
four characters.`,

  "get-source": `
Returns one lead source with its mapping, its conditions and the \`version\` for a conditional PATCH. Secrets are masked.`,

  "update-source": `
Changes the fields that the body names; \`mapping\` and lists replace the stored ones. Later deliveries follow the change within 5 seconds,
and stored ones can be replayed through it. With \`enabled\` false its keys are 403 \`key_disabled\`. A masked secret that is sent back keeps
the stored one. With \`If-Match\`, a version that is no longer current is 409 \`version_conflict\`.`,

  "rotate-source-key": `
Creates a new ingestion key for the source, shown in this answer alone. The previous key works for \`old_key_valid_hours\` more (24 by
default), so the sender can be changed without losing a lead; with 0 all earlier keys stop at once. At most five keys of a source work at a
time.`,

  "preview-inbound-delivery": `
Shows what a delivery would become, and stores nothing: the lead, or why there would be none, and the paths that the mapping does not read. Send
the sender's JSON as \`payload\`, or name a stored delivery by \`delivery_id\`; a \`mapping\` or conditions beside it are tried instead of the
stored ones. So a mapping can be tested before a sender uses it. A delivery whose external id is known already is \`duplicate\` or
\`updated\`; of the stored lead nothing is shown. An unknown \`delivery_id\` is 404.`,

  "list-inbound-deliveries": `
Lists what a source sent in the last 30 days, newest first, with the body as it came, its \`body_secret\` masked, and what became of it. \`outcome=rejected\` finds the
deliveries that made no lead, and \`error\` says why; \`ignored\` and \`test\` are found the same way. The bodies hold personal data.`,

  "replay-inbound-delivery": `
Processes a stored delivery again with the current mapping, fields and conditions, for example after a correction. The answer shows the replay,
which is stored as a delivery of its own and names the first one as \`replay_of\`; its \`outcome\` says what became of it, so a second
rejection is a 202 too. Deduplication holds: a replay creates no second lead for an external id. Emits what the delivery would have
emitted. A delivery older than 30 days is 404.`,

  "replay-inbound-deliveries": `
Replays all that a source's deliveries lost in a period: the \`rejected\` ones, or with \`outcome\` the \`ignored\` ones, oldest first, up to
100 a call. Send the same body with \`cursor\` until \`next_cursor\` is null; the walk replays each delivery once. Each replay is
judged as a single one: it may create or update a lead and emit its events, or be rejected again. A delivery that the service itself
cannot process is passed: it stays as it was, and its row says \`failed\`.`,
} as const;

/** The targets of a mapping. A full name stands behind the names that it is divided into. */
const MAPPED_NAMES = LEAD_TEXTS.filter(({ defaultPaths }) => defaultPaths !== null)
  .flatMap(({ name }) => (name === "last_name" ? [name, "full_name"] : [name]))
  .concat("external_id")
  .map((name) => `\`${name}\``)
  .join(", ");

/** What the fields of lead sources mean. */
export const SOURCE_FIELDS = {
  accept_when: "Conditions that must all hold for a delivery to become a lead; otherwise it is `ignored`.",
  algorithm: "The hash function of the HMAC.",
  allowed_origins:
    "The origins of the pages whose forms may post with the key in the address; none means any.",
  body: "The body as it was received, or its beginning.",
  body_bytes: "Size of the received body in bytes; larger than `body` if only its beginning was stored.",
  body_encoding: "`base64` unless the body is plain text.",
  body_secret: "A secret that the sender puts into what it posts; null asks for none.",
  content_type: "The content type that the sender sent.",
  default_assignee_id: "The member whom new leads of the source are assigned to, while active.",
  delivery_id: "The delivery, by its id.",
  encoding: "How the signature is written.",
  equals: "Holds when the value at the path is this one.",
  error_redirect_url:
    "Where a browser goes whose form was rejected, with `delivery_id` and `reason` as query parameters.",
  externalId: "The sender's own id of the lead; null when it sent none.",
  external_id: "The sender's own id of the lead; null when it sent none.",
  failed:
    "Whether the service could not process the delivery, which stays as it was, with the outcome that it had.",
  fallback: "The value of a new lead when nothing is found at the paths: one that the field can have.",
  header: "The name of the header that carries the signature.",
  in: "Holds when the value at the path is one of these.",
  ingestion_key: "The secret of the source's key, which only this response shows.",
  invalid_data:
    "Whether a delivery with a value that does not fit its field of `data` is rejected, or goes without that value.",
  json_fields: "Paths of texts that hold JSON themselves.",
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
  previous_key_expires_at: "When the key before stops working; null when there is none.",
  received_at: "When the delivery was received.",
  redirect_url: "Where a browser goes whose form was accepted.",
  rejected_answer: "Whether a rejected delivery is answered with its error or with 202.",
  replay_of: "The delivery that this one replays; null for one that the source sent.",
  "Source.secret": "The shared secret; responses mask it.",
  "create-source.secret": "The shared secret; responses mask it.",
  "update-source.secret": "The shared secret; its mask stands for the stored one.",
  signature: "How the sender signs its deliveries; null asks for no signature.",
  "InboundDelivery.signature": "The header that the source's `signature` named then.",
  test_when: "Conditions that must all hold for a delivery to be a test, which becomes no lead.",
  unused_paths: "Paths in the payload that the mapping does not read.",
  user_agent: "The user agent that the sender sent.",
  value: "Always this value.",
  violations: "Why there would be no lead.",
};
