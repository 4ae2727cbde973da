import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Concern, lapses, matchesOf } from "../../shared/conflicts/concern.rules.ts";
import { keysOf, searchesOf } from "../../shared/conflicts/conflict-keys.rules.ts";
import { subjectsOfLead } from "../../shared/conflicts/lead-subjects.rules.ts";
import { type Role, type Subject, sideOf } from "../../shared/conflicts/subject.rules.ts";
import { checkProperty } from "../support/check-property.ts";

const somebody = (role: Role, fields: Partial<Subject> = {}): Subject => ({
  role,
  name: "",
  aliases: [],
  email: "",
  phone: "",
  ...fields,
});

const ROLES = ["client", "former_client", "alias", "adverse", "related"] as const;

const BOB = { name: "Bob Smith", email: "bob@example.com", phone: "+12125550187" };
const ROBERT = { name: "Robert Smith" };

const concerns = (mine: Partial<Subject>, theirs: Partial<Subject>, roles: readonly [Role, Role]) =>
  matchesOf([somebody(roles[0], mine)], [somebody(roles[1], theirs)]).map(({ concern }) => concern);

/** What each side of mine means to each side of theirs, by the exact name, by the number alone, and by a similar name. */
it.each<[mine: Role, theirs: Role, ...byNamePhoneAndSimilarName: (Concern | null)[]]>([
  ["client", "client", "same_person", "shared_contact", null],
  ["client", "former_client", "same_person", "shared_contact", null],
  ["client", "alias", "same_person", "shared_contact", null],
  ["client", "adverse", "client_is_adverse", "client_is_adverse", "client_is_adverse"],
  ["client", "related", "related", "related", null],
  ["alias", "former_client", "same_person", "shared_contact", null],
  ["alias", "adverse", "client_is_adverse", "client_is_adverse", "client_is_adverse"],
  ["alias", "related", "related", "related", null],
  ["adverse", "client", "adverse_to_client", "adverse_to_client", "adverse_to_client"],
  ["adverse", "former_client", "adverse_to_client", "adverse_to_client", "adverse_to_client"],
  ["adverse", "alias", "adverse_to_client", "adverse_to_client", "adverse_to_client"],
  ["adverse", "adverse", null, null, null],
  ["adverse", "related", "related", "related", null],
  ["related", "client", "related", "related", null],
  ["related", "former_client", "related", "related", null],
  ["related", "adverse", "related", "related", null],
  ["related", "related", null, null, null],
])("my %s and their %s: %s by name, %s by phone, %s by a similar name", (mine, theirs, ...expected) => {
  const roles = [mine, theirs] as const;
  const [name, phone, similar] = expected.map((concern) => (concern === null ? [] : [concern]));
  expect(concerns(BOB, { name: "Smith, Bob" }, roles)).toEqual(name);
  expect(concerns(BOB, { phone: BOB.phone }, roles)).toEqual(phone);
  expect(concerns(BOB, { email: BOB.email }, roles)).toEqual(phone);
  expect(concerns(BOB, ROBERT, roles)).toEqual(similar);
});

it.each<[Concern, boolean]>([
  ["same_person", false],
  ["shared_contact", false],
  ["adverse_to_client", true],
  ["client_is_adverse", true],
  ["related", true],
])("%s ends a clearance: %s", (concern, ends) => {
  expect(lapses(concern)).toBe(ends);
});

it("says all by which somebody matches; an exact name covers a similar one", () => {
  const theirs = [somebody("adverse", { ...BOB, name: "Smith, Bob" })];
  expect(matchesOf([somebody("client", BOB)], theirs)).toEqual([
    { role: "adverse", name: "Smith, Bob", by: ["name", "email", "phone"], concern: "client_is_adverse" },
  ]);
});

it("matches aliases of both, and shows the name of the one who has them", () => {
  const mine = [somebody("adverse", { name: "Acme", aliases: ["Zenith Ltd."] })];
  const theirs = [somebody("client", { name: "Apex", aliases: ["Other", "ZENITH"] })];
  expect(matchesOf(mine, theirs)).toEqual([
    { role: "client", name: "Apex", by: ["name"], concern: "adverse_to_client" },
  ]);
});

it("unites what several of mine have in common with one of theirs, but for other concerns", () => {
  const mine = [
    somebody("client", BOB),
    somebody("alias", { name: "Rob Smith" }),
    somebody("related", ROBERT),
  ];
  const theirs = [somebody("adverse", { name: "Rob Smith", phone: BOB.phone, aliases: ["Robert Smith"] })];
  expect(matchesOf(mine, theirs)).toEqual([
    { role: "adverse", name: "Rob Smith", by: ["name", "phone"], concern: "client_is_adverse" },
    { role: "adverse", name: "Rob Smith", by: ["name"], concern: "related" },
  ]);
});

it("one person twice among theirs is one match", () => {
  const theirs = [somebody("adverse", { name: "Acme" }), somebody("adverse", { ...BOB, name: "Acme" })];
  expect(matchesOf([somebody("client", { ...BOB, name: "Acme Inc." })], theirs)).toEqual([
    { role: "adverse", name: "Acme", by: ["name", "email", "phone"], concern: "client_is_adverse" },
  ]);
});

it("a lead is a client by its own name, beside its parties", () => {
  const party = { role: "adverse", name: "Acme Inc.", aliases: ["Acme East"], email: "", phone: "" } as const;
  const lead = {
    firstName: "Mary Ann",
    lastName: "Smith Jones",
    email: "m@example.com",
    phone: "",
    parties: null,
  };
  const own = { givenName: "Mary Ann", familyName: "Smith Jones", email: "m@example.com" };
  const client = somebody("client", { name: "Mary Ann Smith Jones", ...own });
  expect(subjectsOfLead(lead)).toEqual([client]);
  expect(subjectsOfLead({ ...lead, parties: [party] })).toEqual([client, party]);
});

it.each(["none", "n/a", "911"])("the phone %j is nobody's", (phone) => {
  expect(keysOf([somebody("client", { phone })])).toEqual([]);
});

it("a lead whose data were erased has no key", () => {
  const erased = { firstName: "", lastName: "", email: "", phone: "", parties: null };
  expect(keysOf(subjectsOfLead(erased))).toEqual([]);
});

const NAMES = ["Bob Smith", "Robert Smith", "Smith, R.", "Rob Smith Jr.", "Acme Inc.", "Acme", "Ann Lee", ""];
const name = fc.constantFrom(...NAMES);

const subject: fc.Arbitrary<Subject> = fc.record({
  role: fc.constantFrom(...ROLES),
  name,
  aliases: fc.array(name, { maxLength: 2 }),
  email: fc.constantFrom("", "a@example.com", "b@example.com"),
  phone: fc.constantFrom("", "+12125550187", "+12125550188"),
});
const subjects = fc.array(subject, { maxLength: 4 });

const MIRRORED: Readonly<Partial<Record<Concern, Concern>>> = {
  adverse_to_client: "client_is_adverse",
  client_is_adverse: "adverse_to_client",
  // Whether two people are the same is said of each of theirs.
  shared_contact: "same_person",
};

const concernSet = (mine: readonly Subject[], theirs: readonly Subject[], mirror: typeof MIRRORED) =>
  new Set(matchesOf(mine, theirs).map(({ concern }) => mirror[concern] ?? concern));

it("each of two records finds the other, with the mirrored concern", async () => {
  const { shared_contact } = MIRRORED;
  await checkProperty(
    fc.property(subjects, subjects, (mine, theirs) => {
      expect(concernSet(mine, theirs, { shared_contact })).toEqual(concernSet(theirs, mine, MIRRORED));
    }),
    300,
  );
});

it("a record matches exactly if it is stored under a key and side that the check of mine looks up", async () => {
  await checkProperty(
    fc.property(subjects, subjects, (mine, theirs) => {
      const stored = keysOf(theirs);
      const isFound = searchesOf(mine).some(({ kind, value, sides }) =>
        stored.some((key) => key.kind === kind && key.value === value && sides.includes(key.side)),
      );
      expect(matchesOf(mine, theirs).length > 0).toBe(isFound);
    }),
    300,
  );
});

it("looks a key up once, for all sides that matter", () => {
  const searches = searchesOf([
    somebody("client", { name: "Acme" }),
    somebody("adverse", { name: "ACME Inc." }),
  ]);
  expect(searches).toEqual([{ kind: "name", value: "ACME", sides: ["client", "adverse", "related"] }]);
  expect(keysOf([somebody("related", BOB)]).map(({ kind, side }) => [kind, side])).toEqual([
    ["name", "related"],
    ["email", "related"],
    ["phone", "related"],
  ]);
  expect(ROLES.map(sideOf)).toEqual(["client", "client", "client", "adverse", "related"]);
});
