import * as z from "zod/mini";

const TYPE_NAMES: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  int: "an integer",
};

// zod/mini has no messages of its own; these complete the sentence "<field> …".
z.config({
  // Generating a parser for each object takes longer than it saves a function.
  jitless: true,
  customError: ({ code, input, expected }) => {
    if (code !== "invalid_type") return undefined;
    if (input === undefined) return "is required";
    return `must be ${TYPE_NAMES[String(expected)] ?? `a ${expected}`}`;
  },
});

/** The message of a schema for a value of another type; a missing one is still "required". */
export const wrongType = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : message),
});

// One response lists every violation; zod leaves out the checks of an object when a field of it is invalid.

/** Lets a check of an object run even if fields of it are invalid. */
export const EVEN_IF_INVALID = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

type Parameters = { readonly error: string; readonly params?: Readonly<Record<string, unknown>> };

/** When it fails, no other check of the value runs. After zod's own `abort`, none of the object around it would either. */
export const decisive = <Value>(isValid: (value: Value) => boolean, { error, params }: Parameters) =>
  z.check<Value>(
    ({ value, issues }) => {
      if (!isValid(value)) issues.push({ code: "custom", message: error, input: value });
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
