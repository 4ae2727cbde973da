import * as z from "zod/mini";
import { VIOLATIONS_MAXIMUM } from "./violations.ts";
import { wrongType } from "./zod.ts";

type Options = {
  /** What a GET shows. Its other fields are ignored, so that a document can be changed and sent back. */
  readonly shown?: () => z.ZodMiniObject;
  /** What may stand in the place of the object, if not only the object. */
  readonly form?: string;
};

/** An object in the body of settings: rejects unknown fields, since a misspelled setting must not be answered 200. */
export const settingsObject = <const Shape extends z.core.$ZodShape>(
  shape: Shape,
  { shown, form }: Options = {},
) =>
  z
    .strictObject(shape, wrongType(`must be ${form ?? objectForm(shape)}`))
    .check(unknownFieldViolations(Object.keys(shape), shown));

/** Turns zod's issue about all unknown fields of an object into a violation for each; those that no answer shows say less. */
const unknownFieldViolations = (names: readonly string[], shown: Options["shown"]) =>
  z.check<object>(
    (payload) => {
      const { issues, value: input } = payload;
      payload.issues = issues.flatMap((issue): typeof issues => {
        if (issue.code !== "unrecognized_keys") return [issue];
        const ignored = new Set(Object.keys(shown?.().shape ?? {}));
        const unknown = issue.keys.filter((key) => !ignored.has(key));
        return unknown.map((key, index) => {
          const message = index < VIOLATIONS_MAXIMUM ? unknownField(key, names) : NOT_A_FIELD;
          return { code: "custom", path: [key], message, input, continue: true };
        });
      });
    },
    // Also when other fields are invalid: all violations are reported at once.
    { when: () => true },
  );

const NOT_A_FIELD = "is not a field";

const unknownField = (key: string, names: readonly string[]) => {
  const nearest = nearestName(key, names);
  return nearest === null
    ? `${NOT_A_FIELD}; use one of: ${names.join(", ")}`
    : `${NOT_A_FIELD} (did you mean ${nearest}?)`;
};

/** For example `an object with key, name and optionally terminal`. */
const objectForm = (shape: z.core.$ZodShape) => {
  const fields = Object.entries(shape);
  const required = fields.filter(([, field]) => field._zod.optin === undefined).map(([name]) => name);
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
  if (required.length === 0) return `an object with any of ${optional.join(", ")}`;
  const parts = [required, optional].filter((names) => names.length > 0);
  return `an object with ${parts.map((names) => names.join(", ")).join(" and optionally ")}`;
};

/** The name that a misspelled one most likely means: within two edits, or begun like it. Null when there is none. */
export const nearestName = (misspelled: string, names: readonly string[]): string | null => {
  if (misspelled.length > NAME_CHARACTERS) return null;
  const text = normalized(misspelled);
  const isNear = (edits: number) => (name: string) =>
    // At most an edit for every three letters: any two short names are near each other.
    edits * 3 <= name.length && isWithin(edits, text, normalized(name));
  const isBegun = (name: string) => text.length >= BEGINNING && normalized(name).startsWith(text);
  return (
    names.find(isNear(0)) ?? names.find(isNear(1)) ?? names.find(isNear(2)) ?? names.find(isBegun) ?? null
  );
};

/** More than any name has. */
const NAME_CHARACTERS = 100;
const BEGINNING = 3;

/** `timeZone`, `time-zone` and `time_zone` are the same name. */
const normalized = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");

/** Whether so many insertions, deletions, replacements and swaps of neighbors turn one text into the other. */
const isWithin = (edits: number, from: string, to: string): boolean => {
  if (Math.abs(from.length - to.length) > edits) return false;
  const start = firstDifference(from, to);
  if (start === to.length && start === from.length) return true;
  if (edits === 0) return false;
  const [rest, target] = [from.slice(start), to.slice(start)];
  const isSwapped = rest[0] === target[1] && rest[1] === target[0];
  return (
    isWithin(edits - 1, rest.slice(1), target.slice(1)) ||
    isWithin(edits - 1, rest, target.slice(1)) ||
    isWithin(edits - 1, rest.slice(1), target) ||
    (isSwapped && isWithin(edits - 1, rest.slice(2), target.slice(2)))
  );
};

const firstDifference = (one: string, other: string): number => {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
};
