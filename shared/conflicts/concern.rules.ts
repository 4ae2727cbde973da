import { type CONCERNS, KEY_KINDS } from "./conflict-check-fields.contract.ts";
import { type KeyKind, keysOf, keyText, searchedSides, subjectKeys } from "./conflict-keys.rules.ts";
import { type Role, type Side, type Subject, sideOf } from "./subject.rules.ts";

export type Concern = (typeof CONCERNS)[number];

/** Somebody of another record who matches. */
export type Match = {
  readonly role: Role;
  readonly name: string;
  readonly by: readonly KeyKind[];
  readonly concern: Concern;
};

/** Returns whether a new match ends a clearance: the same person comes again without a new concern. */
export const lapses = (concern: Concern): boolean =>
  concern !== "same_person" && concern !== "shared_contact";

/** Returns what it means that somebody of mine matches somebody of theirs. */
const concernOf = (mine: Side, theirs: Side, by: ReadonlySet<KeyKind>): Concern => {
  if (mine === "related" || theirs === "related") return "related";
  if (mine === "adverse") return "adverse_to_client";
  if (theirs === "adverse") return "client_is_adverse";
  return by.has("name") ? "same_person" : "shared_contact";
};

/** Returns the sides of mine that have each key. */
const sidesByKey = (mine: readonly Subject[]): ReadonlyMap<string, ReadonlySet<Side>> => {
  const sides = new Map<string, Set<Side>>();
  for (const { side, ...key } of keysOf(mine))
    sides.set(keyText(key), (sides.get(keyText(key)) ?? new Set()).add(side));
  return sides;
};

type SidesByKey = ReturnType<typeof sidesByKey>;

/** Returns by what one of theirs matches each side of mine. */
const kindsBySide = (mine: SidesByKey, theirs: Subject): ReadonlyMap<Side, ReadonlySet<KeyKind>> => {
  const kinds = new Map<Side, Set<KeyKind>>();
  for (const key of subjectKeys(theirs))
    for (const side of mine.get(keyText(key)) ?? [])
      if (searchedSides(key.kind, side).includes(sideOf(theirs.role)))
        kinds.set(side, (kinds.get(side) ?? new Set()).add(key.kind));
  return kinds;
};

/** The exact name says all that a similar one does. */
const namedKinds = (by: ReadonlySet<KeyKind>) =>
  KEY_KINDS.filter((kind) => by.has(kind) && !(kind === "similar_name" && by.has("name")));

/** Returns who of another record matches mine: once by each role, name and concern, with all by which they match. */
export const matchesOf = (mine: readonly Subject[], theirs: readonly Subject[]): Match[] => {
  const myKeys = sidesByKey(mine);
  const matches = new Map<string, Match>();
  for (const subject of theirs)
    for (const [side, kinds] of kindsBySide(myKeys, subject)) {
      const { role, name } = subject;
      const concern = concernOf(side, sideOf(role), kinds);
      const key = JSON.stringify([role, name, concern]);
      const by = namedKinds(new Set([...kinds, ...(matches.get(key)?.by ?? [])]));
      matches.set(key, { role, name, by, concern });
    }
  return [...matches.values()];
};
