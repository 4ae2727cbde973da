import { canBeNumber } from "../leads/phone-number.rules.ts";
import { KEY_KINDS } from "./conflict-check-fields.contract.ts";
import { nameKeys, similarNameKeys } from "./name-keys.rules.ts";
import { type Side, type Subject, sideOf } from "./subject.rules.ts";

export type KeyKind = (typeof KEY_KINDS)[number];

/** What records match by: exactly, as a text. */
type KeyValue = { readonly kind: KeyKind; readonly value: string };
export type ConflictKey = KeyValue & { readonly side: Side };
export type ConflictSearch = KeyValue & { readonly sides: readonly Side[] };

const SIDES = ["client", "adverse", "related"] as const satisfies readonly Side[];

/** The sides that matter to each side by the name, the address and the number: all others are no match. */
const SEARCHED_SIDES: Readonly<Record<Side, readonly Side[]>> = {
  client: SIDES,
  adverse: ["client", "related"],
  related: ["client", "adverse"],
};

/** The same by a similar name. */
const SIMILAR_SIDES: Readonly<Record<Side, readonly Side[]>> = {
  client: ["adverse"],
  adverse: ["client"],
  related: [],
};

/** Returns the sides that match somebody by a kind of key. */
export const searchedSides = (kind: KeyKind, side: Side): readonly Side[] =>
  (kind === "similar_name" ? SIMILAR_SIDES : SEARCHED_SIDES)[side];

/** Returns the keys of one subject. */
export const subjectKeys = (subject: Subject): KeyValue[] => {
  const names = [subject, ...subject.aliases.map((name) => ({ name }))];
  const values: Readonly<Record<KeyKind, readonly string[]>> = {
    name: names.flatMap(({ name }) => nameKeys(name)),
    similar_name: names.flatMap(similarNameKeys),
    email: [subject.email].filter(Boolean),
    // A phone such as "none" says nothing about a person.
    phone: [subject.phone].filter(canBeNumber),
  };
  return KEY_KINDS.flatMap((kind) => [...new Set(values[kind])].map((value) => ({ kind, value })));
};

export const keyText = ({ kind, value }: KeyValue): string => `${kind}:${value}`;

const sidedKeys = (subjects: readonly Subject[]): ConflictKey[] =>
  subjects.flatMap((subject) => subjectKeys(subject).map((key) => ({ ...key, side: sideOf(subject.role) })));

/** Returns the keys under which a record is found: those that nobody searches are left out. */
export const keysOf = (subjects: readonly Subject[]): ConflictKey[] => {
  const keys = sidedKeys(subjects).filter(({ kind, side }) => searchedSides(kind, side).length > 0);
  return [...new Map(keys.map((key) => [`${key.side}:${keyText(key)}`, key])).values()];
};

/** Returns the keys that a check of a record looks up, each with the sides that may match. */
export const searchesOf = (subjects: readonly Subject[]): ConflictSearch[] => {
  const searches = new Map<string, ConflictSearch>();
  for (const { side, kind, value } of keysOf(subjects)) {
    const known = searches.get(keyText({ kind, value }))?.sides ?? [];
    const sides = [...new Set([...known, ...searchedSides(kind, side)])];
    searches.set(keyText({ kind, value }), { kind, value, sides });
  }
  return [...searches.values()];
};
