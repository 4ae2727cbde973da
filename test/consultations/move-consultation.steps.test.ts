import { describe, expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import { moveConsultation } from "../../shared/consultations/move-consultation.steps.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import type { Reader } from "../../shared/table/read-records.ts";
import { slotOf } from "../../shared/time/intervals.rules.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { CHANGE, FIRM_ID, NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const DATE = "2055-03-03";
const at = (time: string) => `${DATE}T${time}:00.000Z`;
const [one, other] = [newMember({ timeZone: "UTC" }), newMember({ timeZone: "UTC" })];
const before = newConsultation({
  attorneyId: one.id,
  startAt: at("10:00"),
  durationMinutes: 60,
  reminderMinutes: [5],
});
const ownSlot = { ...slotOf(before), id: before.id, attorneyId: one.id };
const settings = newSettings({ reminderMinutes: [60] });
const dayOf = (attorney: Member, ...slots: (typeof ownSlot)[]) => ({
  ...{ attorneyId: attorney.id, date: DATE, version: slots.length, slots, busy: [] },
});

/** Moves the consultation by records of its own attorney. Reads the other attorney's when asked for them. */
const move = async (changes: Partial<Consultation>, slots: (typeof ownSlot)[] = [ownSlot]) => {
  const reads: string[][] = [];
  const read = (async (refs: object) => {
    reads.push(Object.keys(refs));
    if ("settings" in refs) return { settings, attorneys: [other], days: [dayOf(other)] };
    return { days: [], holds: [], alternatives: {} };
  }) as Reader;
  const { after, writes } = await moveConsultation(
    {
      ...{ firmId: FIRM_ID, before, nowMilliseconds: NOW_MILLISECONDS, change: CHANGE },
      moved: { ...before, ...changes, status: "rescheduled", revision: before.revision + 1 },
    },
    { settings, attorneys: [one], days: [dayOf(one, ...slots)] },
    read,
  );
  return { after, writes, reads };
};

describe("a move", () => {
  it.each<[string, Partial<Consultation>, Member, number[]]>([
    ["to another hour has the firm's reminders", { startAt: at("13:00") }, one, [60]],
    ["that keeps its start keeps its reminders", { durationMinutes: 90 }, one, [5]],
    ["to another attorney", { attorneyId: other.id }, other, [5]],
  ])("%s", async (_, changes, attorney, reminderMinutes) => {
    const { after, writes } = await move(changes);
    const days = [attorney === one ? dayOf(one, ownSlot) : dayOf(other)];
    const preconditions = { attorney, days, hold: null, holds: null, obsolete: [], clearance: [] };
    expect(after).toMatchObject({ ...changes, reminderMinutes, status: "rescheduled", revision: 2 });
    expect(writes).toEqual(putConsultation(FIRM_ID, { before, after, change: CHANGE, preconditions }));
  });

  it("reads another attorney's records only if they were not read", async () => {
    expect((await move({ startAt: at("13:00") })).reads).toEqual([["days", "holds"]]);
    expect((await move({ attorneyId: other.id })).reads).toEqual([
      ["settings", "attorneys", "days"],
      ["days", "holds"],
    ]);
  });
});
