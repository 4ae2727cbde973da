import type { Violation } from "../../contract/app-error.ts";
import type { LeadChanges } from "../../contract/leads.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { LeadField } from "../firm/firm.ts";
import { type InboundValue, inboundDataValue, inboundExternalId, inboundText } from "./inbound-value.ts";
import { parsePath, type Step, valueAt } from "./json-path.ts";
import type { Mapping } from "./source.ts";

/** The path of each lead field in inbound JSON unless the mapping names another. */
const DEFAULT_PATHS = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone: "phone",
} as const satisfies Record<Exclude<keyof LeadChanges, "source" | "status" | "assignee_id" | "data">, string>;

const DEFAULT_EXTERNAL_ID_PATH = "externalId";
const DATA_PREFIX = "data.";

/** What a mapping took from inbound JSON. Absent and blank are the same: neither is there. */
export type MappedLead = {
  readonly fields: Readonly<Partial<Record<keyof typeof DEFAULT_PATHS, string>>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly externalId: string | null;
};

/** What is wrong with a mapping as sent; that its paths are texts is the schema's to say. */
export const mappingViolations = (sent: unknown, fields: readonly LeadField[]): Violation[] => {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return [];
  return Object.entries(sent).flatMap(([target, path]) => {
    const messages = [targetProblem(target, fields), pathProblem(path)];
    return messages.flatMap((message) => (message === null ? [] : [{ field: `mapping.${target}`, message }]));
  });
};

const targetProblem = (target: string, fields: readonly LeadField[]): string | null => {
  if (Object.hasOwn(DEFAULT_PATHS, target) || target === "external_id") return null;
  if (!target.startsWith(DATA_PREFIX)) {
    const names = [...Object.keys(DEFAULT_PATHS), "external_id", "data.<key>"].join(", ");
    return `is no field of a lead; there are ${names}`;
  }
  const key = target.slice(DATA_PREFIX.length);
  return fields.some((field) => field.key === key) ? null : "is no lead field that the firm defines";
};

const pathProblem = (path: unknown): string | null => {
  if (typeof path !== "string") return null;
  if (path.length > LIMITS.pathCharacters) return `must have at most ${LIMITS.pathCharacters} characters`;
  return parsePath(path.trim()) === null ? "must be a path such as contact.email or answers[0].value" : null;
};

/** A lead as the mapping finds it in inbound JSON, and what of it cannot be one's value. */
export const mapLead = (
  json: unknown,
  mapping: Mapping,
  leadFields: readonly LeadField[],
): { mapped: MappedLead; violations: Violation[] } => {
  const violations: Violation[] = [];
  const found = (target: string, defaultSteps: readonly Step[]) => {
    const path = Object.hasOwn(mapping, target) ? mapping[target] : undefined;
    return valueAt(json, (path === undefined ? null : parsePath(path)) ?? defaultSteps);
  };
  const read = <Value>(field: string, { value, problem }: InboundValue<Value>): Value | undefined => {
    if (problem !== undefined) violations.push({ field, message: problem });
    return value;
  };
  const fields = Object.entries(DEFAULT_PATHS).flatMap(([target, key]) => {
    const text = read(target, inboundText(found(target, [{ key }])));
    return text === undefined ? [] : [[target, text]];
  });
  const externalId = read(
    "external_id",
    inboundExternalId(found("external_id", [{ key: DEFAULT_EXTERNAL_ID_PATH }])),
  );
  const data = leadFields.flatMap((field) => {
    const value = inboundDataValue(found(DATA_PREFIX + field.key, [{ key: field.key }]), field);
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
