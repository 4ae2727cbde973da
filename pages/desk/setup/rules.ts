import type { ApiKey, Firm, Member, Source } from "../../../client/src/generated.ts";
import { otherZones } from "../../shared/time-zones.ts";

/** What the cards are judged by. */
export type Stored = {
  readonly firm: Firm;
  readonly members: readonly Member[];
  readonly sources: readonly Source[];
};

const CARDS = ["firm", "attorney", "booking", "form", "routing", "office", "conflicts"] as const;
export type CardName = (typeof CARDS)[number];

/** What a card can lack; each has a text. */
export type Missing =
  | "telephone"
  | "attorney"
  | "hours"
  | "type"
  | "links"
  | "source"
  | "rule"
  | "second"
  | "gate";

export type Card = { readonly name: CardName; readonly missing: readonly Missing[] };

const mayBeBooked = ({ active, schedulable }: Member) => active && schedulable;
const hasHours = ({ office_hours, date_hours }: Member) => office_hours.length + date_hours.length > 0;

/** Returns the members whom a client can book: those with hours. */
export const attorneysOf = (members: readonly Member[]): Member[] =>
  members.filter((member) => mayBeBooked(member) && hasHours(member));

/** Returns the members who can sign in. */
export const signersOf = (members: readonly Member[]): Member[] =>
  members.filter(({ active, access }) => active && access !== null);

const unless = (isThere: boolean, missing: Missing): Missing[] => (isThere ? [] : [missing]);

const MISSING: Readonly<Record<CardName, (stored: Stored) => Missing[]>> = {
  firm: ({ firm }) => unless(firm.contact_phone !== null, "telephone"),
  attorney: ({ members }) =>
    members.some(mayBeBooked) ? unless(attorneysOf(members).length > 0, "hours") : ["attorney"],
  booking: ({ firm }) => [
    ...unless(firm.consultation_types.length > 0, "type"),
    ...unless(firm.self_service.enabled, "links"),
  ],
  form: ({ sources }) =>
    unless(
      sources.some(({ enabled }) => enabled),
      "source",
    ),
  routing: ({ firm }) => unless(firm.routing.length > 0, "rule"),
  office: ({ members }) => unless(signersOf(members).length > 1, "second"),
  conflicts: ({ firm }) => unless(firm.conflict_gate.enabled, "gate"),
};

/** Returns whether every firm needs what a card sets. */
export const isNeeded = ({ name }: Card): boolean => name !== "conflicts";

/** Returns the cards in their order, each with what it lacks: one that lacks nothing is done. */
export const cardsOf = (stored: Stored): Card[] =>
  CARDS.map((name) => ({ name, missing: MISSING[name](stored) }));

export const isDone = ({ missing }: Card): boolean => missing.length === 0;

/** Returns the first needed card that is not done; null when all are. */
export const nextCard = (cards: readonly Card[]): CardName | null =>
  cards.find((card) => isNeeded(card) && !isDone(card))?.name ?? null;

const PURPOSES = ["website", "reception", "bookkeeping"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The scopes of a program's key, by what the program is for: none can change settings, read events or make keys. */
export const SCOPES_OF: Readonly<Record<Purpose, ApiKey["scopes"]>> = {
  website: ["leads:write", "consultations:read", "consultations:write"],
  reception: ["leads:read", "leads:write", "consultations:read", "consultations:write", "settings:read"],
  bookkeeping: ["leads:read", "consultations:read", "consultations:write"],
};

/** Returns the purposes whose scopes somebody can grant: others would be refused. */
export const purposesFor = (scopes: readonly string[]): Purpose[] =>
  PURPOSES.filter((purpose) => SCOPES_OF[purpose].every((scope) => scopes.includes(scope)));

/** Returns the purpose of a key by its scopes; null for any other set. */
export const purposeOf = ({ scopes }: Pick<ApiKey, "scopes">): Purpose | null =>
  purposesFor(scopes).find((purpose) => SCOPES_OF[purpose].length === scopes.length) ?? null;

/** What an office chooses for somebody; `left` for who works there no more. */
const ACCESSES = ["manage", "work", "read"] as const;
export const ACCESS_CHOICES = [...ACCESSES, "none", "left"] as const;
export type AccessChoice = (typeof ACCESS_CHOICES)[number];

export const accessChoiceOf = ({ active, access }: Pick<Member, "active" | "access">): AccessChoice =>
  active ? (access ?? "none") : "left";

export const accessOfChoice = (choice: string): Pick<Member, "active" | "access"> => ({
  active: choice !== "left",
  access: ACCESSES.find((access) => access === choice) ?? null,
});

type Ended = "own" | "ownLast" | "theirs";

/** Returns what a change of access ends, to say it before: the sessions of somebody, one's own, or the last manager's. */
export const endedByAccess = (
  { id, choice }: { readonly id: string; readonly choice: string },
  members: readonly Member[],
  ownId: string | null,
): Ended | null => {
  const member = members.find((each) => each.id === id);
  if (!member || choice === accessChoiceOf(member) || signersOf([member]).length === 0) return null;
  if (id !== ownId) return "theirs";
  const managers = signersOf(members).filter(({ access }) => access === "manage");
  return choice !== "manage" && managers.every((each) => each.id === id) ? "ownLast" : "own";
};

const BROWSERS = {
  "Edg/": "Edge",
  "OPR/": "Opera",
  "Firefox/": "Firefox",
  "Chrome/": "Chrome",
  "CriOS/": "Chrome",
  "Safari/": "Safari",
};
const SYSTEMS = {
  iPhone: "iPhone",
  iPad: "iPad",
  Android: "Android",
  Windows: "Windows",
  "Mac OS": "Mac",
  CrOS: "ChromeOS",
  Linux: "Linux",
};

const nameIn = (names: Readonly<Record<string, string>>, userAgent: string) =>
  Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1] ?? null;

/** Returns the names of browser and system that a session says of itself; null for another program. */
export const browserOf = (
  userAgent: string,
): { readonly browser: string; readonly system: string } | null => {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  return browser && system ? { browser, system } : null;
};

/** Returns a key for a name, `Intake form` → `intake-form`, that none of those taken is. */
export const keyFor = (name: string, taken: readonly string[], fallback: string): string => {
  const letters = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = letters.match(/[a-z0-9]+/g) ?? [];
  const stem = words.join("-").slice(0, 50) || fallback;
  const keys = [stem, ...taken.map((_, index) => `${stem}-${index + 2}`)];
  return keys.find((key) => !taken.includes(key)) ?? stem;
};

type Terms = Firm["self_service"];

/** What clients may do at first, when the firm has said nothing of it. */
const FIRST_TERMS = { reschedule_notice_min: 1_440, cancel_notice_min: 1_440, max_reschedules: 2 };

/** Returns what switching clients' links on or off sends: limits that the firm has set stay. */
export const termsFor = (stored: Terms, enabled: boolean): Partial<Terms> => {
  const { reschedule_notice_min, cancel_notice_min, max_reschedules } = stored;
  const isUnset = [reschedule_notice_min, cancel_notice_min, max_reschedules].every(
    (limit) => limit === null,
  );
  return { enabled, ...(enabled && !stored.enabled && isUnset && FIRST_TERMS) };
};

/** Returns the origin of a page's address; other text as it is, for the API to refuse. */
export const originOf = (address: string): string => {
  try {
    const { origin } = new URL(address);
    return origin === "null" ? address : origin;
  } catch {
    return address;
  }
};

type Stage = Firm["stages"][number];

/** Returns the names of the stages, the closed ones behind a semicolon. */
export const stageNames = (stages: readonly Stage[]): string =>
  [false, true]
    .map((isClosed) => stages.filter(({ terminal }) => terminal === isClosed).map(({ name }) => name))
    .filter((names) => names.length > 0)
    .map((names) => names.join(", "))
    .join("; ");

/** Returns the options of a pool: everybody, each attorney, and the stored pool of several. */
export const poolsOf = (members: readonly Member[], stored: string): string[] => {
  const pools = ["", ...members.filter(mayBeBooked).map(({ id }) => id)];
  return pools.includes(stored) ? pools : [...pools, stored];
};

/** Returns the time zones to choose from, the present one first. */
export const zonesFor = (present: string): string[] => [present, ...otherZones([present])];

type Named = { readonly id: string; readonly name: string };

/** Returns the record of this name that was not there before; null if there is none. */
export const createdAs = <Item extends Named>(
  list: readonly Item[],
  before: readonly Named[],
  name: string,
): Item | null =>
  list.find((item) => item.name === name.trim() && before.every(({ id }) => id !== item.id)) ?? null;
