import type { Violation } from "../schema/violations.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { divide, type RuleOf, readTarget } from "./find-values.rules.ts";
import { dataValue, misfitsIn } from "./value.rules.ts";

type Data = Readonly<Record<string, unknown>>;

/** Reads the values of the firm's fields by their keys, and leaves out those that do not fit. */
export const readData = (json: unknown, ruleOf: RuleOf, fields: readonly CustomField[]) => {
  const { found, fallback } = divide(
    fields.map((field) => [
      field.key,
      readTarget(json, ruleOf(DATA_PREFIX + field.key), (input) => dataValue(input, field)),
    ]),
  );
  const [misfits, fallbackMisfits] = [misfitsIn(found, fields), misfitsIn(fallback, fields)];
  return {
    found: without(found, misfits),
    fallback: without(fallback, fallbackMisfits),
    fallbackTexts: Object.entries(fallback).map(
      ([key, value]) => [DATA_PREFIX + key, String(value)] as const,
    ),
    misfits,
    fallbackMisfits,
  };
};

const without = (data: Data, misfits: readonly Violation[]): Data => {
  const fields = new Set(misfits.map(({ field }) => field));
  return Object.fromEntries(Object.entries(data).filter(([key]) => !fields.has(DATA_PREFIX + key)));
};
