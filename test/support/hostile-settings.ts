import { LIMITS } from "../../shared/schema/limits.ts";
import type { HostileText } from "./hostile-texts.ts";

/**
 * Returns the maximum number of names in a list, each of the maximum length. They differ at their ends, except the last
 * two.
 */
const similarNames = (count: number, characters: number): string[] =>
  Array.from({ length: count }, (_, index) => String(Math.min(index, count - 2)).padStart(characters, "x"));

const keyed = (count: number, characters: number, more: object) =>
  similarNames(count, characters).map((key) => ({ key, ...more }));

const NAME = "x".repeat(LIMITS.nameCharacters);

const field = { label: NAME, type: "text" };
const type = { name: NAME, duration_min: 60 };

/** A pool of attorneys whom the firm does not have. */
const pool = similarNames(LIMITS.poolAttorneys, 12).map(
  (end) => `01890000-0000-7000-8000-${end.replaceAll("x", "0")}`,
);

/** Returns misspelled names of an entry's fields. */
const misspelled = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`optio${index.toString(36)}`, 0]));

const entries = (count: number, entry: object) => Array.from({ length: count }, () => entry);

/** Returns the largest lists that settings may have. None is accepted, because of a repeated or misspelled name. */
export const largestSettings = (): HostileText[] =>
  Object.entries({
    "many stages": { stages: keyed(LIMITS.stages, LIMITS.stageKeyCharacters, { name: NAME }) },
    "many fields": { lead_fields: keyed(LIMITS.customFields, LIMITS.fieldKeyCharacters, field) },
    "many options": {
      consultation_fields: [
        {
          key: "a",
          ...field,
          type: "select",
          options: similarNames(LIMITS.fieldOptions, LIMITS.optionCharacters),
        },
      ],
    },
    "many types": {
      consultation_types: keyed(LIMITS.consultationTypes, LIMITS.consultationTypeKeyCharacters, {
        ...type,
        attorney_ids: pool,
      }),
    },
    "many rules": {
      routing: keyed(LIMITS.routingRules, LIMITS.routingKeyCharacters, {
        when: entries(LIMITS.conditions, { path: `data.${"x".repeat(50)}`, in: [1, true] }),
        members: pool.slice(0, LIMITS.routingMembers / 5).map((id) => ({ id })),
      }),
    },
    "many misspelled names": {
      lead_fields: entries(LIMITS.customFields, misspelled(LIMITS.dataEntries / 20)),
    },
    "many holidays": {
      holidays: entries(LIMITS.holidays, {
        start_date: "2026-11-03",
        end_date: "2026-11-02",
        name: NAME.slice(100),
      }),
    },
  }).map(([kind, settings]): HostileText => [kind, JSON.stringify(settings)]);
