import { describe, expect, it } from "@jest/globals";
import type { AttorneyDay } from "../../shared/scheduling/attorney-day.rules.ts";
import type { CandidateProblem } from "../../shared/scheduling/candidates.rules.ts";
import {
  type CheckedCandidate,
  refuseAppointment,
} from "../../shared/scheduling/refuse-appointment.steps.ts";
import type { Reader } from "../../shared/table/read-records.ts";
import { ReadAgain } from "../../shared/table/retry.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { FIRM_ID, NOW_MILLISECONDS } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const DATE = "2055-03-03";
const at = (time: string, date = DATE) => `${date}T${time}:00.000Z`;
const [one, other] = [newMember({ timeZone: "UTC" }), newMember({ timeZone: "UTC" })];
const slotOn = (attorneyId: string, start: string, end: string) => ({
  ...{ id: "taken", attorneyId, start: Date.parse(at(start)), end: Date.parse(at(end)) },
});
const dayOf = (attorneyId: string, date = DATE, ...slots: ReturnType<typeof slotOn>[]): AttorneyDay => ({
  ...{ attorneyId, date, version: slots.length, slots, busy: [] },
});
const dayOfOne = dayOf(one.id, DATE, slotOn(one.id, "10:00", "11:00"));

const candidate = (
  attorney = one,
  problem: CandidateProblem = "slot_unavailable",
  days: AttorneyDay[] = [dayOf(attorney.id)],
): CheckedCandidate => ({
  attorney,
  problem,
  days,
  hasRoom: true,
  holds: null,
  calendar: {
    ...attorney,
    ...{ holidays: [], rules: NO_BOOKING_RULES, taken: [], busyTimes: [], nowMilliseconds: NOW_MILLISECONDS },
  },
});

const withoutRoom = { ...candidate(), hasRoom: false };

type Case = {
  readonly candidates?: CheckedCandidate[];
  /** The days as a second read returns them. */
  readonly again?: AttorneyDay[];
  readonly current?: ReturnType<typeof slotOn>;
  readonly taken?: Record<string, AttorneyDay[]>;
};

const refuse = async ({ candidates = [candidate()], again = [], current, taken = {} }: Case = {}) => {
  const counts: number[] = [];
  const read = (async (refs: { days: object; holds: unknown[] }) => {
    counts.push(Object.keys(refs.days).length + refs.holds.length);
    return { days: again, holds: [], alternatives: taken };
  }) as Reader;
  const slot = { startAt: at("10:00"), durationMinutes: 60 };
  const refusal = refuseAppointment({ firmId: FIRM_ID, slot, current: current ?? null }, candidates, read);
  const error = await refusal.catch((thrown: unknown) => thrown);
  return { error, counts };
};

describe("a slot is refused with the next starts", () => {
  it.each<[string, Case, string[]]>([
    ["after the wanted one", {}, ["10:15", "10:30", "10:45"]],
    ["beside what is taken", { taken: { [one.id]: [dayOfOne] } }, ["11:00", "11:15", "11:30"]],
    [
      "in the slot that it leaves",
      { taken: { [one.id]: [dayOfOne] }, current: slotOn(one.id, "10:00", "11:00") },
      ["10:15", "10:30", "10:45"],
    ],
    [
      "of anybody in the pool",
      {
        candidates: [candidate(), candidate(other)],
        again: [dayOf(one.id), dayOf(other.id)],
        taken: { [one.id]: [dayOfOne] },
      },
      ["10:15", "10:30", "10:45"],
    ],
    ["of nobody with too many holds", { candidates: [withoutRoom] }, []],
    [
      "of those in the pool who may have more holds",
      {
        candidates: [withoutRoom, candidate(other)],
        again: [dayOf(one.id), dayOf(other.id)],
        taken: { [other.id]: [dayOf(other.id, DATE, slotOn(other.id, "10:00", "11:00"))] },
      },
      ["11:00", "11:15", "11:30"],
    ],
  ])("%s", async (_, given, starts) => {
    expect((await refuse(given)).error).toMatchObject({ nextAvailable: starts.map((time) => at(time)) });
  });
});

describe("reads that were not of one moment", () => {
  const days = [dayOf(one.id), dayOf(one.id, "2055-03-04")];
  const broken = candidate(one, "booking_not_allowed", days);
  const pool = [candidate(), candidate(other)];

  it.each<[string, Case, number]>([
    ["one day", { candidates: [candidate(one, "booking_not_allowed")] }, 0],
    ["two days, of which one overlaps", { candidates: [candidate(one, "slot_unavailable", days)] }, 0],
    ["two days that were counted, and stayed", { candidates: [broken], again: days }, 1],
    ["two attorneys, whose days stayed", { candidates: pool, again: pool.flatMap((each) => each.days) }, 2],
  ])("are judged by %s", async (_, given, count) => {
    const { error, counts } = await refuse(given);
    expect([error, counts]).toMatchObject([{ nextAvailable: expect.any(Array) }, [count]]);
    expect(error).not.toBeInstanceOf(ReadAgain);
  });

  it.each<[string, Case]>([
    [
      "the consultation has moved",
      {
        candidates: [candidate(one, "slot_unavailable", [dayOfOne])],
        current: slotOn(one.id, "12:00", "13:00"),
      },
    ],
    ["a counted day has changed", { candidates: [broken], again: [dayOfOne] }],
    ["a day of the pool has changed", { candidates: pool, again: [dayOfOne, dayOf(other.id)] }],
  ])("are done again when %s", async (_, given) => {
    expect((await refuse(given)).error).toBeInstanceOf(ReadAgain);
  });
});
