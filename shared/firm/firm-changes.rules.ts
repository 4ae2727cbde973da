import { changedFields } from "../api/changed-fields.ts";
import type { Member } from "../members/member.rules.ts";
import { LIMITS } from "../schema/limits.ts";
import { duplicateViolations, type Violation, validateWellFormedEntries } from "../schema/violations.ts";
import { consultationTypeInput } from "../settings/consultation-type.contract.ts";
import { customFieldInput } from "../settings/custom-field.contract.ts";
import type { FirmChanges } from "../settings/firm.contract.ts";
import type { CustomField, FirmSettings } from "../settings/firm.rules.ts";
import { firmFields } from "../settings/firm-fields.contract.ts";
import { stageInput } from "../settings/stage.contract.ts";

type Input = Readonly<Record<string, unknown>>;

/** Returns the settings that a valid PATCH changes, with those that follow from it. */
export const firmChange = (
  settings: FirmSettings,
  input: FirmChanges,
  derived: Partial<FirmSettings> = {},
): Partial<FirmSettings> =>
  changedFields<FirmSettings>(settings, { ...firmFields.changes(input, settings), ...derived });

/** Validates new settings beyond their schema, except the country, which needs the numbering plans. */
export const firmViolations = (input: Input): Violation[] => [
  ...validateWellFormedEntries(
    { input: input.stages, entry: stageInput(), maximum: LIMITS.stages },
    (stages) =>
      duplicateViolations(
        stages.map(({ key }) => key),
        (index) => `stages[${index}].key`,
      ),
  ),
  ...customFieldViolations(input, "lead_fields"),
  ...customFieldViolations(input, "consultation_fields"),
];

/** Requires that the types' keys differ, and that each attorney in a pool is a member of the firm, once. */
export const consultationTypeViolations = (
  { consultation_types: input }: Input,
  members: readonly Pick<Member, "id">[],
): Violation[] =>
  validateWellFormedEntries(
    { input, entry: consultationTypeInput(), maximum: LIMITS.consultationTypes },
    (types) => [
      ...duplicateViolations(
        types.map(({ key }) => key),
        (index) => `consultation_types[${index}].key`,
      ),
      ...types.flatMap(({ attorney_ids }, index) =>
        poolViolations(attorney_ids ?? [], members, `consultation_types[${index}].attorney_ids`),
      ),
    ],
  );

const poolViolations = (
  ids: readonly string[],
  members: readonly Pick<Member, "id">[],
  field: string,
): Violation[] => [
  ...duplicateViolations(ids, (index) => `${field}[${index}]`),
  ...ids.flatMap((id, index) =>
    members.some((member) => member.id === id)
      ? []
      : [{ field: `${field}[${index}]`, message: "must be a member of the firm" }],
  ),
];

/** Returns the keys of the stages that a new list omits. Even a malformed entry keeps the stage of its key. */
export const removedStageKeys = ({ stages }: FirmSettings, input: unknown): string[] => {
  if (!Array.isArray(input)) return [];
  const kept = new Set(input.map(keyOf));
  return stages.map(({ key }) => key).filter((key) => !kept.has(key));
};

/** Rejects the removal of stages that have leads, active or archived. */
export const occupiedStageViolations = (keys: readonly string[]): Violation[] =>
  keys.map((key) => ({ field: "stages", message: `must keep the stage ${key}, because it has leads` }));

const keyOf = (entry: unknown) =>
  typeof entry === "object" && entry !== null && "key" in entry && typeof entry.key === "string"
    ? entry.key.trim()
    : undefined;

const customFieldViolations = (input: Input, name: "lead_fields" | "consultation_fields"): Violation[] =>
  validateWellFormedEntries(
    { input: input[name], entry: customFieldInput(), maximum: LIMITS.customFields },
    (fields) => [
      ...duplicateViolations(
        fields.map(({ key }) => key),
        (index) => `${name}[${index}].key`,
      ),
      ...fields.flatMap((field, index) => optionViolations(field, `${name}[${index}].options`)),
    ],
  );

const optionViolations = ({ type, options }: CustomField, field: string): Violation[] => {
  if (type !== "select") {
    return options.length === 0 ? [] : [{ field, message: "must be empty unless the type is select" }];
  }
  if (options.length === 0) return [{ field, message: "must have at least one option" }];
  return duplicateViolations(options, (index) => `${field}[${index}]`);
};
