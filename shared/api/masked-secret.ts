/** The text that responses show instead of a secret that the firm sent. */
export const MASK = "********";

/** Returns the stored value for a mask, which a response showed. */
export const unmasked = (value: string, stored: string | undefined): string =>
  value === MASK ? (stored ?? value) : value;

/** The violation for a mask without a stored value. */
export const MASK_WITHOUT_SECRET = "must be the value itself: no stored value belongs to the mask";

export const isMaskWithoutSecret = (value: unknown, stored: string | undefined): boolean =>
  typeof value === "string" && value.trim() === MASK && stored === undefined;
