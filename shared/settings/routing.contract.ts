import * as z from "zod/mini";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choice, configuredKey, listOf, notEmpty, uuid, wholeNumber } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { conditions, storedConditions } from "./condition.contract.ts";

/** The minutes that count towards a deadline: all, or those in which a member of the rule works. */
const CLOCKS = ["always", "office_hours"] as const;

/** What a deadline that has passed does to the lead. */
const ESCALATIONS = ["none", "next"] as const;

const routingMemberFields = recordFields({
  id: {
    attribute: "id",
    ...asStored(() => z.uuid()),
    created: uuid,
    ...(HAS_PROSE && { description: "The id of the member.", example: EXAMPLE_IDS.attorney }),
  },
  weight: {
    attribute: "weight",
    ...asStored(() => z.int()),
    created: () => z._default(wholeNumber(1, LIMITS.routingWeight), 1),
    ...(HAS_PROSE && {
      description: "The member's share of the turns, beside the others' weights.",
      example: 2,
    }),
  },
});

const withinTotalWeight = () =>
  z.refine<readonly { readonly weight: number }[]>(
    (members) => members.reduce((sum, { weight }) => sum + weight, 0) <= LIMITS.routingWeights,
    `must have weights of at most ${LIMITS.routingWeights} together`,
  );

/** A rule by which leads that nobody was named for go to members in turn, and how soon they are to be contacted. */
export const routingRuleFields = recordFields({
  key: {
    attribute: "key",
    ...asStored(() => z.string()),
    created: () => configuredKey(LIMITS.routingKeyCharacters),
    ...(HAS_PROSE && { description: "A key that the firm chooses; never changes.", example: "injury" }),
  },
  when: {
    attribute: "when",
    ...asStored(storedConditions),
    created: () => z._default(conditions(), []),
    ...(HAS_PROSE && {
      description:
        "Conditions on the lead's `source` and `data`, such as `data.case_type`, all of which must hold. Without conditions, the rule fits every lead.",
      example: [{ path: "data.case_type", equals: "Family" }],
    }),
  },
  members: {
    attribute: "members",
    ...listOfRecords(routingMemberFields),
    created: () =>
      listOf(settingsObject(routingMemberFields.created()), LIMITS.routingMembers).check(
        notEmpty("must have at least one member"),
        withinTotalWeight(),
      ),
    ...(HAS_PROSE && {
      description: "The members who take turns. The first lead goes to the first of the greatest weight.",
    }),
  },
  respond_within_min: {
    attribute: "respondWithinMinutes",
    ...asStored(() => z.nullable(z.int())),
    created: () => z._default(z.nullable(wholeNumber(1, LIMITS.respondWithinMinutes)), null),
    ...(HAS_PROSE && {
      description:
        "The minutes from `captured_at` within which the lead is to be contacted; null for no deadline.",
      example: 15,
    }),
  },
  clock: {
    attribute: "clock",
    ...asStored(() => z.enum(CLOCKS)),
    created: () => z._default(choice(CLOCKS), "always"),
    ...(HAS_PROSE && {
      description:
        "Which minutes count: `always` all, `office_hours` those in which an active member of the rule works.",
      example: "office_hours",
    }),
  },
  escalate: {
    attribute: "escalate",
    ...asStored(() => z.enum(ESCALATIONS)),
    created: () => z._default(choice(ESCALATIONS), "none"),
    ...(HAS_PROSE && {
      description:
        "What happens at the deadline of a lead that nobody has contacted: `none`, or `next` to assign it to the next member in turn, with a new deadline, at most three times.",
      example: "next",
    }),
  },
  /** The order of the turns, made from the weights when they were saved: for each place, the member's index in base 36. */
  ring: {
    attribute: "ring",
    stored: () => z.object({ id: z.int(), places: z.string() }),
    initial: { id: 0, places: "" },
  },
});

export const routingRuleInput = lazy(() => settingsObject(routingRuleFields.created()));

/** The rules as a field of a firm. Their rings are made from their members. */
export const routingRules = {
  ...listOfRecords(routingRuleFields),
  stored: () => z._default(z.array(routingRuleFields.item()), []),
  changed: () => listOf(routingRuleInput(), LIMITS.routingRules),
  taken: (rules: readonly z.output<ReturnType<typeof routingRuleInput>>[]) =>
    rules.map((rule) => ({ ...routingRuleFields.initial, ...routingRuleFields.newFields(rule) })),
  initial: [],
};
