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
Lists what a source sent in the last 30 days, newest first, with the body as it came and what became of it. \`outcome=rejected\` finds the
deliveries that made no lead, and \`error\` says why; \`ignored\` and \`test\` are found the same way. The bodies hold personal data.`,

  "replay-inbound-delivery": `
Processes a stored delivery again with the current mapping, fields and conditions, for example after a correction. The answer shows the replay,
which is stored as a delivery of its own and names the first one as \`replay_of\`; its \`outcome\` says what became of it, so a second
rejection is a 202 too. Deduplication holds: a replay creates no second lead for an external id. Emits what the delivery would have
emitted. A delivery older than 30 days is 404.`,

  "replay-inbound-deliveries": `
Replays all that a source's deliveries lost in a period: the \`rejected\` ones, or with \`outcome\` the \`ignored\` ones, oldest first, up to
100 a call. Send the same body with \`cursor\` until \`next_cursor\` is null; the walk replays each delivery once. Each replay is
judged as a single one: it may create or update a lead and emit its events, or be rejected again.`,
} as const;
