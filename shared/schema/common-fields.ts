import * as z from "zod/mini";
import { nonBlankText, requestsPerMinute, requiredText } from "./fields.ts";
import { HAS_PROSE } from "./has-prose.ts";
import { LIMITS } from "./limits.ts";
import { asStored, withDefault } from "./record-fields.ts";
import { instant } from "./time.ts";

// Rows that several records have. They are functions, so that a bundle has only those that its records use.

export const idField = () =>
  ({
    attribute: "id",
    ...asStored(() => z.uuid()),
    ...(HAS_PROSE && { description: "UUIDv7; sorts by creation." }),
  }) as const;

export const nameField = () =>
  ({
    attribute: "name",
    ...asStored(() => z.string()),
    created: () => requiredText(LIMITS.nameCharacters),
    changed: () => nonBlankText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "The name, for people." }),
  }) as const;

export const enabledField = () =>
  ({
    attribute: "enabled",
    ...asStored(() => z.boolean()),
    ...withDefault(() => z.boolean(), true),
    ...(HAS_PROSE && { description: "Whether it is enabled.", example: true }),
  }) as const;

export const requestsPerMinuteField = () =>
  ({
    attribute: "requestsPerMinute",
    ...asStored(() => z.int()),
    ...withDefault(requestsPerMinute, LIMITS.requestsPerMinuteDefault),
    ...(HAS_PROSE && { description: "The rate limit of each key, in requests a minute.", example: 1_200 }),
  }) as const;

export const createdAtField = () => ({
  shown: instant,
  ...(HAS_PROSE && { description: "When the record was created.", example: "2026-11-02T15:00:00.000Z" }),
});

export const versionField = () =>
  ({
    attribute: "version",
    ...asStored(() => z.int()),
    initial: 1,
    ...(HAS_PROSE && {
      description: "The version of the record, which grows with every change. `If-Match` takes it.",
      example: 1,
    }),
  }) as const;
