import type * as z from "zod/mini";

/** Parses request bodies with a schema. Returns the result, the data of a valid body, or the fields of each issue. */
export const bodyParser = <Schema extends z.ZodMiniType>(schema: Schema) => {
  const parse = (body: unknown) => schema.safeParse(body);
  return {
    parse,
    parsed: (body: unknown) => parse(body).data,
    invalidFields: (body: unknown) => [
      ...new Set(parse(body).error?.issues.map(({ path }) => path.join("."))),
    ],
  };
};
