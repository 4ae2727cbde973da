import { createHash } from "node:crypto";

/** Characters of hexadecimal: 8 bytes of a hash, and 4 to distinguish the targets of one firm. */
export const HASH_CHARACTERS = 16;
export const TARGET_ID_CHARACTERS = 8;

/** Of 8 bytes, those for the text of a target; the others are for its place. */
export const TEXT_CHARACTERS = 10;
const PLACE_CHARACTERS = HASH_CHARACTERS - TEXT_CHARACTERS;

/** Returns the beginning of SHA-256, enough for the few deliveries of one external id. */
export const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);

/** Returns a short id for the name of a target, which may be long. */
export const targetId = (target: string): string => shortHash(target).slice(0, TARGET_ID_CHARACTERS);

/** Returns a hash that tells the texts of one target apart. */
export const textHash = (text: string): string => shortHash(text).slice(0, TEXT_CHARACTERS);

const isWithin = (path: string, field: string) =>
  path.startsWith(field) && ["", ".", "["].includes(path.charAt(field.length));

/**
 * Returns a hash that tells the places of one target apart: the paths to its value and, for a name, those to the full
 * name, with the texts on the way whose JSON is read.
 */
export const placeHash = (paths: readonly (readonly string[])[], jsonFields: readonly string[]): string => {
  const parsed = jsonFields.filter((field) => paths.flat().some((path) => isWithin(path, field)));
  return shortHash(JSON.stringify([paths, parsed])).slice(0, PLACE_CHARACTERS);
};

/**
 * Hashes of a target's value, blank ones included. `sent` is the sender's value, and `place` where it stood, both null for
 * a constant of the mapping. Records of an earlier release know no places. `stored` is the value that the deliveries
 * stored in the lead.
 */
export type TargetHashes = {
  readonly sent: string | null;
  readonly place: string | null;
  readonly stored: string;
};

/** Keys: `targetId`. */
export type Targets = ReadonlyMap<string, TargetHashes>;

/** The sender's text for a target, and the hash of its place: empty for nothing, null for a constant of the mapping. */
export type SentText = { readonly text: string | null; readonly place: string };

export type SentTexts = ReadonlyMap<string, SentText>;

/** Returns the same hash for deliveries with the same values, whatever fields the firm had defined. */
export const valuesHash = (sent: SentTexts): string =>
  shortHash(
    JSON.stringify(
      [...sent]
        .flatMap(([target, { text }]) => (text ? [[target, text]] : []))
        .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
    ),
  );
