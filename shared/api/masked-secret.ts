/** What responses show instead of a secret that the firm sent. */
export const MASK = "********";

/** A masked value, as a response showed it, stands for the stored one. */
export const unmasked = (value: string, stored: string | undefined): string =>
  value === MASK ? (stored ?? value) : value;

/** The violation of a masked value without a stored one that it may stand for. */
export const NOTHING_MASKED = "must be the value: a mask stands for none here";

export const masksNothing = (value: unknown, stored: string | undefined): boolean =>
  typeof value === "string" && value.trim() === MASK && stored === undefined;
