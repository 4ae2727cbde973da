import * as z from "zod/mini";
import { configuredKey, requiredText } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";

const text = asStored(() => z.string());

export const stageFields = recordFields({
  key: {
    attribute: "key",
    ...text,
    created: () => configuredKey(LIMITS.stageKeyCharacters),
    ...(HAS_PROSE && { description: "A key that the firm chooses; never changes." }),
  },
  name: {
    attribute: "name",
    ...text,
    created: () => requiredText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "The name, for people." }),
  },
  terminal: {
    attribute: "terminal",
    ...asStored(() => z.boolean()),
    created: () => z._default(z.boolean(), false),
    ...(HAS_PROSE && { description: "Whether leads in this stage are closed." }),
  },
});

export const stageInput = lazy(() => settingsObject(stageFields.created()));
