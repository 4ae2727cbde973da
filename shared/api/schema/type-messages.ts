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
