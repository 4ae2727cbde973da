import * as z from "zod/mini";
import { fieldNames, unknownNames } from "./near-misses.ts";
import { lazy, wrongType } from "./zod.ts";

type Options = {
  /** The schema of the response. Its other fields are ignored in a body, so that a document can be changed and sent back. */
  readonly shown?: () => z.ZodMiniObject;
  /** Names the accepted forms in the message, when an object is not the only one. */
  readonly form?: string;
};

/** An object in a body of settings. Rejects unknown fields: a misspelled setting must not be answered with 200. */
export const settingsObject = <const Shape extends z.core.$ZodShape>(
  shape: Shape,
  { shown, form }: Options = {},
) =>
  z
    .strictObject(shape, wrongType(`must be ${form ?? objectForm(shape)}`))
    .check(unknownFieldViolations(Object.keys(shape), shown));

/** The body of an endpoint without settings: empty. A setting that does not exist must not be answered with success. */
export const noSettings = lazy(() => settingsObject({}));

const PROTO = "__proto__";

/** A map in a body of settings. Rejects `__proto__`, which zod leaves out of maps without a violation. */
export const settingsMap = <Map extends z.ZodMiniType>(map: Map) =>
  z.pipe(
    z.unknown().check(({ value: input, issues }) => {
      if (Object.hasOwn(Object(input), PROTO))
        issues.push({ code: "custom", path: [PROTO], message: "cannot be a name here", input });
    }),
    map,
  );

/** Replaces zod's one issue about unknown fields with a violation for each. */
const unknownFieldViolations = (names: readonly string[], shown: Options["shown"]) =>
  z.check<object>(
    (payload) => {
      const { issues, value: input } = payload;
      payload.issues = issues.flatMap((issue): typeof issues => {
        if (issue.code !== "unrecognized_keys") return [issue];
        const ignored = new Set(fieldNames(shown?.()));
        const unknown = issue.keys.filter((key) => !ignored.has(key));
        return unknownNames("field", unknown, names).map(({ field, message }) => ({
          code: "custom",
          path: [field],
          message,
          input,
          continue: true,
        }));
      });
    },
    // Runs even when other fields are invalid, so that one response reports all violations.
    { when: () => true },
  );

/** Describes an object by its fields: `an object with key, name and optionally terminal`. */
const objectForm = (shape: z.core.$ZodShape) => {
  const fields = Object.entries(shape);
  if (fields.length === 0) return "an empty object";
  const required = fields.filter(([, field]) => field._zod.optin === undefined).map(([name]) => name);
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
  if (required.length === 0) return `an object with any of ${optional.join(", ")}`;
  const parts = [required, optional].filter((names) => names.length > 0);
  return `an object with ${parts.map((names) => names.join(", ")).join(" and optionally ")}`;
};
