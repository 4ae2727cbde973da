import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { sourceFields } from "./source-fields.contract.ts";

/** A lead source as the API shows it, without the secret of its key. */
export const source = sourceFields.shown;

/** Includes the secret, which only the responses to creation and rotation contain. */
const sourceWithKey = lazy(() => z.extend(source(), { ingestion_key: z.string() }));

const newSource = lazy(() => settingsObject(sourceFields.created()));

const sourceChanges = lazy(() => settingsObject(sourceFields.changed(), { shown: source }));

const rotation = lazy(() =>
  settingsObject({
    old_key_valid_hours: z._default(
      wholeNumber(0, LIMITS.oldKeyValidHoursMaximum),
      LIMITS.oldKeyValidHoursDefault,
    ),
  }),
);

const sourceResponse = { status: 200, schema: source } as const;

export const createSourceEndpoint = defineEndpoint({
  name: "create-source",
  method: "POST",
  path: "/api/sources",
  summary: "Add a lead source; its ingestion key is shown only once",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  body: newSource,
  response: { status: 201, schema: sourceWithKey },
});

export const createSourceDescription: DescriptionOf<typeof createSourceEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {
    key: "intake-form",
    name: "Intake form",
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  response: ({ Source }) => ({
    ...Source,
    ingestion_key: "its_4Hn8sWb2Ky6RvTqZ1MxJdLf9CgPe3AuGtVwXz7BnNmDk5Yy0Qs",
  }),
  prose: `
Adds a source of leads, such as a form or another service, with its own ingestion key. Only this response shows the key
(\`ingestion_key\`, \`its_…\`), which works for \`POST /api/leads\` and nothing else.

\`mapping\` says where the lead's fields are in what the sender posts; it is not needed for fields with their usual names.
Conditions select the deliveries that become leads. \`signature\` and \`body_secret\` require proof that a delivery comes
from the sender.

The examples are [recipes](#description/recipes) for well-known senders. \`key\` becomes the \`source\` of every lead and
can never be changed. A key that another source of the firm has is 422.`,
};

export const listSourcesEndpoint = defineEndpoint({
  name: "list-sources",
  method: "GET",
  path: "/api/sources",
  summary: "List the firm's lead sources, newest first",
  scope: "settings:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(source())) },
});

export const listSourcesDescription: DescriptionOf<typeof listSourcesEndpoint> = {
  prose: `
Lists the firm's lead sources and their settings, newest first. Secrets are masked. Of ingestion keys, only the last
four characters are shown.`,
};

export const getSourceEndpoint = defineEndpoint({
  name: "get-source",
  method: "GET",
  path: "/api/sources/{id}",
  summary: "Get a lead source with its mapping",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: sourceResponse,
});

export const getSourceDescription: DescriptionOf<typeof getSourceEndpoint> = {
  prose: `
Returns one lead source with its mapping, its conditions and the \`version\` for a conditional PATCH. Secrets are masked.`,
};

export const updateSourceEndpoint = defineEndpoint({
  name: "update-source",
  method: "PATCH",
  path: "/api/sources/{id}",
  summary: "Change a lead source; a mapping in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "UpdateItem"],
  keyActions: ["UpdateItem"],
  acceptsIfMatch: "version",
  body: sourceChanges,
  response: sourceResponse,
});

export const updateSourceDescription: DescriptionOf<typeof updateSourceEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getSource", by: "change" },
  body: { enabled: false },
  prose: `
Changes only the fields that the body names. \`mapping\` and lists replace the stored ones. Deliveries follow the change
within 5 seconds, and you can replay stored ones with the new settings. If \`enabled\` is false, the source's keys get 403
\`key_disabled\`. A masked secret that you send back keeps the stored one. With \`If-Match\`, a version that is no longer
current is 409 \`version_conflict\`.`,
};

export const rotateSourceKeyEndpoint = defineEndpoint({
  name: "rotate-source-key",
  method: "POST",
  path: "/api/sources/{id}/rotate-key",
  summary: "Create a lead source's new ingestion key; the old one works for 24 more hours by default",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["PutItem", "UpdateItem", "DeleteItem"],
  acceptsIfMatch: "version",
  body: rotation,
  response: { status: 200, schema: sourceWithKey },
});

export const rotateSourceKeyDescription: DescriptionOf<typeof rotateSourceKeyEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { old_key_valid_hours: 24 },
  response: ({ Source }) => ({
    ...Source,
    ingestion_key: "its_4Hn8sWb2Ky6RvTqZ1MxJdLf9CgPe3AuGtVwXz7BnNmDk5Yy0Qs",
  }),
  prose: `
Creates a new ingestion key for the source, which only this response shows. The previous key works for
\`old_key_valid_hours\` more, 24 by default, so that you can change the sender without losing a lead. With 0, all earlier
keys stop at once. At most five keys of a source work at a time.`,
};
