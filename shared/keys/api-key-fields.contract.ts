import * as z from "zod/mini";
import { SCOPES } from "../api/endpoint-definition.ts";
import {
  createdAtField,
  idField,
  nameField,
  requestsPerMinuteField,
  versionField,
} from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choices } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { instant, instantOrNull } from "../schema/time.ts";

const text = asStored(() => z.string());

const scopes = () => choices(SCOPES, "must have at least one scope");

/** The fields of a stored key that the firm sees. `shared/api/keys/key-store.ts` has its item, for every kind of key. */
export const apiKeyFields = recordFields({
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.key }) },
  name: { ...nameField(), ...(HAS_PROSE && { example: "CRM" }) },
  scopes: {
    attribute: "scopes",
    ...asStored(() => z.array(z.enum(SCOPES))),
    created: scopes,
    changed: scopes,
    ...(HAS_PROSE && { description: "The scopes of the key.", example: ["leads:read", "leads:write"] }),
  },
  last_four: {
    attribute: "lastFour",
    ...text,
    ...(HAS_PROSE && { description: "The last four characters of the key.", example: "x3Lq" }),
  },
  enabled: {
    attribute: "enabled",
    ...asStored(() => z.boolean()),
    changed: () => z.boolean(),
    ...(HAS_PROSE && { description: "Whether the key works.", example: true }),
  },
  requests_per_minute: requestsPerMinuteField(),
  api_version: {
    attribute: "apiVersion",
    ...text,
    ...(HAS_PROSE && {
      description: "The API version of requests that have no `Intake-Version` header.",
      example: "2026-11-01",
    }),
  },
  created_at: createdAtField(),
  /** Start of the last minute in which the key was used; stored as 0 for never. */
  last_used_at: {
    attribute: "windowStartMilliseconds",
    stored: () => z.number(),
    shown: () => z.nullable(instant()),
    show: instantOrNull,
    ...(HAS_PROSE && {
      description: "The start of the last minute in which the key was used; null if it was never used.",
      example: null,
    }),
  },
  version: versionField(),
});
