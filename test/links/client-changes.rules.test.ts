import { describe, expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import {
  type ClientChange,
  changeUntilMilliseconds,
  clientChangeViolations,
  clientStartViolations,
  movesLeft,
} from "../../shared/links/client-changes.rules.ts";
import { type SelfService, selfServiceFields } from "../../shared/settings/self-service.contract.ts";

const START = Date.UTC(2055, 2, 3, 10);
const MINUTE = 60_000;

const CONSULTATION = {
  status: "scheduled",
  startAt: new Date(START).toISOString(),
  durationMinutes: 60,
} as const;

type Changed = Pick<Consultation, "status" | "startAt" | "durationMinutes" | "clientMoves">;

const settingsWith = (changes: Partial<SelfService>): SelfService => ({
  ...selfServiceFields.initial,
  enabled: true,
  ...changes,
});

const fieldsOf = (change: ClientChange, settings: SelfService, consultation: Changed, now: number) =>
  clientChangeViolations(change, settings, consultation, now).map(({ field }) => field);

describe("the notice of a client", () => {
  it.each([
    ["reschedule", { rescheduleNoticeMinutes: 60 }, "self_service.reschedule_notice_min"],
    ["cancel", { cancelNoticeMinutes: 60 }, "self_service.cancel_notice_min"],
  ] as const)("to %s is exact to the millisecond", (change, notice, field) => {
    const settings = settingsWith(notice);
    const at = (now: number) => fieldsOf(change, settings, CONSULTATION, now);
    expect(at(START - 60 * MINUTE)).toEqual([]);
    expect(at(START - 60 * MINUTE + 1)).toEqual([field]);
    expect(changeUntilMilliseconds(change, settings, CONSULTATION)).toBe(START - 60 * MINUTE);
  });

  it("of 0 minutes ends with the start", () => {
    const settings = settingsWith({ cancelNoticeMinutes: 0 });
    expect(fieldsOf("cancel", settings, CONSULTATION, START)).toEqual([]);
    expect(fieldsOf("cancel", settings, CONSULTATION, START + 1)).toEqual(["self_service.cancel_notice_min"]);
  });

  it("of another change does not apply; without a notice, changes are allowed until the end", () => {
    const settings = settingsWith({ cancelNoticeMinutes: 60 });
    expect(fieldsOf("reschedule", settings, CONSULTATION, START + 60 * MINUTE - 1)).toEqual([]);
    expect(fieldsOf("reschedule", settings, CONSULTATION, START + 60 * MINUTE)).toEqual(["consultation"]);
    expect(changeUntilMilliseconds("reschedule", settings, CONSULTATION)).toBeNull();
  });
});

describe("the moves of clients", () => {
  it.each([
    [null, undefined, null],
    [0, undefined, 0],
    [2, undefined, 2],
    [2, 1, 1],
    [2, 2, 0],
    [1, 3, 0],
  ])("with at most %j, after %j, leave %j", (maxReschedules, clientMoves, left) => {
    const settings = settingsWith({ maxReschedules });
    const consultation = { ...CONSULTATION, clientMoves };
    expect(movesLeft(settings, consultation)).toBe(left);
    const broken = left === 0 ? ["self_service.max_reschedules"] : [];
    expect(fieldsOf("reschedule", settings, consultation, 0)).toEqual(broken);
    expect(fieldsOf("cancel", settings, consultation, 0)).toEqual([]);
  });
});

it("names every rule that a change violates", () => {
  const settings = settingsWith({ enabled: false, rescheduleNoticeMinutes: 60, maxReschedules: 0 });
  expect(fieldsOf("reschedule", settings, CONSULTATION, START)).toEqual([
    "self_service.enabled",
    "self_service.reschedule_notice_min",
    "self_service.max_reschedules",
  ]);
});

it.each(["canceled", "completed", "no-show"] as const)("allows no change of a %s consultation", (status) => {
  expect(fieldsOf("cancel", settingsWith({}), { ...CONSULTATION, status }, 0)).toEqual(["consultation"]);
});

it("allows a start until it has passed", () => {
  expect(clientStartViolations(CONSULTATION.startAt, START)).toEqual([]);
  expect(clientStartViolations(CONSULTATION.startAt, START + 1)).toEqual([
    { field: "start_at", message: "must not be in the past" },
  ]);
});
