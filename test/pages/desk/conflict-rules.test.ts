import { describe, expect, it } from "@jest/globals";
import { showsChanges } from "../../../pages/desk/draft.ts";
import {
  actionsFor,
  type Decision,
  decidedAs,
  decisionIn,
  type Match,
  matchLine,
  needsReason,
  type State,
} from "../../../pages/desk/lead/conflict-rules.ts";
import { partiesOf, rowIn, rowsOf } from "../../../pages/desk/lead/party-rules.ts";
import { ENGLISH } from "../../../pages/desk/texts/english.ts";
import { fill } from "../../../pages/shared/fill.ts";

const TEXTS = { texts: ENGLISH.conflicts, locale: "en-US" };

const said = (match: Partial<Match>, matter = "") => {
  const { text, values } = matchLine(
    { name: "Acme Inc.", role: "client", by: ["name"], concern: "same_person", ...match },
    matter,
    TEXTS,
  );
  return fill(text, values);
};
const ENTRY = { entry_key: "acme" };
const LEAD = { lead_id: "0190" };

describe("a match", () => {
  it.each<[string, Partial<Match>, string]>([
    [
      "Your client Acme Inc. is against this person in matter 12.",
      { ...ENTRY, concern: "adverse_to_client" },
      "12",
    ],
    ["Your client Acme Inc. is against this person.", { ...ENTRY, concern: "adverse_to_client" }, ""],
    [
      "Your former client Acme Inc. is against this person in matter Doe v. Acme.",
      { ...ENTRY, role: "former_client", concern: "adverse_to_client" },
      "Doe v. Acme",
    ],
    [
      "Your adversary Acme Inc. in matter 12 may be this person.",
      { ...ENTRY, role: "adverse", concern: "client_is_adverse" },
      "12",
    ],
    ["Your client Acme Inc. may be this person.", ENTRY, ""],
    [
      "Your client Acme Inc. has the same email and phone.",
      { ...ENTRY, by: ["email", "phone"], concern: "shared_contact" },
      "",
    ],
    [
      "The related party Acme Inc. has a part in this.",
      { ...ENTRY, role: "related", concern: "related" },
      "",
    ],
    ["The lead Acme Inc. may be this person.", LEAD, ""],
    ["The lead Acme Inc. may be this person.", { ...LEAD, role: "alias" }, ""],
    ["The lead Acme Inc. is against this person.", { ...LEAD, concern: "adverse_to_client" }, ""],
    [
      "The adversary Acme Inc. of another lead may be this person.",
      { ...LEAD, role: "adverse", concern: "client_is_adverse" },
      "",
    ],
    [
      "The related party Acme Inc. of another lead has a part in this.",
      { ...LEAD, role: "related", concern: "related" },
      "",
    ],
  ])("reads: %s", (sentence, match, matter) => expect(said(match, matter)).toBe(sentence));

  it("says a matter as it is written, whatever characters it has", () => {
    const hostile = "$& {name} <b>";
    const match = { ...ENTRY, concern: "adverse_to_client" } as const;
    expect(said(match, hostile)).toBe(`Your client Acme Inc. is against this person in matter ${hostile}.`);
  });
});

it.each<[State, Decision[]]>([
  ["unchecked", []],
  ["no_match", ["cleared", "blocked"]],
  ["matches", ["cleared", "waived", "blocked"]],
  ["cleared", ["blocked"]],
  ["waived", ["blocked"]],
  ["blocked", ["cleared", "waived"]],
  ["lapsed", []],
])(
  "offers for a lead that is %s the decisions %j, and none while the leads are being indexed",
  (state, decisions) => {
    expect(actionsFor(state, false)).toEqual({ canCheck: true, decisions });
    expect(actionsFor(state, true)).toEqual({ canCheck: false, decisions: [] });
  },
);

it.each<[Decision, "matches" | "no_match", boolean]>([
  ["cleared", "no_match", false],
  ["blocked", "no_match", false],
  ["waived", "no_match", true],
  ["cleared", "matches", true],
  ["blocked", "matches", true],
])("asks for the reason of %s after %s: %s", (decision, result, isNeeded) =>
  expect(needsReason(decision, { result })).toBe(isNeeded),
);

const decided = (decision: Decision, reason: string | null = null) => ({ decision, reason });
const CHECKS = [
  { id: "newest", decisions: [] },
  { id: "before", decisions: [decided("blocked", "Told so"), decided("cleared")] },
];
const conflict = (check_id: string | null) => ({ state: "cleared", check_id, at: null }) as const;

it("names the decision that a state stands on, also where a later check has changed nothing", () => {
  expect(decisionIn(CHECKS, conflict("before"))).toEqual(decided("cleared"));
  expect(decisionIn(CHECKS, conflict("newest"))).toBeNull();
  expect(decisionIn(CHECKS, conflict(null))).toBeNull();
});

it("finds a decision whose answer was lost, and no other", () => {
  expect(decidedAs(CHECKS, "before", { decision: "cleared", reason: "" })).toBe(CHECKS[1]);
  expect(decidedAs(CHECKS, "before", { decision: "blocked", reason: "Told so" })).toBeNull();
  expect(decidedAs(CHECKS, "before", { decision: "cleared", reason: "Looked" })).toBeNull();
  expect(decidedAs(CHECKS, "newest", { decision: "cleared", reason: "" })).toBeNull();
});

describe("parties", () => {
  const party = {
    role: "adverse" as const,
    name: "Smith, John",
    aliases: ["J. Smith"],
    email: "",
    phone: "",
  };
  it("keep commas in their names, and divide other names by semicolons", () => {
    const [row] = rowsOf([party]) ?? [];
    expect(row).toEqual({ ...party, aliases: "J. Smith" });
    expect(partiesOf([{ ...party, aliases: " J. Smith;; Jon, Smith | " }])).toEqual([
      { ...party, aliases: ["J. Smith", "Jon, Smith"] },
    ]);
  });
  it("that nobody has sent are none, which is not an empty list", () => {
    expect([rowsOf(null), rowsOf([])]).toEqual([null, []]);
  });
  it.each([
    ["parties[2].email", 2],
    ["parties", null],
    ["phone", null],
  ])("are refused at the row of %s: %s", (field, row) => expect(rowIn(field)).toBe(row));

  it("are known to be saved after a lost answer, whatever form the service gives them", () => {
    const typed = [{ ...party, aliases: "J. Smith", email: "J@Example.com ", phone: "(212) 555-0147" }];
    const stored = [{ ...party, aliases: "J. Smith", email: "j@example.com", phone: "+12125550147" }];
    expect(showsChanges({ parties: typed }, { parties: stored })).toBe(true);
    expect(showsChanges({ parties: typed }, { parties: [...stored, ...stored] })).toBe(false);
    expect(showsChanges({ parties: typed }, { parties: [{ ...stored[0], role: "related" }] })).toBe(false);
    expect(showsChanges<object>({ parties: [] }, { parties: null })).toBe(false);
  });
});
