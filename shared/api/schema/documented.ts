import * as z from "zod/mini";

/**
 * A check that never fails: what JSON Schema says of a rule that is checked elsewhere, for the OpenAPI document.
 */
export const documented = <Value>(keywords: Readonly<Record<string, unknown>>) =>
  z.refine<Value>(() => true, { params: keywords });

/** Has the fields, whatever their values. Naming them as properties too is what Redocly asks for. */
export const having = (fields: readonly string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});

/** Has one of the fields or more. */
export const havingAny = (fields: readonly string[]) =>
  fields.length === 1 ? having(fields) : { anyOf: fields.map((field) => having([field])) };

// A condition of an object is `if` and `then`: beside `anyOf` and `oneOf`, readers of documents lose its properties.

/** For an object that must have one of the fields. */
export const anyRequired = ([first = "", ...others]: readonly string[]) => ({
  if: { not: having([first]) },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: havingAny(others),
});

/** For an object that must have exactly one of the fields. */
export const oneRequired = (fields: readonly string[]) => ({
  ...anyRequired(fields),
  dependentSchemas: Object.fromEntries(
    fields.slice(0, -1).map((field, index) => [field, { not: havingAny(fields.slice(index + 1)) }]),
  ),
});

type Forms = () => readonly z.ZodMiniType[];

/** The schemas of the forms that a schema accepts, for the OpenAPI document. */
export const FORMS = new WeakMap<object, Forms>();

/**
 * A schema that depends on the input's form: one of `forms`. Unlike those of a union, its violations name the part that
 * is wrong.
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

/** Names the forms that a schema accepts, where zod cannot tell them. */
export const withForms = <Schema extends z.ZodMiniType, const Schemas extends readonly z.ZodMiniType[]>(
  schema: Schema,
  forms: () => Schemas,
): Schema & { readonly forms: () => Schemas } => {
  FORMS.set(schema, forms);
  // For the compiler, which otherwise knows only that any input is taken.
  return Object.assign(schema, { forms });
};
