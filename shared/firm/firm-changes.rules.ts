import { changedFields } from "../api/changed-fields.ts";
import type { Member } from "../members/member.rules.ts";
import { withRings } from "../routing/rule-rings.rules.ts";
import { parsePath } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";
import { duplicateViolations, type Violation, validateWellFormedEntries } from "../schema/violations.ts";
import { consultationTypeInput } from "../settings/consultation-type.contract.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import { customFieldInput } from "../settings/custom-field.contract.ts";
import type { FirmChanges } from "../settings/firm.contract.ts";
import type { CustomField, FirmSettings } from "../settings/firm.rules.ts";
import { firmFields } from "../settings/firm-fields.contract.ts";
import { routingRuleInput } from "../settings/routing.contract.ts";
import { stageInput } from "../settings/stage.contract.ts";

type Input = Readonly<Record<string, unknown>>;

/** Returns the settings that a valid PATCH changes, with those that follow from it. */
export const firmChange = (
  settings: FirmSettings,
  input: FirmChanges,
  derived: Partial<FirmSettings> = {},
): Partial<FirmSettings> => {
  const { routing, ...changes } = firmFields.changes(input, settings);
  const rings = routing && { routing: withRings(routing, settings) };
  const index = changes.conflictGate && { conflictIndex: indexFor(changes.conflictGate, settings) };
  return changedFields<FirmSettings>(settings, { ...changes, ...rings, ...index, ...derived });
};

/** Returns the index of leads for a gate. It is built anew each time the gate is enabled: it takes in nothing while it is not. */
const indexFor = (
  { enabled }: FirmSettings["conflictGate"],
  { conflictGate: before, conflictIndex: index }: FirmSettings,
): FirmSettings["conflictIndex"] =>
  enabled === before.enabled
    ? index
    : enabled
      ? { state: "building", indexed: 0, generation: index.generation + 1 }
      : { state: "off", indexed: 0, generation: index.generation };

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
        namedViolations(
          attorney_ids ?? [],
          members,
          (at) => `consultation_types[${index}].attorney_ids[${at}]`,
        ),
      ),
    ],
  );

const namedViolations = (
  ids: readonly string[],
  members: readonly Pick<Member, "id">[],
  fieldOf: (index: number) => string,
): Violation[] => [
  ...duplicateViolations(ids, fieldOf),
  ...ids.flatMap((id, index) =>
    members.some((member) => member.id === id)
      ? []
      : [{ field: fieldOf(index), message: "must be a member of the firm" }],
  ),
];

/**
 * Requires that the rules' keys differ, that each member of a rule is one of the firm, once, and that conditions read
 * what a lead can have. Conditions on a field that was removed since stay valid.
 */
export const routingViolations = (
  { routing: input, lead_fields: fields }: Input,
  members: readonly Pick<Member, "id">[],
  settings: Pick<FirmSettings, "leadFields" | "routing">,
): Violation[] =>
  validateWellFormedEntries({ input, entry: routingRuleInput(), maximum: LIMITS.routingRules }, (rules) => {
    const keys = Array.isArray(fields) ? fields.map(keyOf) : settings.leadFields.map(({ key }) => key);
    const stored = settings.routing.flatMap(({ when }) => when.map(({ path }) => path));
    const paths = new Set(["source", ...keys.map((key) => DATA_PREFIX + key), ...stored]);
    return [
      ...duplicateViolations(
        rules.map(({ key }) => key),
        (index) => `routing[${index}].key`,
      ),
      ...rules.flatMap((rule, index) => [
        ...namedViolations(
          rule.members.map(({ id }) => id),
          members,
          (at) => `routing[${index}].members[${at}].id`,
        ),
        ...rule.when.flatMap(({ path }, at) =>
          paths.has(path) || paths.has(dotted(path))
            ? []
            : [{ field: `routing[${index}].when[${at}].path`, message: NOT_OF_LEADS }],
        ),
      ]),
    ];
  });

/** Returns a path with a dot before each name, such as `data.case_type` for `data["case_type"]`. */
const dotted = (path: string) =>
  (parsePath(path) ?? []).map((step) => ("key" in step ? step.key : "")).join(".");

const NOT_OF_LEADS = "must be source, or data. and the key of one of the firm's lead_fields";

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
