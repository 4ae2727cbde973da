import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { requireCurrent } from "../../shared/conflicts/conflict-check.rules.ts";
import { CONFLICT_STATES } from "../../shared/leads/clearance.contract.ts";
import {
  type ConflictState,
  conflictAfterCheck,
  conflictAfterDecision,
  mergedConflict,
  withLapse,
} from "../../shared/leads/clearance.rules.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { conflictIn } from "../support/conflict-gate.ts";
import { newLead } from "../support/leads.ts";

const [ID, AT] = ["018f0000-0000-7000-8000-000000000c0c", "2026-11-20T10:00:00.000Z"];
const CHECK = { id: ID, leadId: ID, searched: [], matches: [], truncated: false, decisions: [] };

const leadIn = (state: ConflictState): Lead => {
  const conflict = conflictIn(state, ID);
  return newLead(conflict && { conflict: { ...conflict, ...(state === "lapsed" && { isOutdated: true }) } });
};

const canBeDecided = (lead: Lead) => {
  try {
    requireCurrent(lead, CHECK);
    return true;
  } catch {
    return false;
  }
};

/** What can become of a lead, by each cause. A check without matches shows none beyond those decided on. */
const CAUSES: Readonly<Record<string, (lead: Lead) => Lead["conflict"][]>> = {
  check: (lead) => [
    conflictAfterCheck(lead, { id: ID, result: "no_match", isCovered: true }, AT),
    conflictAfterCheck(lead, { id: ID, result: "matches", isCovered: true }, AT),
    conflictAfterCheck(lead, { id: ID, result: "matches", isCovered: false }, AT),
  ],
  decision: (lead) =>
    canBeDecided(lead)
      ? (["cleared", "waived", "blocked"] as const).map((each) => conflictAfterDecision(each, ID, AT))
      : [],
  change: (lead) => [withLapse(lead, { ...lead, lastName: "Byron" }, AT).conflict],
  merge: (lead) => [mergedConflict(lead, leadIn("blocked")).conflict],
};

/** Returns edges as texts, sorted, without those that leave a state as it is. */
const edges = (from: readonly string[], to: readonly string[], causes: readonly string[]) =>
  from.flatMap((one) =>
    to.flatMap((other) => causes.map((cause) => (one === other ? "" : `${one} > ${other} by ${cause}`))),
  );
const sorted = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).toSorted();

const EXPECTED = sorted(
  CONFLICT_STATES.flatMap((from) =>
    Object.entries(CAUSES).flatMap(([cause, become]) => {
      const to = become(leadIn(from)).map((conflict) => conflict?.state ?? "unchecked");
      return edges([from], to, [cause]);
    }),
  ),
);

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");
const section = GUIDE.slice(
  GUIDE.indexOf("### Checks and decisions"),
  GUIDE.indexOf("### Parties of a lead"),
);

it("the guide's table of a lead's states says what becomes of each, and by what", () => {
  const statesIn = (cell = "") => [...cell.matchAll(/`(\w+)`/g)].map(([, state = ""]) => state);
  const rows = section.matchAll(/^\| (`.*?) \| (`.*?) \| a (\w+)/gm);
  expect(
    sorted([...rows].flatMap(([, from, to, cause = ""]) => edges(statesIn(from), statesIn(to), [cause]))),
  ).toEqual(EXPECTED);
});

it("the guide's picture of a lead's states says the same", () => {
  const [, name = "", inner = ""] = /state (\w+) \{([^}]*)\}/.exec(section) ?? [];
  const group = [...inner.matchAll(/(\w+) -->/g)].map(([, state = ""]) => state);
  const statesOf = (node = "") => (node === name ? group : [node]);
  const arrows = section.matchAll(/^ *(\w+) --> (\w+): (.*)$/gm);
  expect(
    sorted(
      [...arrows].flatMap(([, from, to, causes = ""]) =>
        edges(statesOf(from), statesOf(to), causes.split(", ")),
      ),
    ),
  ).toEqual(EXPECTED);
  expect(section).toContain("[*] --> unchecked");
});
