import * as z from "zod/mini";

type Forms = () => readonly z.ZodMiniType[];

/** The schemas of the forms that a schema accepts, for the OpenAPI document. */
export const FORMS = new WeakMap<object, Forms>();

/**
 * A schema that depends on the input's form: one of `forms`. Unlike those of a union, its violations name the part that
 * is wrong.
 */
export const byForm = <Output>(schemaOf: (input: unknown) => z.ZodMiniType<Output>, forms: Forms) => {
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
export const withForms = <Schema extends z.ZodMiniType>(schema: Schema, forms: Forms): Schema => {
  FORMS.set(schema, forms);
  return schema;
};
