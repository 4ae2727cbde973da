import * as z from "zod/mini";
import { isLongerThan } from "./text.ts";

const TYPE_NAMES: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  int: "an integer",
};

// zod/mini has no messages of its own; these complete the sentence "<field> …".
z.config({
  // Generating a parser for each object takes a function longer than it saves.
  jitless: true,
  customError: ({ code, input, expected }) => {
    if (code !== "invalid_type") return undefined;
    if (input === undefined) return "is required";
    return `must be ${TYPE_NAMES[String(expected)] ?? `a ${expected}`}`;
  },
});

/** Returns the message of a schema for a value of another type. A missing value still "is required". */
export const wrongType = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : message),
});

// One response lists every violation; zod leaves out the checks of an object when a field of it is invalid.

/** Makes a check of an object run even if fields of it are invalid. */
export const EVEN_IF_INVALID = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

/** A part of a JSON Schema. */
type Keywords = Readonly<Record<string, unknown>>;

type Parameters = { readonly error: string; readonly params?: Keywords };

/** Stops the value's other checks when it fails. zod's own `abort` would also stop those of the object around it. */
export const decisive = <Value>(isValid: (value: Value) => boolean, { error, params }: Parameters) =>
  z.check<Value>(
    ({ value, issues }) => {
      if (!isValid(value)) issues.push({ code: "custom", message: error, input: value });
    },
    { params },
  );

/**
 * Requires a text to fit its field. Comes first: when it fails, no other check of the value runs, since patterns and
 * parsers may take long for a long text. Checks of the surrounding object still run.
 */
export const atMost = (characters: number) =>
  noLongerThan(characters, `must have at most ${characters} characters`, { maxLength: characters });

/** Requires the same of a text of a fixed form. Its error describes the form, since a longer text does not have it. */
export const noLongerThan = (characters: number, error: string, params?: Keywords) =>
  z.check<string>(
    (payload) => {
      const { value: input, issues } = payload;
      if (!isLongerThan(input, characters)) return;
      issues.push({ code: "custom", message: error, input, continue: true });
      payload.aborted = true;
    },
    { params },
  );

/** Builds a schema on first use, so that a cold start builds only the schemas that it needs. */
export const lazy = <Schema>(build: () => Schema): (() => Schema) => {
  let schema: Schema | undefined;
  return () => {
    schema ??= build();
    return schema;
  };
};

/**
 * Returns a check that never fails. It gives the JSON Schema of a rule that is checked elsewhere to the OpenAPI
 * document.
 */
export const documented = <Value>(keywords: Keywords) => z.refine<Value>(() => true, { params: keywords });

/** Requires the fields, whatever their values. Redocly asks for them as properties too. */
export const having = (fields: readonly string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});

/** Requires one of the fields or more. */
export const havingAny = (fields: readonly string[]) =>
  fields.length === 1 ? having(fields) : { anyOf: fields.map((field) => having([field])) };

// A condition of an object is `if` and `then`: readers of documents lose its properties beside `anyOf` and `oneOf`.

export const ifThen = (condition: Keywords, consequence: Keywords, otherwise?: Keywords) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
  ...(otherwise && { else: otherwise }),
});

/** Describes an object that must have one of the fields. */
export const anyRequired = ([first = "", ...others]: readonly string[]) =>
  ifThen({ not: having([first]) }, havingAny(others));

/** Describes an object that must have exactly one of the fields. */
export const oneRequired = (fields: readonly string[]) => ({
  ...anyRequired(fields),
  dependentSchemas: Object.fromEntries(
    fields.slice(0, -1).map((field, index) => [field, { not: havingAny(fields.slice(index + 1)) }]),
  ),
});

/** Returns whether exactly one of the values is given. */
export const givesOne = (...values: readonly unknown[]): boolean =>
  values.filter((value) => value !== undefined).length === 1;

type Forms = () => readonly z.ZodMiniType[];

/** The schemas of the forms that a schema accepts, for the OpenAPI document. */
export const FORMS = new WeakMap<object, Forms>();

/**
 * A schema that depends on the input's form: one of `forms`. Its violations name the invalid part, unlike those of a
 * union.
 */
export const byForm = <const Schemas extends readonly z.ZodMiniType[]>(
  schemaOf: (input: unknown) => z.ZodMiniType<z.output<Schemas[number]>>,
  forms: () => Schemas,
) => {
  const schema = z.pipe(
    z.unknown(),
    z.transform((input: unknown, payload) => {
      const { data, error } = schemaOf(input).safeParse(input);
      if (data !== undefined) return data;
      const issues = error?.issues ?? [];
      payload.issues.push(
        ...issues.map(({ path, message }) => ({ code: "custom" as const, path: [...path], message, input })),
      );
      return z.NEVER;
    }),
  );
  return withForms(schema, forms);
};

/** Declares the forms that a schema accepts, where zod cannot tell them. */
export const withForms = <Schema extends z.ZodMiniType, const Schemas extends readonly z.ZodMiniType[]>(
  schema: Schema,
  forms: () => Schemas,
): Schema & { readonly forms: () => Schemas } => {
  FORMS.set(schema, forms);
  // For the compiler, which otherwise knows only that the schema accepts any input.
  return Object.assign(schema, { forms });
};
