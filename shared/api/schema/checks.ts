import * as z from "zod/mini";

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
