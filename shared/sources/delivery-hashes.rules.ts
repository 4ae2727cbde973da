import { createHash } from "node:crypto";

/** In characters of hexadecimal: 8 bytes of a hash, and 4 that tell the targets of one firm apart. */
export const HASH_CHARACTERS = 16;
export const TARGET_ID_CHARACTERS = 8;

/** The beginning of SHA-256: it tells the few deliveries of one external id apart, or the values of one target. */
export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);

/** Stands for the name of a target, which may be long. */
export const targetId = (target: string): string => shortHash(target).slice(0, TARGET_ID_CHARACTERS);

/**
 * Hashes of a target's value, blank ones included: as the sender sent it, null when a constant of the mapping stood in for
 * it, and as the deliveries stored it in the lead.
 */
export type TargetHashes = { readonly sent: string | null; readonly stored: string };

/** By `targetId`. */
export type Targets = ReadonlyMap<string, TargetHashes>;

/** What a sender sent for each target, as text: empty for nothing, null for a constant of the mapping. */
export type SentTexts = ReadonlyMap<string, string | null>;

/** Equal for two deliveries that sent the same values, whatever fields the firm defined at the time. */
export const valuesHash = (sent: SentTexts): string =>
  shortHash(
    JSON.stringify([...sent].filter(([, text]) => text).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
