declare const brand: unique symbol;

/**
 * The firm whose records a call may access. Created only from a verified key or a stored record's key. As the first
 * argument of every store function, it prevents access to another firm's records.
 */
export type FirmId = string & { readonly [brand]: "FirmId" };

export const firmIdFromVerifiedSource = (id: string) => id as FirmId;
