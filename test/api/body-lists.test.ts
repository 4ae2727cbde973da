import { describe, expect, it } from "@jest/globals";
import * as z from "zod/mini";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { toViolations } from "../../shared/schema/violations.ts";

/** The fields of zod's definitions that lead to other schemas, and the checks of a list or map. */
type Definition = {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
};

const isCollection = ({ type }: Definition) => ["array", "record", "map", "set"].includes(type);

/** Returns the paths of lists and maps without a maximum. The output of a pipe is as long as its input may be. */
const unboundedPaths = (schema: z.ZodMiniType | undefined, path: string, isBounded = false): string[] => {
  if (schema === undefined) return [];
  const definition: Definition = schema._zod.def;
  const own = isCollection(definition) && !isBounded && !definition.checks?.length ? [path] : [];
  const { shape = {}, options = [], element, valueType, innerType } = definition;
  return [
    ...own,
    ...Object.entries(shape).flatMap(([name, field]) => unboundedPaths(field, `${path}.${name}`)),
    ...options.flatMap((option) => unboundedPaths(option, path)),
    ...[element, valueType].flatMap((entry) => unboundedPaths(entry, `${path}[]`)),
    ...unboundedPaths(innerType, path),
    ...unboundedPaths(definition.in, path),
    ...unboundedPaths(definition.out, path, definition.in !== undefined),
  ];
};

it("every list and map in a body has a maximum, also nested ones", () => {
  const unbounded = ENDPOINTS.flatMap(({ name, body }) => unboundedPaths(body?.(), name));
  expect(unbounded).toEqual([]);
  expect(unboundedPaths(z.object({ list: z.optional(z.array(z.string())) }), "body")).toEqual(["body.list"]);
});

const entries = (count: number, entry: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => entry(index));
const map = (count: number, value: unknown) =>
  Object.fromEntries(entries(count, (index) => [`key_${index}`, value]) as [string, unknown][]);
const stage = (index: number) => ({ key: `k${index}`, name: "N" });
const customField = (index: number) => ({ key: `k${index}`, label: "L", type: "text" });
const day = { start_date: "2026-01-01", end_date: "2026-01-01" };

const violationsOf = (endpoint: string, body: unknown) => {
  const schema = ENDPOINTS.find(({ name }) => name === endpoint)?.body?.();
  const { error } = schema?.safeParse(body) ?? {};
  return error ? toViolations(error, "body") : [];
};

describe("a list or map accepts its maximum, and one entry more is its only violation", () => {
  it.each<[endpoint: string, field: string, maximum: number, make: (count: number) => unknown]>([
    ["update-firm", "stages", LIMITS.stages, (count) => entries(count, stage)],
    ["update-firm", "lead_fields", LIMITS.customFields, (count) => entries(count, customField)],
    ["update-firm", "consultation_fields", LIMITS.customFields, (count) => entries(count, customField)],
    [
      "update-firm",
      "consultation_types",
      LIMITS.consultationTypes,
      (count) => entries(count, (index) => ({ key: `t${index}`, name: "T", duration_min: 30 })),
    ],
    ["update-firm", "holidays", LIMITS.holidays, (count) => entries(count, () => day)],
    ["update-member", "time_off", LIMITS.timeOff, (count) => entries(count, () => day)],
    [
      "update-member",
      "office_hours",
      LIMITS.officeHours,
      (count) => entries(count, () => ({ weekday: 1, start: "09:00", end: "10:00" })),
    ],
    [
      "update-member",
      "date_hours",
      LIMITS.dateHours,
      (count) => entries(count, () => ({ date: "2055-03-02", windows: [] })),
    ],
    ["update-lead", "data", LIMITS.dataEntries, (count) => map(count, 1)],
    ["complete-consultation", "data", LIMITS.dataEntries, (count) => map(count, 1)],
    ["update-source", "mapping", LIMITS.mappingEntries, (count) => map(count, "path")],
    ["update-key", "scopes", LIMITS.listEntries, (count) => entries(count, () => "leads:read")],
    ["update-webhook", "events", LIMITS.listEntries, (count) => entries(count, () => "lead.created")],
  ])("%s: %s", (endpoint, field, maximum, make) => {
    expect(violationsOf(endpoint, { [field]: make(maximum) })).toEqual([]);
    const message = `must have at most ${maximum} entries`;
    expect(violationsOf(endpoint, { [field]: make(maximum + 1) })).toEqual([{ field, message }]);
  });

  it.each(["lead_fields", "consultation_fields"])("update-firm: the options of a field in %s", (list) => {
    const bodyWith = (count: number) => ({
      [list]: [{ ...customField(0), type: "select", options: entries(count, (index) => `o${index}`) }],
    });
    expect(violationsOf("update-firm", bodyWith(LIMITS.fieldOptions))).toEqual([]);
    expect(violationsOf("update-firm", bodyWith(LIMITS.fieldOptions + 1))).toEqual([
      { field: `${list}[0].options`, message: `must have at most ${LIMITS.fieldOptions} entries` },
    ]);
  });

  it("update-member: the windows of a date", () => {
    const bodyWith = (count: number) => ({
      date_hours: [{ date: "2055-03-02", windows: entries(count, () => ({ start: "09:00", end: "10:00" })) }],
    });
    expect(violationsOf("update-member", bodyWith(LIMITS.dateWindows))).toEqual([]);
    expect(violationsOf("update-member", bodyWith(LIMITS.dateWindows + 1))).toEqual([
      { field: "date_hours[0].windows", message: `must have at most ${LIMITS.dateWindows} entries` },
    ]);
  });

  it("update-source: the paths of a mapping's target", () => {
    const bodyWith = (count: number) => ({
      mapping: { email: entries(count, () => "a"), phone: { paths: entries(count, () => "a") } },
    });
    expect(violationsOf("update-source", bodyWith(LIMITS.mappingPaths))).toEqual([]);
    const message = `must have at most ${LIMITS.mappingPaths} entries`;
    expect(violationsOf("update-source", bodyWith(LIMITS.mappingPaths + 1))).toEqual([
      { field: "mapping.email", message },
      { field: "mapping.phone.paths", message },
    ]);
  });
});
