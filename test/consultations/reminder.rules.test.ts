import { describe, expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import {
  emittedReminder,
  nextReminderMilliseconds,
  withoutNextReminder,
  withReminders,
} from "../../shared/consultations/reminder.rules.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";

const START = "2055-03-03T12:00:00.000Z";
const consultation = (changes: Partial<Consultation> = {}) =>
  ({ id: "1", type: "Initial", startAt: START, ...changes }) as Consultation;

const DAY = 1440;

describe("a consultation that starts in a day", () => {
  it.each<[string, number[], readonly number[] | undefined]>([
    ["none without a list", [], undefined],
    ["the largest first", [5, 60, 30], [60, 30, 5]],
    ["each once", [60, 60], [60]],
    ["none whose time has passed", [DAY + 1, 60], [60]],
    ["none whose time is this very instant", [DAY], undefined],
    ["one that is due the minute after", [DAY - 1], [DAY - 1]],
  ])("has %s", (_, reminderMinutes, expected) => {
    const options = { settings: newSettings({ reminderMinutes }), nowMilliseconds: NOW_MILLISECONDS };
    expect(withReminders(null, consultation(), options).reminderMinutes).toEqual(expected);
  });
});

it.each<[string, number[] | undefined]>([
  ["own", [90]],
  ["none", undefined],
  ["firm", [60]],
  ["removed", [60]],
])("a consultation of the type %s has the reminders of its type, or else the firm's", (type, expected) => {
  const typed = (key: string, minutes: number[] | null) =>
    ({ key, name: key, reminderMinutes: minutes }) as FirmSettings["consultationTypes"][number];
  const consultationTypes = [typed("own", [90]), typed("none", []), typed("firm", null)];
  const settings = newSettings({ reminderMinutes: [60], consultationTypes });
  const options = { settings, nowMilliseconds: NOW_MILLISECONDS };
  expect(withReminders(null, consultation({ type }), options).reminderMinutes).toEqual(expected);
});

it("a consultation that keeps its start keeps its pending reminders, whatever the list is now", () => {
  const [before, after] = [consultation({ reminderMinutes: [60] }), consultation({ reminderMinutes: [60] })];
  const options = { settings: newSettings({ reminderMinutes: [30] }), nowMilliseconds: NOW_MILLISECONDS };
  expect(withReminders(before, after, options).reminderMinutes).toEqual([60]);
  const moved = consultation({ reminderMinutes: [60], startAt: "2055-03-04T12:00:00.000Z" });
  expect(withReminders(before, moved, options).reminderMinutes).toEqual([30]);
});

it("a reminder is due so many minutes before the start; without one, nothing is due", () => {
  expect(nextReminderMilliseconds(consultation({ reminderMinutes: [60, 5] }))).toBe(
    Date.parse("2055-03-03T11:00:00.000Z"),
  );
  expect(nextReminderMilliseconds(consultation())).toBeNull();
});

it("emits the reminder that a change has dropped", () => {
  const [two, one, none] = [
    consultation({ reminderMinutes: [60, 5] }),
    consultation({ reminderMinutes: [5] }),
    consultation(),
  ];
  expect([withoutNextReminder(two), withoutNextReminder(one)]).toEqual([
    one,
    { ...none, reminderMinutes: undefined },
  ]);
  expect([emittedReminder(two, one), emittedReminder(one, none)]).toEqual([60, 5]);
  expect([emittedReminder(two, two), emittedReminder(none, none)]).toEqual([undefined, undefined]);
});
