import { isDeepStrictEqual } from "node:util";
import { isMaskWithoutSecret, MASK_WITHOUT_SECRET } from "../api/masked-secret.ts";
import { leadChangesBody } from "../leads/lead-fields.contract.ts";
import { readFields } from "../mapping/read-body.rules.ts";
import { assigneeViolations, type Member } from "../members/member.rules.ts";
import { ownProperty } from "../runtime/collections.ts";
import { LIMITS } from "../schema/limits.ts";
import { nearestName } from "../schema/nearest-name.ts";
import type { Violation } from "../schema/violations.ts";
import { constant } from "../settings/condition.contract.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import type { CustomField, FirmSettings } from "../settings/firm.rules.ts";
import { bookingViolations, type Proof } from "./booking.rules.ts";
import { mappingTargets, TEXT_TARGETS } from "./inbound-lead.rules.ts";
import { PARTY_TARGETS } from "./inbound-parties.rules.ts";
import type { Mapping, Source } from "./source.rules.ts";

type Context = {
  readonly settings: Pick<FirmSettings, "leadFields" | "selfService" | "consultationTypes">;
  /** The member with the default assignee's id in the input, if any. */
  readonly assignee: Member | null;
  /** Absent for a new source. */
  readonly stored?: Source;
};

/**
 * Validates a source beyond its schema. A value that equals the stored one is no change, and stays valid under any
 * settings.
 */
export const sourceViolations = (
  json: Readonly<Record<string, unknown>>,
  { settings, assignee, stored }: Context,
): Violation[] => [
  ...mappingViolations(json.mapping, settings.leadFields, stored?.mapping),
  ...secretViolations(json, stored),
  ...(isDeepStrictEqual(json.booking, stored?.booking)
    ? []
    : bookingViolations(json.booking, proofAfter(json, stored), settings)),
  ...assigneeViolations(json.default_assignee_id, assignee, {
    field: "default_assignee_id",
    stored: stored?.defaultAssigneeId,
  }),
];

/** Returns the proofs of origin that a source has after a request, by the unvalidated body where it has them. */
const proofAfter = (
  { allowed_origins: origins, signature }: Readonly<Record<string, unknown>>,
  stored: Source | undefined,
): Proof => ({
  allowedOrigins: Array.isArray(origins) ? origins.map(String) : (stored?.allowedOrigins ?? []),
  isSigned: signature === undefined ? (stored?.signature ?? null) !== null : signature !== null,
});

/** Rejects a mask without a stored secret. */
const secretViolations = (
  { signature, body_secret: bodySecret }: Readonly<Record<string, unknown>>,
  stored: Source | undefined,
): Violation[] => [
  ...(isMaskWithoutSecret(propertyOf(signature, "secret"), stored?.signature?.secret)
    ? [{ field: "signature.secret", message: MASK_WITHOUT_SECRET }]
    : []),
  ...(isMaskWithoutSecret(propertyOf(bodySecret, "value"), stored?.bodySecret?.value)
    ? [{ field: "body_secret.value", message: MASK_WITHOUT_SECRET }]
    : []),
];

/**
 * Validates the targets and constants of a mapping. Entries of the stored mapping stay valid, since a field may have
 * been removed. The schema rejects a wrong form and a mapping that is too large.
 */
export const mappingViolations = (
  input: unknown,
  fields: readonly CustomField[],
  stored: Mapping = {},
): Violation[] => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const entries = Object.entries(input).filter(
    ([target, entry]) => !(Object.hasOwn(stored, target) && isDeepStrictEqual(stored[target], entry)),
  );
  if (entries.length > LIMITS.mappingEntries) return [];
  return entries.flatMap(([target, entry]) => {
    const problems = [
      ["", targetProblem(target, fields)],
      [".value", constantProblem(target, propertyOf(entry, "value"), fields)],
      [".fallback", constantProblem(target, propertyOf(entry, "fallback"), fields)],
    ] as const;
    return problems.flatMap(([at, message]) =>
      message === null ? [] : [{ field: `mapping.${target}${at}`, message }],
    );
  });
};

/** Returns a property of unvalidated input; undefined unless the input is an object that has it. */
const propertyOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? ownProperty<unknown>({ ...input }, name) : undefined;

const targetProblem = (target: string, fields: readonly CustomField[]): string | null => {
  const targets = mappingTargets(fields);
  if (targets.includes(target)) return null;
  const labelled = fields.find(({ label }) => isLabel(target, label));
  const nearest = labelled
    ? DATA_PREFIX + labelled.key
    : (nearestName(target, targets) ?? nearestName(DATA_PREFIX + target, targets));
  if (nearest !== null) return `is not a lead field (did you mean ${nearest}?)`;
  if (target.startsWith(DATA_PREFIX)) return "is not a lead field that the firm defines";
  return `is not a lead field; the fields are ${[...TEXT_TARGETS, "external_id", "captured_at", ...PARTY_TARGETS, "data.<key>"].join(", ")}`;
};

const isLabel = (target: string, label: string) =>
  target.length <= DATA_PREFIX.length + LIMITS.nameCharacters &&
  [label, DATA_PREFIX + label].some((text) => text.toLowerCase() === target.toLowerCase());

const fieldOf = (target: string, fields: readonly CustomField[]) =>
  fields.find(({ key }) => DATA_PREFIX + key === target);

const constantProblem = (target: string, input: unknown, fields: readonly CustomField[]): string | null => {
  const { data: value } = constant().safeParse(input);
  if (value === undefined) return null;
  if (target === "external_id") return "cannot be a constant: all deliveries would belong to one lead";
  if (PARTY_TARGETS.includes(target)) return "cannot be a constant: a party is of one lead";
  if (TEXT_TARGETS.includes(target)) return textProblem(target, value);
  const field = fieldOf(target, fields);
  if (field === undefined) return null;
  const { omitted } = readFields(
    {},
    { mapping: { [target]: { value } }, jsonFields: [], invalidData: "omit" },
    { texts: [], data: [field] },
  );
  return omitted.data[0]?.message ?? null;
};

const textProblem = (target: string, value: unknown): string | null => {
  const name = target === "full_name" ? "last_name" : target;
  const { error } = leadChangesBody().safeParse({ [name]: value });
  return error?.issues[0]?.message ?? null;
};
