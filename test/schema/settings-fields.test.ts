import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { toViolations, type Violation } from "../../shared/schema/violations.ts";
import { OPERATIONS } from "../support/openapi/published-document.ts";
import { type Node, schemaNodes } from "../support/openapi/schema-nodes.ts";
import { type KnownValues, validValues } from "../support/openapi/valid-values.ts";
import { hasSettingsBody } from "../support/settings-endpoints.ts";

const ROWS = ENDPOINTS.filter(hasSettingsBody);

const NOTHING_KNOWN: KnownValues = {
  valuesOf: () => undefined,
  keysOf: () => undefined,
  isLeftOut: () => false,
  isSent: () => false,
};

const endpoint = (name: string) => ENDPOINTS.find((row) => row.name === name);

const violationsOf = ({ body }: Pick<EndpointDefinition, "body">, json: unknown) => {
  const { error } = body?.().safeParse(json) ?? {};
  return error ? toViolations(error, "body") : [];
};

const violations = (name: string, json: unknown) => violationsOf({ ...endpoint(name) }, json);

/** Returns every object of a body that has fields of its own, at every depth, in each of its forms. */
const objectsOf = ({ name }: EndpointDefinition): Node[] => {
  const content = OPERATIONS.find((operation) => operation.name === name)?.requestBody?.content;
  const schema = content?.["application/json"]?.schema ?? {};
  return schemaNodes(schema, NOTHING_KNOWN).filter((node) => node.schema.properties);
};

/** Returns whether a violation is of a field; `{}` stands for any key of a map. */
const isOf =
  (path: string) =>
  ({ field }: Violation) => {
    const [start = "", end = start] = path.split("{}");
    return field.startsWith(start) && field.endsWith(end);
  };

const OBJECTS = ROWS.flatMap((row) =>
  objectsOf(row).map((node) => {
    const field = node.field === "" ? "unkown" : `${node.field}.unkown`;
    return [row.name, field, Object.keys(node.schema.properties ?? {}).join(" "), { row, node }] as const;
  }),
);

it("settings have objects within objects", () => {
  const fields = OBJECTS.map(([name, field]) => `${name} ${field}`);
  expect(fields).toEqual(
    expect.arrayContaining([
      "update-firm unkown",
      "update-firm booking_rules.unkown",
      "update-member office_hours[0].unkown",
      "create-source mapping{}.unkown",
      "create-source signature.unkown",
      "rotate-source-key unkown",
    ]),
  );
});

describe("a field that does not exist is a violation", () => {
  it.each(OBJECTS)("%s: %s beside %s", (_, field, _names, { row, node }) => {
    const objects = validValues(node.schema, node.name, NOTHING_KNOWN);
    const withUnknown = objects.map((object) => ({ ...Object(object), unkown: 1 }));
    for (const body of fc.sample(node.embed(withUnknown), { seed: 1, numRuns: 5 })) {
      const found = violationsOf(row, body).filter(isOf(field));
      const message = expect.stringMatching(/^is not a field(; use one of: \w+|: there are none$)/);
      expect(found).toEqual([{ field: expect.any(String), message }]);
    }
  });
});

const changes = ROWS.filter(({ method }) => method === "PATCH");
const shapeOf = (schema: object | undefined): string[] =>
  schema && "shape" in schema ? Object.keys(Object(schema.shape)) : [];

describe("a change ignores fields that a GET shows and nobody can set", () => {
  it.each(changes)("$name", (row) => {
    const settable = shapeOf(row.body?.());
    const readOnly = shapeOf(row.response.schema?.()).filter((field) => !settable.includes(field));
    expect(readOnly).toEqual(expect.arrayContaining(["id", "version"]));
    const sent = Object.fromEntries(readOnly.map((field) => [field, "x"]));
    expect(row.body?.().safeParse(sent)).toMatchObject({ success: true, data: {} });
    expect(row.body?.().safeParse(sent).data).toEqual({});
  });
});

it.each([
  ["create-member", { name: "Ada", id: "x" }, "id"],
  ["create-key", { name: "CRM", scopes: ["leads:read"], enabled: false }, "enabled"],
  ["update-key", { key: "itk_x" }, "key"],
  ["update-webhook", { secret: "whsec_x" }, "secret"],
  ["update-source", { ingestion_key: "its_x" }, "ingestion_key"],
])("%s refuses a field that it cannot set and no GET shows: %j", (name, body, field) => {
  expect(violations(name, body).map((violation) => violation.field)).toEqual([field]);
});

it("reports all violations at once, also those of an object's own rules", () => {
  const body = {
    timeZone: "Europe/Berlin",
    name: 7,
    holidays: [{ start_date: "2026-01-02", end_date: "2026-01-01", titel: "x" }],
    booking_rules: { max_per_day: 0, min_notice: 60 },
  };
  expect(violations("update-firm", body)).toEqual([
    { field: "name", message: "must be a string" },
    { field: "booking_rules.max_per_day", message: "must be between 1 and 1000" },
    { field: "booking_rules.min_notice", message: "is not a field (did you mean min_notice_min?)" },
    { field: "holidays[0].titel", message: "is not a field; use one of: start_date, end_date, name" },
    { field: "holidays[0].end_date", message: "must not be before start_date" },
    { field: "timeZone", message: "is not a field (did you mean time_zone?)" },
  ]);
});

it.each([["https://example.com/"], [`https://example.com/${"x".repeat(1_400)}`]])(
  "counts the characters of a URL as it is stored, which a refusal says: %#",
  (start) => {
    const message = "must have at most 2000 characters, percent-encoded";
    const body = (letters: number) => ({ url: start + "ü".repeat(letters), events: ["*"] });
    const most = Math.floor((2_000 - start.length) / "%C3%BC".length);
    expect(violations("create-webhook", body(most))).toEqual([]);
    expect(violations("create-webhook", body(most + 1))).toEqual([{ field: "url", message }]);
  },
);

it("tells a start at the end of the day that it must be before it", () => {
  const office_hours = [{ weekday: 1, start: "24:00", end: "24:00" }];
  const message = 'must be a time such as "09:00", before "24:00"';
  expect(violations("update-member", { office_hours })).toEqual([
    { field: "office_hours[0].start", message },
  ]);
});

describe("a number that cannot be stored is refused with the limit that it breaks", () => {
  const TINY = "must be 0, or differ from 0 by at least 1e-130";
  const MAXIMUM = Number.MAX_SAFE_INTEGER;
  const type = { key: "a", name: "A", duration_min: 30 };

  it.each([
    [1e-300, TINY],
    [-1e-300, `must be between 0 and ${MAXIMUM}`],
    [-1, `must be between 0 and ${MAXIMUM}`],
    [2 ** 53, `must be between 0 and ${MAXIMUM}`],
    [JSON.parse("1e999"), `must be between 0 and ${MAXIMUM}`],
  ])("an amount of %j: %s", (amount, message) => {
    const violation = { field: "consultation_types[0].amount", message };
    expect(violations("update-firm", { consultation_types: [{ ...type, amount }] })).toEqual([violation]);
    expect(violations("record-payment", { amount })).toEqual([{ field: "amount", message }]);
  });

  it.each([
    [1e-300, TINY],
    [-1e-300, TINY],
    [-(2 ** 53), `must be between -${MAXIMUM} and ${MAXIMUM}`],
    [JSON.parse("1e999"), `must be between -${MAXIMUM} and ${MAXIMUM}`],
  ])("the constant %j of a source: %s", (value, message) => {
    const body = {
      ...{ key: "form", name: "Form", mapping: { "data.a": { value } } },
      accept_when: [{ path: "a", equals: value }],
    };
    expect(violations("create-source", body)).toEqual([
      { field: "mapping.data.a.value", message },
      { field: "accept_when[0].equals", message },
    ]);
  });
});

it.each([
  ["update-firm", "booking_rules", { buffer_min: 1.5 }, ["buffer_min"]],
  ["update-firm", "holidays[0]", { start_date: "2026-02-30", end_date: "2026-03-01" }, ["start_date"]],
  ["update-member", "office_hours[0]", { weekday: 1, start: "25:00", end: "26:00" }, ["start", "end"]],
  ["update-member", "time_off[0]", { start_at: "x", end_at: "2026-03-01T00:00:00Z" }, ["start_at"]],
])(
  "%s reports a field of %s that does not exist beside invalid ones: %j",
  (name, parent, fields, invalid) => {
    const object = { ...fields, unkown: 1 };
    const body = parent.endsWith("[0]") ? { [parent.slice(0, -3)]: [object] } : { [parent]: object };
    const found = violations(name, body).map(({ field }) => field);
    expect(found).toEqual([...invalid, "unkown"].map((field) => `${parent}.${field}`));
  },
);

it.each(["__proto__", "constructor", "toString", ""])("accepts no inherited name: %j", (name) => {
  const body = JSON.parse(`{${JSON.stringify(name)}: 1}`);
  expect(violations("update-firm", body)).toMatchObject([{ field: name }]);
});

it.each([
  ["create-webhook", "headers", { url: "https://example.com/", events: ["*"] }],
  ["update-webhook", "headers", {}],
  ["update-source", "mapping", {}],
])("%s accepts no inherited name in %s", (name, map, more) => {
  const body = { ...more, [map]: JSON.parse('{"__proto__": "x", "a": "b"}') };
  expect(violations(name, body)).toEqual([{ field: `${map}.__proto__`, message: "cannot be a name here" }]);
});

it.each([
  ["update-source", { mapping: { "data.any-key": "a" } }],
  ["update-webhook", { headers: { "X-Any": "1" } }],
  ["preview-inbound-delivery", { payload: { any: { thing: 1 } }, name: "Form", enabled: true }],
])("allows any keys in maps, payloads and the source of a preview: %s", (name, body) => {
  expect(violations(name, body)).toEqual([]);
});

describe("a violation of a type states the expected type:", () => {
  const shape = "an object with any of min_notice_min, max_advance_days, buffer_min, max_per_day";
  const days = "an object with start_date and end_date, or with start_at and end_at, and optionally reason";
  const rule = "a path, a list of paths, or an object with path, paths or value and optionally fallback";
  it.each([
    ["update-firm", "stages[0]", { stages: ["new"] }, "an object with key, name and optionally terminal"],
    ["update-firm", "booking_rules", { booking_rules: null }, shape],
    ["update-key", "body", [], "an object with any of name, scopes, enabled, requests_per_minute"],
    ["update-member", "time_off[0]", { time_off: ["2026-01-01"] }, days],
    ["update-member", "office_hours[0]", { office_hours: [7] }, "an object with weekday, start, end"],
    ["update-source", "mapping.email", { mapping: { email: 7 } }, rule],
    [
      "update-source",
      "accept_when[0]",
      { accept_when: [7] },
      "an object with path and one of equals, in and present",
    ],
    ["update-source", "default_assignee_id", { default_assignee_id: 7 }, "a UUID"],
    ["update-source", "default_assignee_id", { default_assignee_id: "7" }, "a UUID"],
    ["update-member", "time_zone", { time_zone: "Berlin" }, "an IANA time zone name such as Europe/Berlin"],
  ])("%s: %s", (name, field, body, expected) => {
    expect(violations(name, body)).toEqual([{ field, message: `must be ${expected}` }]);
  });

  it.each(["Monday", 0, 8, 1.5, null])("for a weekday: %j", (weekday) => {
    const body = { office_hours: [{ weekday, start: "09:00", end: "10:00" }] };
    expect(violations("update-member", body)).toEqual([
      { field: "office_hours[0].weekday", message: "must be 1 (Monday) to 7 (Sunday)" },
    ]);
  });

  it.each([
    ["office_hours[0].weekday", { office_hours: [{ start: "09:00", end: "10:00" }] }],
    ["office_hours[0].end", { office_hours: [{ weekday: 1, start: "09:00" }] }],
  ])("says that a missing one is required: %s", (field, body) => {
    expect(violations("update-member", body)).toEqual([{ field, message: "is required" }]);
  });
});
