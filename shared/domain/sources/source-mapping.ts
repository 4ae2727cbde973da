import type { LeadChanges } from "../../contract/leads.ts";
import { nonBlankText } from "../../contract/schema/fields.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { LeadField } from "../firm/firm.ts";
import { type InboundValue, inboundDataValue, inboundExternalId, inboundText } from "./inbound-value.ts";
import { parsePath, type Step, valueAt } from "./json-path.ts";
import type { Mapping } from "./source.ts";

/** The default path of each lead field in inbound JSON. */
const DEFAULT_PATHS = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone: "phone",
} as const satisfies Record<Exclude<keyof LeadChanges, "source" | "status" | "assignee_id" | "data">, string>;

const DEFAULT_EXTERNAL_ID_PATH = "externalId";
const DATA_PREFIX = "data.";

/** What a mapping read from inbound JSON, without blank values. */
export type MappedLead = {
  readonly fields: Readonly<Partial<Record<keyof typeof DEFAULT_PATHS, string>>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly externalId: string | null;
};

/**
 * Validates the targets and paths of a mapping. Entries of the stored one stay valid: a field may have been removed
 * since. The schema rejects what is too large, and paths that are not text of one line.
 */
export const mappingViolations = (
  input: unknown,
  fields: readonly LeadField[],
  stored: Mapping = {},
): Violation[] => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const entries = Object.entries(input).filter(
    ([target, path]) => !(Object.hasOwn(stored, target) && stored[target] === path),
  );
  if (entries.length > LIMITS.mappingEntries) return [];
  return entries.flatMap(([target, path]) => {
    const messages = [targetProblem(target, fields), pathProblem(path)];
    return messages.flatMap((message) => (message === null ? [] : [{ field: `mapping.${target}`, message }]));
  });
};

const targetProblem = (target: string, fields: readonly LeadField[]): string | null => {
  if (Object.hasOwn(DEFAULT_PATHS, target) || target === "external_id") return null;
  if (!target.startsWith(DATA_PREFIX)) {
    const names = [...Object.keys(DEFAULT_PATHS), "external_id", "data.<key>"].join(", ");
    return `is not a lead field; the fields are ${names}`;
  }
  const key = target.slice(DATA_PREFIX.length);
  return fields.some((field) => field.key === key) ? null : "is not a lead field that the firm defines";
};

const pathProblem = (path: unknown): string | null => {
  if (typeof path !== "string" || !nonBlankText(LIMITS.pathCharacters).safeParse(path).success) return null;
  return parsePath(path.trim()) === null ? "must be a path such as contact.email or answers[0].value" : null;
};

/** Reads a lead from inbound JSON, with a violation for each value that a lead cannot have. */
export const mapLead = (
  json: unknown,
  mapping: Mapping,
  leadFields: readonly LeadField[],
): { mapped: MappedLead; violations: Violation[] } => {
  const violations: Violation[] = [];
  const inputAt = (target: string, defaultSteps: readonly Step[]) => {
    const path = Object.hasOwn(mapping, target) ? mapping[target] : undefined;
    return valueAt(json, (path === undefined ? null : parsePath(path)) ?? defaultSteps);
  };
  const collect = <Value>(field: string, { value, problem }: InboundValue<Value>): Value | undefined => {
    if (problem !== undefined) violations.push({ field, message: problem });
    return value;
  };
  const fields = Object.entries(DEFAULT_PATHS).flatMap(([target, key]) => {
    const text = collect(target, inboundText(inputAt(target, [{ key }])));
    return text === undefined ? [] : [[target, text]];
  });
  const externalId = collect(
    "external_id",
    inboundExternalId(inputAt("external_id", [{ key: DEFAULT_EXTERNAL_ID_PATH }])),
  );
  const data = leadFields.flatMap((field) => {
    const value = inboundDataValue(inputAt(DATA_PREFIX + field.key, [{ key: field.key }]), field);
    return value === undefined ? [] : [[field.key, value]];
  });
  return {
    mapped: {
      fields: Object.fromEntries(fields),
      data: Object.fromEntries(data),
      externalId: externalId ?? null,
    },
    violations,
  };
};
