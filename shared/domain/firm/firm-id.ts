declare const brand: unique symbol;

/**
 * Whose records a call may see. Made only where a key is verified or a stored record's key is parsed, and the first
 * argument of every store function: reaching another firm's records does not compile.
 */
export type FirmId = string & { readonly [brand]: "FirmId" };

export const firmIdFromVerifiedSource = (id: string) => id as FirmId;
