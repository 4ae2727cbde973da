import * as z from "zod/mini";
import { emailField, phoneField } from "./contact-fields.ts";
import { listOf, nonBlankText, requiredText } from "./fields.ts";
import { HAS_PROSE } from "./has-prose.ts";
import { LIMITS } from "./limits.ts";
import { asStored } from "./record-fields.ts";

/** The names and contacts of a person or organization that checks for conflicts compare, as fields of a record. */
export const namedFields = (aliasesMaximum: number) =>
  ({
    name: {
      attribute: "name",
      ...asStored(() => z.string()),
      created: () => requiredText(LIMITS.nameCharacters),
      ...(HAS_PROSE && { description: "The name of a person or an organization.", example: "Acme Inc." }),
    },
    aliases: {
      attribute: "aliases",
      ...asStored(() => z.array(z.string())),
      created: () => z._default(listOf(nonBlankText(LIMITS.nameCharacters), aliasesMaximum), []),
      initial: [],
      ...(HAS_PROSE && { description: "Other names, by which it is found too.", example: ["Acme East"] }),
    },
    email: {
      attribute: "email",
      ...emailField(),
      ...(HAS_PROSE && {
        description: "An email address in lower case; empty when there is none.",
        example: "office@acme.example",
      }),
    },
    phone: {
      attribute: "phone",
      ...phoneField(),
      ...(HAS_PROSE && {
        description: "A phone number, in E.164 if it is a valid number; empty when there is none.",
        example: "+12125550143",
      }),
    },
  }) as const;
