import type { RecordRef } from "../table/read-records.ts";
import { requireFound } from "./app-error.ts";

/** The same record, as what the check returns of it. An error of the check is one of reading the record. */
export const checked = <Value, Checked extends NonNullable<unknown>>(
  { key, parse, cached }: RecordRef<Value>,
  check: (value: Value) => Checked,
): RecordRef<Checked> => ({
  key,
  parse: (item) => check(parse(item)),
  ...(cached && { cached: () => checkCached(cached(), check) }),
});

const checkCached = <Value, Checked>(value: Value | undefined, check: (value: Value) => Checked) =>
  value === undefined ? undefined : check(value);

/** A record that must exist: reading it throws `not_found` unless the firm has it. */
export const required = <Value extends NonNullable<unknown>>(noun: string, ref: RecordRef<Value | null>) =>
  checked(ref, (value) => requireFound(noun, value));
