import * as z from "zod/mini";
import { choice, listOf } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { namedFields } from "../schema/named-fields.ts";
import { asStored, type RecordOf, recordFields } from "../schema/record-fields.ts";
import { lazy } from "../schema/zod.ts";

/** Who a party is to the lead: another name of the lead, somebody against it, or somebody beside it. */
export const PARTY_ROLES = ["alias", "adverse", "related"] as const;

/** Somebody whom a lead names. */
const partyFields = recordFields({
  role: {
    attribute: "role",
    ...asStored(() => z.enum(PARTY_ROLES)),
    created: () => choice(PARTY_ROLES),
    ...(HAS_PROSE && {
      description:
        "`alias`: another name of the lead. `adverse`: somebody against it. `related`: anybody else, such as a spouse.",
      example: "adverse",
    }),
  },
  ...namedFields(LIMITS.partyAliases),
});

export type Party = RecordOf<typeof partyFields>;

const partiesInput = lazy(() => z.nullable(listOf(z.object(partyFields.created()), LIMITS.parties)));

/** The parties of a lead, as a field of it. A body replaces the list. */
export const parties = {
  ...(HAS_PROSE && { within: partyFields, example: [partyFields.example()] }),
  initial: null,
  stored: () => z._default(z.nullable(z.array(partyFields.item())), null),
  shown: () => z.optional(z.nullable(z.array(partyFields.shown()))),
  isDerived: true,
  created: () => z._default(partiesInput(), null),
  changed: partiesInput,
} as const;

export const showParties = (parties: readonly Party[] | null) =>
  parties?.map((party) => partyFields.resource(party, {})) ?? null;
