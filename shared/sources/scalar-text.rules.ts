/** Text without white space around it, numbers and booleans as JSON writes them; null for anything else. */
export const scalarText = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : null;
