import type { Firm, Source } from "../../../client/src/generated.ts";
import { isSame } from "../draft.ts";
import { givenAt, type Leaf, placeAt } from "./paths.ts";

export type Mapping = Source["mapping"];
type Entry = Mapping[string];
export type Constant = string | number | boolean;

/** A field that a mapping can fill, and where its value is looked for without an entry. */
export type Target = {
  readonly target: string;
  readonly label: string | null;
  readonly defaultPaths: readonly string[];
};

/** The paths of a target that are tried in turn, and its constant or fallback. */
export type Rule = {
  readonly paths: readonly string[];
  readonly value?: Constant | undefined;
  readonly fallback?: Constant | undefined;
};

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  full_name: ["full_name", "fullName", "name"],
  first_name: ["first_name", "firstName"],
  last_name: ["last_name", "lastName"],
  email: ["email"],
  phone: ["phone", "phone_number", "phoneNumber"],
  external_id: ["external_id", "externalId"],
  captured_at: [],
  "parties.adverse": [],
  "parties.related": [],
};

/** Returns the targets of a firm's mappings. The label of a field that every lead has is a text of the page. */
export const targetsOf = ({ lead_fields }: Pick<Firm, "lead_fields">): Target[] => [
  ...Object.entries(TEXTS).map(([target, defaultPaths]) => ({ target, label: null, defaultPaths })),
  ...lead_fields.map(({ key, label }) => ({ target: `data.${key}`, label, defaultPaths: [key] })),
];

/** Returns the rule of a target: that of its entry, or the usual paths. */
export const ruleOf = (mapping: Mapping, target: Omit<Target, "label">): Rule => {
  const entry = Object.hasOwn(mapping, target.target) ? mapping[target.target] : usualPaths(mapping, target);
  if (entry === undefined || typeof entry === "string" || Array.isArray(entry))
    return { paths: [entry ?? []].flat() };
  const { paths, path, value, fallback } = entry;
  return { paths: paths ?? [path ?? []].flat(), value, fallback };
};

/** With both names mapped, the usual paths of a full name do not count. */
const usualPaths = (mapping: Mapping, { target, defaultPaths }: Omit<Target, "label">): string[] =>
  target === "full_name" && "first_name" in mapping && "last_name" in mapping ? [] : [...defaultPaths];

/** Returns the shortest entry of a rule, without what is not filled in yet; null for the usual paths. */
export const entryOf = ({ paths, value = "", fallback = "" }: Rule): Entry | null => {
  if (value !== "") return { value };
  const [path, ...others] = paths.filter((each) => each !== "");
  if (path === undefined) return null;
  if (fallback === "") return others.length === 0 ? path : [path, ...others];
  return { ...(others.length === 0 ? { path } : { paths: [path, ...others] }), fallback };
};

/** The rules of a mapping by target. Null for the usual paths. */
export type Rules = Readonly<Record<string, Rule | null>>;

export const rulesOf = (mapping: Mapping): Rules =>
  Object.fromEntries(
    Object.keys(mapping).map((target) => [target, ruleOf(mapping, { target, defaultPaths: [] })]),
  );

/** Returns a mapping with the rules that a person has changed. */
export const changedMapping = (mapping: Mapping, changes: Partial<Rules>): Mapping => {
  const entries = Object.entries(changes).map(([target, rule]) => [target, rule && entryOf(rule)] as const);
  const others = Object.entries(mapping).filter(([target]) => !Object.hasOwn(changes, target));
  return Object.fromEntries([
    ...others,
    ...entries.flatMap(([target, entry]) => (entry ? [[target, entry]] : [])),
  ]);
};

/** Returns whether two mappings have the same rules, in whatever form. */
export const isSameMapping = (one: Mapping, other: Mapping): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((target) =>
    isSame(rulesOf(one)[target], rulesOf(other)[target]),
  );

/** Returns the path at which a rule finds its value in a body; null for none. */
export const usedPath = (json: unknown, { value, paths }: Rule): string | null =>
  value === undefined ? (paths.find((path) => givenAt(json, path) !== undefined) ?? null) : null;

/** What a value of a body becomes: the targets that get it, those that look there in vain, a secret or a condition. */
export type Becomes = {
  readonly targets: readonly Target[];
  readonly passedOver: readonly Target[];
  readonly isSecret: boolean;
  readonly isCondition: boolean;
};

type Reader = Pick<Source, "body_secret" | "accept_when" | "test_when"> & { readonly mapping: Mapping };

/** Reads a mapping backwards. @returns a function from a value of the body to what it becomes */
export const backwards = (json: unknown, reader: Reader, targets: readonly Target[]) => {
  const placeOf = (path: string) => placeAt(json, path)?.keys.join("\n");
  const readings = targets.map((target) => {
    const rule = ruleOf(reader.mapping, target);
    return { target, places: rule.paths.map(placeOf), used: placeOf(usedPath(json, rule) ?? "") };
  });
  const secret = placeOf(reader.body_secret?.path ?? "");
  const conditions = [...reader.accept_when, ...reader.test_when].map(({ path }) => placeOf(path));
  return ({ keys }: Leaf): Becomes => {
    const place = `${keys.join("\n")}\n`;
    const leads = (found: string | undefined) => found !== undefined && place.startsWith(`${found}\n`);
    const looking = readings.filter(({ places }) => places.some(leads));
    const targetsOf = (isUsed: boolean) =>
      looking.filter(({ used }) => leads(used) === isUsed).map(({ target }) => target);
    return {
      targets: targetsOf(true),
      passedOver: targetsOf(false),
      isSecret: leads(secret),
      isCondition: conditions.some(leads),
    };
  };
};

/** Returns the name that a body has for its lead; null for none. */
export const nameIn = (json: unknown, mapping: Mapping): string | null => {
  const given = (target: string) => {
    const rule = ruleOf(mapping, { target, defaultPaths: TEXTS[target] ?? [] });
    const value = rule.value ?? givenAt(json, usedPath(json, rule) ?? "");
    return value === undefined ? "" : [value].flat().join(" ");
  };
  const names = `${given("first_name")} ${given("last_name")}`.trim();
  return names || given("full_name").trim() || null;
};
