import { describe, expect, it } from "@jest/globals";
import {
  type CandidateProblem,
  chooseCandidate,
  refusalOf,
} from "../../shared/scheduling/candidates.rules.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { NOW_MILLISECONDS } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const candidate = (id: string, problem: CandidateProblem | null = null, minNoticeMinutes = 60) => ({
  attorney: { id },
  problem,
  hasRoom: problem !== "too_many_holds",
  calendar: {
    ...newMember(),
    holidays: [],
    rules: { ...NO_BOOKING_RULES, minNoticeMinutes },
    taken: [],
    busyTimes: [],
    nowMilliseconds: NOW_MILLISECONDS,
  },
});

const SLOT = { startAt: new Date(NOW_MILLISECONDS).toISOString(), durationMinutes: 30 };

describe("a slot is assigned, of those who are free, to", () => {
  const COUNTS: Readonly<Record<string, number>> = { a: 2, b: 1, c: 1, d: 0 };
  const chosenBy = (seed: string, problems: Readonly<Record<string, CandidateProblem | null>>) =>
    chooseCandidate(
      Object.entries(problems).map(([id, problem]) => candidate(id, problem)),
      { countOf: ({ attorney }) => COUNTS[attorney.id] ?? 0, seed },
    )?.attorney.id;
  const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);

  it.each<[string, Readonly<Record<string, CandidateProblem | null>>, string[]]>([
    ["nobody when all have a problem", { a: "slot_unavailable", d: "too_many_holds" }, []],
    ["the only one", { a: null, d: "outside_office_hours" }, ["a"]],
    ["the attorney with the fewest consultations", { a: null, b: null, d: null }, ["d"]],
    ["either of two with equally many", { a: null, b: null, c: null }, ["b", "c"]],
  ])("%s", (_, problems, expected) => {
    const chosen = new Set(seeds.flatMap((seed) => chosenBy(seed, problems) ?? []));
    expect([...chosen].toSorted()).toEqual(expected);
  });

  it("the same attorney whenever one request is decided", () => {
    const chosen = seeds.map((seed) => chosenBy(seed, { b: null, c: null }));
    expect(seeds.map((seed) => chosenBy(seed, { c: null, b: null }))).toEqual(chosen);
  });
});

describe("nobody can take the slot", () => {
  it.each<[CandidateProblem[], string, string[] | undefined]>([
    [["outside_office_hours"], "outside_office_hours", undefined],
    [["attorney_unavailable", "attorney_unavailable"], "attorney_unavailable", undefined],
    [["outside_office_hours", "attorney_unavailable"], "slot_unavailable", undefined],
    [["slot_unavailable", "booking_not_allowed"], "slot_unavailable", undefined],
    [["booking_not_allowed", "booking_not_allowed"], "booking_not_allowed", ["booking_rules.min_notice_min"]],
    [["too_many_holds", "too_many_holds"], "booking_not_allowed", ["holds"]],
    [["too_many_holds", "booking_not_allowed"], "booking_not_allowed", ["booking_rules.min_notice_min"]],
    [["too_many_holds", "outside_office_hours"], "outside_office_hours", undefined],
  ])("for %j: %s", (problems, code, fields) => {
    const { details, ...refusal } = refusalOf(
      problems.map((problem, index) => candidate(String(index), problem)),
      SLOT,
    );
    expect([refusal.code, details?.map(({ field }) => field)]).toEqual([code, fields]);
    expect(refusal.message.startsWith("No attorney of the pool")).toBe(problems.length > 1);
  });

  it("passes over those with too many holds, whatever else prevents them", () => {
    const full = { ...candidate("a", "slot_unavailable"), hasRoom: false };
    const others = [candidate("b", "outside_office_hours")];
    expect(refusalOf([full, ...others], SLOT).code).toBe("outside_office_hours");
    expect(refusalOf([full], SLOT).code).toBe("slot_unavailable");
  });

  it("and each rule that prevents anybody is named", () => {
    const { details } = refusalOf(
      [candidate("a", "booking_not_allowed", 60), candidate("b", "booking_not_allowed", 90)],
      SLOT,
    );
    expect(details?.map(({ message }) => message)).toEqual([
      "requires at least 60 minutes from now to the start",
      "requires at least 90 minutes from now to the start",
    ]);
  });
});
