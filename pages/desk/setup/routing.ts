import type { Firm, Lead, Member, Source } from "../../../client/src/generated.ts";
import { ringOf } from "../../../shared/routing/ring.rules.ts";
import { givenAt } from "../inbox/paths.ts";
import { keyFor } from "./rules.ts";

export type Rule = Firm["routing"][number];

/** A member with the places in each round, as typed. */
export type Place = { readonly id: string; readonly weight: string };

/** What the form of a rule has. */
export type RuleValues = {
  readonly name: string;
  /** Which leads it fits, as JSON. */
  readonly when: string;
  readonly members: readonly Place[];
  readonly minutes: string;
  readonly clock: string;
  readonly escalate: string;
};

const NEW: Rule = {
  key: "",
  when: [],
  members: [],
  respond_within_min: 15,
  clock: "office_hours",
  escalate: "next",
};

type Rules = Pick<Firm, "routing">;

const ruleOf = ({ routing }: Rules, key: string): Rule => routing.find((rule) => rule.key === key) ?? NEW;

/** @param key the key of a rule; empty for a new one */
export const ruleValues = (firm: Rules, key: string): RuleValues => {
  const { when, members, respond_within_min, clock, escalate } = ruleOf(firm, key);
  return {
    name: key,
    when: JSON.stringify(when),
    members: members.map(({ id, weight }) => ({ id, weight: String(weight) })),
    minutes: String(respond_within_min ?? ""),
    clock,
    escalate,
  };
};

const ruleWith = (before: Rule, { when, members, minutes, clock, escalate }: RuleValues): Rule => ({
  ...before,
  when: JSON.parse(when),
  members: members.map(({ id, weight }) => ({ id, weight: Number(weight) })),
  respond_within_min: minutes === "" ? null : Number(minutes),
  clock: clock === "always" ? "always" : "office_hours",
  escalate: escalate === "next" ? "next" : "none",
});

/**
 * Returns the rules with a change of one, without it if it has no members any more, or with a new one: before those for
 * every lead, behind which it would fit none.
 */
export const routingWith = ({ routing }: Rules, key: string, changes: Partial<RuleValues>): Rule[] => {
  const values = { ...ruleValues({ routing }, key), ...changes };
  const changed = ruleWith(ruleOf({ routing }, key), values);
  if (key !== "")
    return routing.flatMap((rule) => {
      if (rule.key !== key) return [rule];
      return changed.members.length > 0 ? [changed] : [];
    });
  const catchAll = routing.findIndex(({ when }) => changed.when.length > 0 && when.length === 0);
  const place = catchAll < 0 ? routing.length : catchAll;
  const taken = routing.map((rule) => rule.key);
  const added = { ...changed, key: keyFor(values.name, taken, "rule") };
  return [...routing.slice(0, place), added, ...routing.slice(place)];
};

/** Returns the place of a rule that is being typed among those that are sent. */
export const placeIn = (sent: readonly Rule[], { routing }: Rules): number =>
  sent.findIndex((rule) => !routing.includes(rule));

type Settings = { readonly sources: readonly Source[]; readonly fields: Firm["lead_fields"] };
type Choice = { readonly when: Rule["when"]; readonly field: string; readonly value: string };

/** Which leads a rule can be for: those of a source, or those with an option of a field. */
export const choicesOf = ({ sources, fields }: Settings): Choice[] => [
  ...sources.map(({ key, name }) => ({ when: [{ path: "source", equals: key }], field: "", value: name })),
  ...fields.flatMap(({ key, label, options }) =>
    options.map((value) => ({ when: [{ path: `data.${key}`, equals: value }], field: label, value })),
  ),
];

const holds = (lead: Tried, { path, present, ...asked }: Rule["when"][number]): boolean => {
  const value = givenAt(lead, path);
  if (present !== undefined) return (value !== undefined) === present;
  if (value === undefined || value === Object(value)) return false;
  return (asked.in ?? [asked.equals]).some((each) => String(each).trim() === String(value).trim());
};

/** A lead on which rules are tried. */
type Tried = Pick<Lead, "id" | "source" | "data">;

type Office = {
  readonly members: readonly Pick<Member, "id" | "active">[];
  readonly sources: readonly Pick<Source, "key" | "default_assignee_id">[];
};

export type Trial = {
  /** The leads that each member would have had, by id. */
  readonly turns: ReadonlyMap<string, number>;
  /** The leads that nobody would have had. */
  readonly rest: number;
};

/**
 * Returns who would have had the leads, oldest first, each rule's round from its beginning. Time off is left out; so are
 * leads of sources whose assignee is set, which take no turn.
 */
export const trialOf = (
  rules: readonly Rule[],
  leads: readonly Tried[],
  { members, sources }: Office,
): Trial => {
  const active = new Set(members.filter((member) => member.active).map(({ id }) => id));
  const named = new Set(sources.filter((source) => source.default_assignee_id).map(({ key }) => key));
  const rounds = rules.map((rule) => ({ rule, next: roundOf(rule, active) }));
  const turns = new Map(rules.flatMap((rule) => rule.members).map(({ id }) => [id, 0]));
  let rest = 0;
  for (const lead of [...leads].reverse().filter(({ source }) => !named.has(source))) {
    const id = rounds.find(({ rule }) => rule.when.every((each) => holds(lead, each)))?.next();
    if (id) turns.set(id, (turns.get(id) ?? 0) + 1);
    else rest += 1;
  }
  return { turns, rest };
};

/** The service takes no more places in a round. */
const PLACES_MAXIMUM = 100;

/** @returns a function to whoever has the next place and is active; null if nobody is */
const roundOf = ({ members }: Rule, active: ReadonlySet<string>): (() => string | null) => {
  const weights = members.map(({ weight }) => weight);
  const places = weights.reduce((sum, weight) => sum + weight, 0);
  const isRound = weights.every(Number.isInteger) && places <= PLACES_MAXIMUM;
  const ring = (isRound ? ringOf(weights) : []).map((index) => members[index]?.id ?? "");
  const isAnybody = ring.some((id) => active.has(id));
  let place = 0;
  const next = (): string => {
    const id = ring[place++ % ring.length] ?? "";
    return active.has(id) ? id : next();
  };
  return () => (isAnybody ? next() : null);
};
