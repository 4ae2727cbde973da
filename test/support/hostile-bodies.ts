import { LIMITS } from "../../shared/schema/limits.ts";
import { type HostileText, hostileTexts, selectTexts } from "./hostile-texts.ts";
import type { Schema } from "./openapi/published-document.ts";

const repeated = (start: string, text: string, end = "") =>
  start + text.repeat(Math.floor((LIMITS.bodyBytes - start.length - end.length) / text.length)) + end;

/** Returns bodies that are not JSON. */
export const hostileTextBodies = () => selectTexts(hostileTexts(LIMITS.bodyBytes), "body", 4);

/** Returns JSON of this length, which exceeds the limit for decoding. */
export const largeBodies = (bytes: number): HostileText[] =>
  selectTexts(hostileTexts(bytes - 20), "email", 1).map(([kind, text]) => [
    `${bytes} bytes of ${kind}`,
    JSON.stringify({ email: text }).padEnd(bytes),
  ]);

const manyNames = (entry: (name: string) => string) => {
  const entries = Array.from({ length: 20_000 }, (_, index) => entry(index.toString(36)));
  const text = entries.join().slice(0, LIMITS.bodyBytes - 2);
  return `{${text.slice(0, text.lastIndexOf(","))}}`;
};

/** Returns JSON within a text of JSON, and so on. Each level doubles the escapes of the inner one. */
export const nestedTexts = () => {
  let text = JSON.stringify({ a: 0 });
  for (;;) {
    const outer = JSON.stringify({ a: text });
    if (outer.length > LIMITS.bodyBytes) return text;
    text = outer;
  }
};

/** JSON with a structure that is costly for a careless reader. */
export const HOSTILE_JSON: readonly HostileText[] = [
  ["lists within lists", "[".repeat(LIMITS.bodyBytes / 2) + "]".repeat(LIMITS.bodyBytes / 2)],
  ["objects within objects", repeated("", '{"a":')],
  ["a list of numbers", repeated("[1", ",1", "]")],
  ["a list of lists", repeated("[[]", ",[]", "]")],
  ["a long number", repeated("", "9")],
  ["many names", manyNames((name) => `"${name}":1`)],
  ["many names that are nearly names of fields", manyNames((name) => `"name_${name}":1`)],
  ["many names that begin like names of fields", manyNames((name) => `"time_zo${name}":1`)],
  ["a name again and again", repeated('{"email":1', ',"email":1', "}")],
  ["a long name", repeated('{"', "a", '":1}')],
  ["names of prototypes", repeated('{"__proto__":{"a":1}', ',"constructor":1', "}")],
  ["escaped text", repeated('{"email":"', "\\u0001", '"}')],
  ["JSON within texts", nestedTexts()],
];

/** The paths to the texts within {@link nestedTexts}, as many as a source may name. */
export const NESTED_PATHS = Array.from({ length: LIMITS.jsonFields }, (_, depth) =>
  Array(depth + 1)
    .fill("a")
    .join("."),
);

const FILLING_BYTES = LIMITS.bodyBytes - 4_000;

const list = (entry: string) => `[${Array(Math.floor(FILLING_BYTES / (entry.length + 1))).fill(entry)}]`;

const map = (value: string) =>
  `{${Array.from({ length: Math.floor(FILLING_BYTES / 16) }, (_, index) => `"k${index}":${value}`)}}`;

/** JSON of each type that fills a body. */
const FILLERS: readonly HostileText[] = [
  ...["0", "{}", "[]", '"x"', "null"].map((entry): HostileText => [`a list of ${entry}`, list(entry)]),
  ...["0", '"a.b"'].map((value): HostileText => [`a map of ${value}`, map(value)]),
  ["a map with a long key", `{"${"x".repeat(FILLING_BYTES)}":"y"}`],
  ["a long text", `"${"x".repeat(FILLING_BYTES)}"`],
  ["invisible characters", `"${"\u200b".repeat(FILLING_BYTES / 3)}"`],
  ["escapes", `"${"\\u0001".repeat(FILLING_BYTES / 6)}"`],
  ["labels", `"${"a.".repeat(FILLING_BYTES / 2)}"`],
  ["lists within lists", "[".repeat(FILLING_BYTES / 2) + "]".repeat(FILLING_BYTES / 2)],
];

let turn = 0;

const SCALARS: readonly unknown[] = ["string", "boolean", "integer", "number", "null"];

/** Returns all fillers, or some in turn for a scalar, which refuses any other type at once. */
const fillersOf = ({ type }: Schema): readonly HostileText[] =>
  [type].flat().every((each) => SCALARS.includes(each))
    ? Array.from({ length: 3 }, () => FILLERS[turn++ % FILLERS.length] ?? ["", ""])
    : FILLERS;

/** Returns bodies in which JSON of each type fills a field. */
export const filledBodies = (body: unknown, { properties = {} }: Schema): HostileText[] =>
  Object.entries(properties).flatMap(([field, schema]) =>
    fillersOf(schema).map(([kind, value]): HostileText => {
      const { [field]: _, ...others } = Object(body);
      const filled = JSON.stringify({ ...others, replaced: 0 }).replace(
        '"replaced":0',
        () => `"${field}":${value}`,
      );
      return [`${field}: ${kind}`, filled];
    }),
  );
