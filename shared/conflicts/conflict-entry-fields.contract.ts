import * as z from "zod/mini";
import { createdAtField } from "../schema/common-fields.ts";
import { choice, line, textOrNull } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { namedFields } from "../schema/named-fields.ts";
import { asStored, laterText, recordFields } from "../schema/record-fields.ts";

const ENTRY_ROLES = ["client", "former_client", "adverse", "related"] as const;

/** The characters suit an address, and the numbers that systems give to clients and matters. */
export const ENTRY_KEY = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.entryKeyCharacters}}$`);

export const NOT_AN_ENTRY_KEY = `must be 1 to ${LIMITS.entryKeyCharacters} of A-Z, a-z, 0-9 and . _ : -`;

export const entryKey = () => line(LIMITS.entryKeyCharacters, z.regex(ENTRY_KEY, NOT_AN_ENTRY_KEY));

const text = () => asStored(() => z.string());

/** An entry of the register: somebody whom the firm knows beside its leads. A new field needs only its row. */
export const conflictEntryFields = recordFields({
  /** UUIDv7 of its creation, which no caller sees: the key identifies the entry. */
  id: { attribute: "id", stored: () => z.string() },
  key: {
    attribute: "key",
    ...text(),
    ...(HAS_PROSE && {
      description: "The key of the entry, which the firm has chosen, such as the number of the client.",
      example: "client-1042",
    }),
  },
  ...namedFields(LIMITS.entryAliases),
  role: {
    attribute: "role",
    ...asStored(() => z.enum(ENTRY_ROLES)),
    created: () => choice(ENTRY_ROLES),
    ...(HAS_PROSE && {
      description:
        "`client` and `former_client` of the firm, `adverse` to one of its clients, or `related`: beside a matter, such as a witness.",
      example: "client",
    }),
  },
  matter: {
    attribute: "matter",
    ...laterText,
    created: () => z._default(textOrNull(LIMITS.matterCharacters), null),
    ...(HAS_PROSE && {
      description: "The matter of which the firm knows it, for people; null when there is none.",
      example: "12/2024 Acme v. Zenith",
    }),
  },
  created_at: createdAtField(),
});
