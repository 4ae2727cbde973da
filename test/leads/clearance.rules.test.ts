import { describe, expect, it } from "@jest/globals";
import { leadMergedInto, survivingLead } from "../../shared/lead-merge/lead-merge.rules.ts";
import { SET_STATES } from "../../shared/leads/clearance.contract.ts";
import {
  awaitsCheck,
  type ConflictState,
  conflictAfterCheck,
  conflictAfterDecision,
  conflictResource,
  isBookableLead,
  isClearedState,
  withLapse,
} from "../../shared/leads/clearance.rules.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { newSettings } from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";

const [EARLIER, AT] = ["2026-11-20T09:00:00.000Z", "2026-11-20T10:00:00.000Z"];
type SetState = (typeof SET_STATES)[number];

const conflictOf = (state: SetState, checkId = "first") => ({
  ...{ state, checkId, at: EARLIER, newestCheckId: checkId },
});
const leadIn = (state: ConflictState, changes: Partial<Lead> = {}) =>
  newLead({ ...(state !== "unchecked" && { conflict: conflictOf(state) }), ...changes });

const LAPSING = ["no_match", "cleared", "waived"];

describe("a change of what checks compare", () => {
  const CHANGES: Partial<Lead>[] = [
    { firstName: "Eve" },
    { lastName: "Eve" },
    { email: "eve@example.com" },
    { phone: "+12125550188" },
    { parties: [] },
    { mergedLeadIds: ["other"] },
  ];
  const CASES = SET_STATES.flatMap((state) => CHANGES.map((change) => [state, change] as const));

  it.each(CASES)(
    "of a lead in state %s, %j: a clearance lapses, and no decision stands on the check",
    (state, change) => {
      const before = leadIn(state);
      const { conflict } = withLapse(before, { ...before, ...change }, AT);
      const lapsed = LAPSING.includes(state) ? { state: "lapsed", at: AT } : {};
      expect(conflict).toEqual({ ...before.conflict, ...lapsed, isOutdated: true });
    },
  );

  it.each(CHANGES)("of a lead that was never checked is remembered: %j", (change) => {
    const before = leadIn("unchecked");
    expect(withLapse(before, { ...before, ...change }, AT)).toEqual({
      ...{ ...before, ...change },
      comparedSince: AT,
    });
  });

  it.each<Partial<Lead>>([
    { stage: "lost" },
    { assigneeId: "a" },
    { data: { summary: "Fell" } },
    { archived: true },
    { source: "other" },
    { lastActivityAt: AT },
  ])("is no other one: %j", (change) => {
    const before = leadIn("cleared");
    expect(withLapse(before, { ...before, ...change }, AT)).toEqual({ ...before, ...change });
  });
});

describe("a lead awaits a check", () => {
  const idAtMinute = (minute: number) => newRecordId(Date.parse(EARLIER) + minute * 60_000);
  const atMinute = (minute: number) => new Date(Date.parse(EARLIER) + minute * 60_000).toISOString();

  it.each<[string, boolean, { created: number; compared?: number; checked?: number }]>([
    ["that has come in since", true, { created: 10 }],
    ["that was there before", false, { created: 9 }],
    ["that has changed since", true, { created: 1, compared: 10 }],
    ["that has changed before", false, { created: 1, compared: 9 }],
    ["that was checked after it came in", false, { created: 10, checked: 11 }],
    ["that has changed since it was checked", true, { created: 10, checked: 11, compared: 12 }],
    ["that has changed since an earlier check", true, { created: 1, checked: 2, compared: 12 }],
  ])("%s: %s", (_, expected, { created, compared, checked }) => {
    const lead = leadIn("unchecked", {
      id: idAtMinute(created),
      ...(compared !== undefined && { comparedSince: atMinute(compared) }),
      ...(checked !== undefined && { conflict: conflictOf("no_match", idAtMinute(checked)) }),
    });
    expect(awaitsCheck(lead, Date.parse(atMinute(10)))).toBe(expected);
  });
});

describe("a merge", () => {
  const STATES: ConflictState[] = ["unchecked", ...SET_STATES];
  const PAIRS = STATES.flatMap((state) => STATES.map((other) => [state, other] as const));

  it.each(PAIRS)(
    "into a lead in state %s of one in state %s: blocked if either is, and cleared never",
    (state, other) => {
      const [target, from] = [leadIn(state), leadIn(other)];
      const { conflict } = survivingLead(target, from, AT);
      const isBlocked = [state, other].includes("blocked");
      const after = LAPSING.includes(state) ? "lapsed" : state;
      expect(conflict?.state ?? "unchecked").toBe(isBlocked ? "blocked" : after);
      expect(conflict?.isOutdated).toBe(conflict && true);
      expect(isClearedState(conflict?.state ?? "unchecked")).toBe(false);
      expect(leadMergedInto(target, from).conflict).toEqual(from.conflict);
    },
  );
});

describe("a check", () => {
  it.each<[ConflictState, "no_match" | "matches", boolean, ConflictState]>([
    ["unchecked", "no_match", false, "no_match"],
    ["unchecked", "matches", false, "matches"],
    ["no_match", "matches", false, "matches"],
    ["no_match", "no_match", true, "no_match"],
    ["matches", "no_match", true, "no_match"],
    ["lapsed", "matches", true, "matches"],
    ["lapsed", "no_match", true, "no_match"],
    ["cleared", "matches", true, "cleared"],
    ["cleared", "no_match", true, "cleared"],
    ["cleared", "matches", false, "matches"],
    ["waived", "matches", true, "waived"],
    ["waived", "matches", false, "matches"],
    ["blocked", "matches", false, "blocked"],
    ["blocked", "no_match", true, "blocked"],
  ])(
    "of a lead in state %s that finds %s, all of it decided on before: %s, becomes %s",
    (state, result, isCovered, after) => {
      const lead = leadIn(state, {});
      const outdated = {
        ...lead,
        conflict: lead.conflict && { ...lead.conflict, isOutdated: true as const },
      };
      const isKept = ["cleared", "waived", "blocked"].includes(after);
      expect(conflictAfterCheck(outdated, { id: "second", result, isCovered }, AT)).toEqual({
        ...(isKept ? lead.conflict : conflictOf(result, "second")),
        state: after,
        at: isKept ? EARLIER : AT,
        newestCheckId: "second",
      });
    },
  );
});

it.each(["cleared", "blocked", "waived"] as const)(
  "a person's decision stands, whatever was before: %s",
  (state) => {
    expect(conflictAfterDecision(state, "first", EARLIER)).toEqual(conflictOf(state));
  },
);

describe("the gate", () => {
  const gate = (required: "none" | "all", state: "building" | "complete" = "complete", enabled = true) => ({
    ...newSettings(),
    conflictGate: { enabled, required, autoCheck: false },
    conflictIndex: { state, indexed: 0, generation: 1 },
  });

  it.each<[ConflictState, boolean, boolean, boolean, boolean]>([
    ["unchecked", false, true, false, true],
    ["no_match", false, true, false, true],
    ["matches", false, true, false, true],
    ["cleared", true, true, false, true],
    ["waived", true, true, false, true],
    ["blocked", false, false, false, false],
    ["lapsed", false, true, false, true],
  ])("lets a lead in state %s pass: all %s, none %s, while indexing %s and %s", (state, ...passes) => {
    const lead = leadIn(state);
    const gates = [gate("all"), gate("none"), gate("all", "building"), gate("none", "building")];
    expect(gates.map((each) => isBookableLead(lead, each))).toEqual(passes);
    expect(isBookableLead(lead, gate("all", "complete", false))).toBe(true);
  });

  it("shows nothing while it is off, and a lead as unchecked while its leads are indexed, unless it is blocked", () => {
    const [cleared, blocked] = [leadIn("cleared"), leadIn("blocked")];
    const none = { state: "unchecked", check_id: null, at: null };
    const shown = (state: ConflictState) => ({ state, check_id: "first", at: EARLIER });
    expect(conflictResource(cleared, gate("all", "complete", false))).toBeNull();
    expect(conflictResource(leadIn("unchecked"), gate("all"))).toEqual(none);
    expect(conflictResource(cleared, gate("all"))).toEqual(shown("cleared"));
    expect(conflictResource(cleared, gate("all", "building"))).toEqual(none);
    expect(conflictResource(blocked, gate("all", "building"))).toEqual(shown("blocked"));
  });
});
