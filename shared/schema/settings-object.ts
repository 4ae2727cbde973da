import * as z from "zod/mini";
import { nearestName } from "./nearest-name.ts";
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
