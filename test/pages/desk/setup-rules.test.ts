import { expect, it } from "@jest/globals";
import { type BookingValues, bookingBody, bookingValues } from "../../../pages/desk/setup/booking.ts";
import {
  type AccessChoice,
  accessChoiceOf,
  accessOfChoice,
  browserOf,
  cardsOf,
  createdAs,
  endedByAccess,
  isNeeded,
  keyFor,
  nextCard,
  originOf,
  type Purpose,
  poolsOf,
  purposeOf,
  purposesFor,
  SCOPES_OF,
  type Stored,
  stageNames,
  termsFor,
} from "../../../pages/desk/setup/rules.ts";
import { SCOPES, type Scope } from "../../../shared/api/endpoint-definition.ts";

type Firm = Stored["firm"];
type Member = Stored["members"][number];

const UNSET = {
  enabled: false,
  reschedule_notice_min: null,
  cancel_notice_min: null,
  max_reschedules: null,
  language: null,
};
const firm = (fields: object = {}): Firm =>
  Object({
    contact_phone: null,
    consultation_types: [],
    routing: [],
    self_service: UNSET,
    conflict_gate: { enabled: false },
    ...fields,
  });
const MEMBER = { id: "m", active: true, schedulable: false, access: null, office_hours: [], date_hours: [] };
const member = (fields: object = {}): Member => Object({ ...MEMBER, ...fields });
const stored = (parts: object = {}): Stored => ({ firm: firm(), members: [], sources: [], ...parts });

const HOURS = [{ weekday: 1, start: "09:00", end: "17:00" }];
const bookable = { schedulable: true, office_hours: HOURS };

const MISSING = ["telephone", "attorney", "type", "links", "source", "rule", "second"];
const [MANAGER, READER] = [member({ access: "manage" }), member({ access: "read" })];

it.each<[what: string, parts: object, lacksNot?: string, lacks?: string[]]>([
  ["nothing", {}],
  ["a telephone", { firm: firm({ contact_phone: "+12125550100" }) }, "telephone"],
  ["a member who is no attorney", { members: [member()] }],
  ["an attorney without hours", { members: [member({ schedulable: true })] }, "attorney", ["hours"]],
  ["an attorney with hours", { members: [member(bookable)] }, "attorney"],
  ["hours of single dates", { members: [member({ schedulable: true, date_hours: [{}] })] }, "attorney"],
  ["an attorney who has left", { members: [member({ ...bookable, active: false })] }],
  ["a type", { firm: firm({ consultation_types: [{}] }) }, "type"],
  ["links without a type", { firm: firm({ self_service: { ...UNSET, enabled: true } }) }, "links"],
  ["a source", { sources: [{ enabled: true }] }, "source"],
  ["a source that is switched off", { sources: [{ enabled: false }] }],
  ["one who signs in", { members: [MANAGER] }],
  ["two, of whom one has left", { members: [MANAGER, { ...READER, active: false }] }],
  ["two who sign in", { members: [MANAGER, READER] }, "second"],
])("a firm with %s lacks what its cards name", (_what, parts, lacksNot = "", lacks = []) => {
  const needed = cardsOf(stored(parts)).filter(isNeeded);
  const missing = MISSING.flatMap((each) => (each === lacksNot ? lacks : each));
  expect(needed.flatMap((card) => card.missing)).toEqual(missing);
});

it("ticks the conflict gate off where it is on, and asks nobody for it", () => {
  const cardOf = (enabled: boolean) =>
    cardsOf(stored({ firm: firm({ conflict_gate: { enabled } }) })).find((card) => !isNeeded(card));
  expect([cardOf(true), cardOf(false)]).toEqual([
    { name: "conflicts", missing: [] },
    { name: "conflicts", missing: ["gate"] },
  ]);
});

it.each<[string[], string | null]>([
  [[], "firm"],
  [["telephone"], "attorney"],
  [["telephone", "attorney", "hours", "type"], "booking"],
  [["telephone", "attorney", "hours", "type", "links", "source", "rule", "second"], null],
])("the next card, once %j are there, is %s", (there, next) => {
  const cards = cardsOf(stored()).map(({ name, missing }) => ({
    name,
    missing: missing.filter((each) => !there.includes(each)),
  }));
  expect(nextCard(cards)).toBe(next);
});

it.each<[Purpose, RegExp]>([
  ["website", /^(leads:write|consultations:)/],
  ["reception", /^(leads|consultations):|^settings:read$/],
  ["bookkeeping", /^leads:read$|^consultations:/],
])("a key for %s has few scopes, and is known again by them", (purpose, allowed) => {
  const scopes: Scope[] = SCOPES_OF[purpose];
  expect(scopes.filter((scope) => !allowed.test(scope) || !SCOPES.includes(scope))).toEqual([]);
  expect(purposeOf({ scopes: [...scopes].reverse() })).toBe(purpose);
  expect(purposeOf({ scopes: [...scopes, "events:read"] })).toBeNull();
});

it.each<[readonly string[], Purpose[]]>([
  [SCOPES, ["website", "reception", "bookkeeping"]],
  [["settings:write", "leads:write", "consultations:read", "consultations:write"], ["website"]],
  [["settings:write"], []],
])("who has %j is offered only keys that would not be refused", (scopes, purposes) => {
  expect(purposesFor(scopes)).toEqual(purposes);
});

it.each<[AccessChoice, object]>([
  ["manage", { active: true, access: "manage" }],
  ["work", { active: true, access: "work" }],
  ["read", { active: true, access: "read" }],
  ["none", { active: true, access: null }],
  ["left", { active: false, access: null }],
])("the choice %s is stored, and shown, as %j", (choice, access) => {
  expect(accessOfChoice(choice)).toEqual(access);
  expect(accessChoiceOf(member(access))).toBe(choice);
});

const OWN = member({ id: "me", access: "manage" });

it.each<[string, Member, AccessChoice, readonly [Member[], string | null]]>([
  ["a new member", member({ id: "" }), "work", [[OWN], null]],
  ["the same access", member({ access: "work" }), "work", [[member({ access: "work" }), OWN], null]],
  ["less of one's own, of two managers", OWN, "work", [[OWN, member({ access: "manage" })], "own"]],
  ["less of one's own, of one manager", OWN, "left", [[OWN, member({ access: "work" })], "ownLast"]],
  ["a colleague's access", member({ access: "work" }), "none", [[member({ access: "work" }), OWN], "theirs"]],
  ["one who could not sign in", member(), "work", [[member(), OWN], null]],
])("before %s is saved, says what it ends", (_what, { id }, choice, [members, ended]) => {
  expect(endedByAccess({ id, choice }, members, "me")).toBe(ended);
});

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36",
    "Chrome Windows",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge Windows"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/26.0 Safari/605.1.15`, "Safari Mac"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${SAFARI} CriOS/141.0 Safari/604.1`,
    "Chrome iPhone",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", "Firefox Android"],
  ["curl/8.5.0", null],
  ["<script>Chrome/</script>", null],
])("the browser %s is named %s", (userAgent, name) => {
  const named = browserOf(userAgent);
  expect(named && `${named.browser} ${named.system}`).toBe(name);
});

it.each([
  ["Intake form", [], "intake-form"],
  ["Intake form", ["intake-form", "intake-form-2"], "intake-form-3"],
  ["  Schäfer & Söhne!  ", [], "schafer-sohne"],
  ["表格", [], "form"],
  ["-".repeat(300), ["form"], "form-2"],
])("the name %j, beside %j, has a key that the API takes: %s", (name, taken, key) => {
  expect(keyFor(name, taken, "form")).toBe(key);
});

it.each<[object, boolean, object]>([
  [UNSET, true, { enabled: true, reschedule_notice_min: 1440, cancel_notice_min: 1440, max_reschedules: 2 }],
  [{ ...UNSET, cancel_notice_min: 0 }, true, { enabled: true }],
  [{ ...UNSET, enabled: true }, true, { enabled: true }],
  [{ ...UNSET, enabled: true }, false, { enabled: false }],
])("clients' links, %j before, switched to %s, send %j", (before, enabled, sent) => {
  expect(termsFor({ ...UNSET, ...before }, enabled)).toEqual(sent);
});

it.each([
  ["https://www.example.com/contact?a=b", "https://www.example.com"],
  ["www.example.com", "www.example.com"],
  ["javascript:alert(1)", "javascript:alert(1)"],
])("of the page %s, the origin is %s", (page, origin) => {
  expect(originOf(page)).toBe(origin);
});

const stage = (name: string, terminal = false) => ({ key: name, name, terminal });

it.each([
  [[stage("New"), stage("Won", true), stage("Open"), stage("Lost", true)], "New, Open; Won, Lost"],
  [[stage("New")], "New"],
  [[], ""],
])("names the stages %j, closed ones last: %s", (stages, names) => {
  expect(stageNames(stages)).toBe(names);
});

it.each([
  ["somebody of that name, made meanwhile", [{ id: "2", name: "Mei" }], "2"],
  ["the one who was there before", [{ id: "1", name: "Mei" }], null],
  ["somebody of another name", [{ id: "2", name: "Ruth" }], null],
])("after a lost answer, takes for the new member %s", (_what, list, id) => {
  expect(createdAs(list, [{ id: "1", name: "Mei" }], " Mei ")?.id ?? null).toBe(id);
});

it("offers as a pool everybody, each attorney, and the pool that is stored", () => {
  const members = [member({ id: "a", schedulable: true }), member({ id: "b" })];
  expect(poolsOf(members, "")).toEqual(["", "a"]);
  expect(poolsOf(members, "a,c")).toEqual(["", "a", "a,c"]);
});

const TYPE = {
  key: "initial",
  name: "Initial",
  duration_min: 30,
  amount: null,
  location: "Room 1",
  attorney_ids: null,
  reminders_min: [60],
};
const SECOND = { ...TYPE, key: "second" };
const withType = firm({ consultation_types: [TYPE, SECOND] });

it.each<[string, string, Partial<BookingValues>, object]>([
  ["a length", "initial", { minutes: "45" }, { consultation_types: [{ ...TYPE, duration_min: 45 }, SECOND] }],
  ["a price", "second", { price: "150.50" }, { consultation_types: [TYPE, { ...SECOND, amount: 150.5 }] }],
  ["no price", "initial", { price: "" }, { consultation_types: [TYPE, SECOND] }],
  [
    "a pool",
    "initial",
    { pool: "a,b" },
    { consultation_types: [{ ...TYPE, attorney_ids: ["a", "b"] }, SECOND] },
  ],
  ["links alone", "initial", { enabled: false }, { self_service: { enabled: false } }],
])("%s of a type changes only what was typed, and keeps the other types", (_what, key, changes, body) => {
  expect(bookingBody(withType, key, changes)).toEqual(body);
});

it("adds a type under a key of its name, and switches links on with limits", () => {
  const typed = { name: "Initial", minutes: "60", price: "", pool: "", enabled: true };
  const { consultation_types, self_service } = bookingBody(withType, "", typed);
  expect(consultation_types?.slice(2)).toEqual([
    { ...TYPE, key: "initial-2", duration_min: 60, location: null, reminders_min: null },
  ]);
  expect(self_service).toMatchObject({ enabled: true, max_reschedules: 2 });
  expect(bookingValues(withType, "second")).toMatchObject({
    name: "Initial",
    minutes: "30",
    price: "",
    pool: "",
  });
});
