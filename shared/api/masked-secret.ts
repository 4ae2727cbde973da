/** The text that responses show instead of a secret that the firm sent. */
export const MASK = "********";

/** Returns the stored value for a mask, which a response showed. */
export const unmasked = (value: string, stored: string | undefined): string =>
  value === MASK ? (stored ?? value) : value;

/** The violation for a mask without a stored value. */
export const NOTHING_MASKED = "must be the value itself: no stored value belongs to the mask";

export const masksNothing = (value: unknown, stored: string | undefined): boolean =>
  typeof value === "string" && value.trim() === MASK && stored === undefined;
