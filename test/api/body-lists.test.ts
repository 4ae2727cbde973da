import { expect, it } from "@jest/globals";
import * as z from "zod/mini";
import { ENDPOINTS } from "../../shared/endpoints.ts";

/** The fields of zod's definitions that lead to other schemas, and the checks of a list or map. */
type Definition = {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
};

const isCollection = ({ type }: Definition) => ["array", "record", "map", "set"].includes(type);

/** A maximum is a JSON Schema keyword in the OpenAPI document, and `params` of its check. */
const isMaximum = ({ _zod: { def } }: z.core.$ZodCheck) =>
  ["maxItems", "maxProperties"].some((keyword) => keyword in Object(Object(def).params));

/** Returns the paths of lists and maps without a maximum. The output of a pipe is as long as its input may be. */
const unboundedPaths = (schema: z.ZodMiniType | undefined, path: string, isBounded = false): string[] => {
  if (schema === undefined) return [];
  const definition: Definition = schema._zod.def;
  const own = isCollection(definition) && !isBounded && !definition.checks?.some(isMaximum) ? [path] : [];
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
