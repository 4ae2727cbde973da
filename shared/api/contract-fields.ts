import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { Violation } from "./schema/violations.ts";

export type ContractFields = Pick<EndpointDefinition, "body" | "query">;

const OTHERS = [
  "body",
  "query",
  "cursor",
  "id",
  "key",
  "external_id",
  "Idempotency-Key",
  "If-Match",
  "Intake-Version",
];

/**
 * The names that the contract has for the fields of violations, each once, for the log. What follows in a field's path
 * may be a key that a caller wrote, and so a person's name or address.
 */
export const contractFields = (
  violations: readonly Violation[],
  { body, query }: ContractFields,
): string[] => {
  const names = new Set([...shapeKeys(body?.()), ...shapeKeys(query?.()), ...OTHERS]);
  const fields = violations.map(({ field }) => field.split(/[.[]/, 1)[0] ?? "");
  return [...new Set(fields.map((field) => (names.has(field) ? field : "other")))];
};

const shapeKeys = (schema: object | undefined): string[] =>
  schema && "shape" in schema && typeof schema.shape === "object" ? Object.keys(schema.shape ?? {}) : [];
