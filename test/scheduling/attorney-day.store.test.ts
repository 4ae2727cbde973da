import { describe, expect, it } from "@jest/globals";
import { v7 } from "uuid";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { slotOfConsultation } from "../../shared/consultations/consultation.store.ts";
import { consultationFields } from "../../shared/consultations/consultation-fields.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { type AttorneyDay, takenOn } from "../../shared/scheduling/attorney-day.rules.ts";
import { daysWithin, parseDay, sameDays } from "../../shared/scheduling/attorney-day.store.ts";
import { dayWrites } from "../../shared/scheduling/slot-writes.store.ts";
import { commitWhenFree, type Write } from "../../shared/table/commit.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import type { Interval } from "../../shared/time/intervals.rules.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const [firm, otherFirm] = [firmIdFromVerifiedSource("one"), firmIdFromVerifiedSource("two")];

const consultation = (changes: Partial<Consultation> = {}): Consultation => ({
  ...consultationFields.initial,
  id: v7(),
  leadId: v7(),
  attorneyId: "ann",
  type: "Initial",
  startAt: "2027-03-03T23:30:00.000Z",
  durationMinutes: 60,
  timeZone: "UTC",
  paid: false,
  amount: null,
  ...changes,
});

const daysOf = async (attorneyId: string, dates: readonly string[]) => {
  const days = sameDays(
    firm,
    dates.map((date) => parseDay(attorneyId, date, [])),
  );
  return (await readRecords(table, { days })).days;
};

const writesOf = (before: Consultation | null, after: Consultation, days: readonly AttorneyDay[]) =>
  dayWrites(firm, {
    released: before && slotOfConsultation(before),
    taken: slotOfConsultation(after),
    days,
    obsolete: [],
  });

const NOW = Date.parse("2027-03-01");

const readDays = async (of: FirmId, attorneyId: string, within: Interval) =>
  (await readRecords(table, { days: daysWithin(of, attorneyId, within) })).days;

const write = async (writes: readonly Write[]) => (await commitWhenFree(table, writes)).result;

const range = { start: Date.parse("2027-03-01"), end: Date.parse("2027-03-31") };

describe("dayWrites", () => {
  it("stores a slot across midnight on both days, changes it, and removes it from both", async () => {
    const dates = ["2027-03-03", "2027-03-04"];
    const booked = consultation();
    const apply = async (before: Consultation | null, after: Consultation) => {
      const writes = writesOf(before, after, await daysOf("ann", dates));
      expect(await write(writes)).toBe("done");
      return writes.length;
    };
    expect(await apply(null, booked)).toBe(2);
    const [start, end] = [Date.parse("2027-03-03T23:30:00Z"), Date.parse("2027-03-04T00:30:00Z")];
    const slot = { attorneyId: "ann", id: booked.id, start, end };
    expect((await daysOf("ann", dates)).map(({ version, slots }) => [version, ...slots])).toEqual([
      [1, slot],
      [1, slot],
    ]);

    const shorter = { ...booked, durationMinutes: 30 };
    expect(await apply(booked, shorter)).toBe(2);
    expect((await daysOf("ann", dates)).map(({ version, slots }) => [version, slots.length])).toEqual([
      [2, 1],
      [1, 0],
    ]);

    expect(await apply(shorter, { ...shorter, status: "canceled" })).toBe(1);
    expect(takenOn(await readDays(firm, "ann", range), NOW)).toEqual([]);
  });

  it("writes no day when the slot does not change", () => {
    const booked = consultation();
    const unchangedSlots = [
      { ...booked, timeZone: "Asia/Tokyo", status: "rescheduled" as const },
      { ...booked, status: "completed" as const },
    ];
    for (const after of unchangedSlots) expect(writesOf(booked, after, [])).toEqual([]);
  });

  it("writes each affected day once, at most four", async () => {
    const before = consultation({ durationMinutes: 1440 });
    const after = { ...before, attorneyId: "bob", startAt: "2027-03-10T00:00:00.001Z" };
    const days = await daysOf("bob", ["2027-03-10", "2027-03-11"]);
    expect(writesOf(before, after, days)).toHaveLength(4);
    const nextDay = { ...before, startAt: "2027-03-04T23:30:00.000Z" };
    const overlapping = await daysOf("ann", ["2027-03-04", "2027-03-05"]);
    expect(writesOf(before, nextDay, overlapping)).toHaveLength(3);
  });

  it("keeps a slot that another consultation has taken at the same start since", async () => {
    const own = consultation({ attorneyId: "eve", startAt: "2027-03-03T10:00:00.001Z" });
    const later = { ...own, id: newRecordId(NOW) };
    await write(writesOf(null, later, await daysOf("eve", ["2027-03-03"])));
    const release = (each: Consultation) => write(writesOf(each, { ...each, status: "canceled" }, []));
    expect(await release(own)).toBe("refused");
    expect(await release(later)).toBe("done");
    expect(takenOn(await daysOf("eve", ["2027-03-03"]), NOW)).toEqual([]);
  });

  it("throws for a day that was not read", () => {
    expect(() => writesOf(null, consultation(), [])).toThrow();
  });
});

it("hides an attorney's days from other firms", async () => {
  const booked = consultation({ attorneyId: "cleo", startAt: "2027-03-05T10:00:00.000Z" });
  const days = await daysOf("cleo", ["2027-03-05"]);
  await write(writesOf(null, booked, days));
  expect(takenOn(await readDays(firm, "cleo", range), NOW)).toHaveLength(1);
  expect(takenOn(await readDays(firm, "cleo", range), NOW, [slotOfConsultation(booked)])).toEqual([]);
  expect(takenOn(await readDays(otherFirm, "cleo", range), NOW)).toEqual([]);
  expect(takenOn(await readDays(firm, "ann", { start: range.end, end: range.end + 1 }), NOW)).toEqual([]);
});
