import { createHash } from "node:crypto";

/** Characters of hexadecimal: 8 bytes of a hash, and 4 to distinguish the targets of one firm. */
export const HASH_CHARACTERS = 16;
export const TARGET_ID_CHARACTERS = 8;

/** Returns the beginning of SHA-256, enough for the few deliveries of one external id, or the values of one target. */
export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);

/** Returns a short id for the name of a target, which may be long. */
export const targetId = (target: string): string => shortHash(target).slice(0, TARGET_ID_CHARACTERS);

/**
 * Hashes of a target's value, blank ones included. `sent` is the sender's value, null for a constant of the mapping;
 * `stored` is the value that the deliveries stored in the lead.
 */
export type TargetHashes = { readonly sent: string | null; readonly stored: string };

/** Keys: `targetId`. */
export type Targets = ReadonlyMap<string, TargetHashes>;

/** The sender's text for each target: empty for nothing, null for a constant of the mapping. */
export type SentTexts = ReadonlyMap<string, string | null>;

/** Returns the same hash for deliveries with the same values, whatever fields the firm had defined. */
export const valuesHash = (sent: SentTexts): string =>
  shortHash(
    JSON.stringify([...sent].filter(([, text]) => text).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
