import { describe, expect, it } from "@jest/globals";
import type { Member } from "../../shared/members/member.rules.ts";
import type { AttorneyDay, HeldSlot } from "../../shared/scheduling/attorney-day.rules.ts";
import { type AppointmentCheck, checkAppointment } from "../../shared/scheduling/check-appointment.steps.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { FIRM_ID, NOW_MILLISECONDS, newSettings, readerOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const DATE = "2055-03-03";
const attorney = newMember({ timeZone: "UTC" });

const at = (time: string) => Date.parse(`${DATE}T${time}:00.000Z`);

const heldSlot = (start: string, end: string, changes: Partial<HeldSlot> = {}): HeldSlot => ({
  id: "018f0000-0000-7000-8000-000000000b01",
  attorneyId: attorney.id,
  start: at(start),
  end: at(end),
  ...changes,
});

const dayWith = (...slots: HeldSlot[]): AttorneyDay => ({
  attorneyId: attorney.id,
  date: DATE,
  version: slots.length,
  slots,
  busy: [],
});

type Case = {
  readonly start?: string;
  readonly day?: AttorneyDay;
  readonly member?: Partial<Member>;
  readonly changes?: Partial<AppointmentCheck>;
};

/** Checks an hour of Wednesday, 2055-03-03, on the given days and settings. A second read returns the same day. */
const check = ({ start = "10:00", day = dayWith(), member = {}, changes = {} }: Case) =>
  checkAppointment(
    {
      firmId: FIRM_ID,
      slot: { startAt: `${DATE}T${start}:00.000Z`, durationMinutes: 60 },
      context: { settings: newSettings(), attorneys: [{ ...attorney, ...member }], days: [day] },
      nowMilliseconds: NOW_MILLISECONDS,
      ...changes,
    },
    readerOf({ days: [], holds: [], alternatives: { [attorney.id]: [day] } }),
  );

const live = { expiresAtMilliseconds: NOW_MILLISECONDS + 60_000 };

it("a slot beneath that which the consultation leaves is free, and its write requires the day as it was read", async () => {
  const day = dayWith(heldSlot("10:30", "11:30"));
  const checked = await check({ day, changes: { current: heldSlot("10:30", "11:30") } });
  expect(checked).toMatchObject({ days: [day], hold: null });
});

describe("a slot of any attorney", () => {
  it("goes to the one with the fewest consultations that start on its day", async () => {
    const other = newMember({ timeZone: "UTC" });
    const idOf = (index: number) => `018f0000-0000-7000-8000-00000000c00${index}`;
    const overnight = heldSlot("00:00", "01:00", { id: idOf(1), start: at("00:00") - 3_600_000 });
    const afternoon = heldSlot("15:00", "16:00", { id: idOf(2), attorneyId: other.id });
    const days = [dayWith(overnight), { ...dayWith(afternoon), attorneyId: other.id }];
    const context = { settings: newSettings(), attorneys: [attorney, other], days };
    for (const seed of ["a", "b", "c", "d", "e", "f", "g", "h"])
      expect(await check({ changes: { context, seed } })).toMatchObject({ attorney: { id: attorney.id } });
  });
});

describe("the firm's conflict gate", () => {
  const gate = { enabled: true, required: "all", autoCheck: false } as const;
  const index = { state: "complete", indexed: 0, generation: 1 } as const;
  const withGate = (conflictGate: FirmSettings["conflictGate"], settings = newSettings()) => ({
    context: {
      settings: { ...settings, conflictGate, conflictIndex: index },
      attorneys: [attorney],
      days: [dayWith(heldSlot("10:30", "11:30"))],
    },
  });
  const lead = newLead({ conflict: { state: "matches", checkId: "c", at: "", newestCheckId: "c" } });

  it("refuses a lead that nobody has cleared before its slot, and offers no starts", async () => {
    const refused = check({ changes: { ...withGate(gate), lead } });
    await expect(refused).rejects.toMatchObject({ code: "conflict_not_cleared", nextAvailable: null });
  });

  it("is judged after what is wrong with the request itself", async () => {
    const hold = {
      ...{ id: "018f0000-0000-7000-8000-000000000b02", attorneyId: attorney.id, ended: false },
      ...{ startAt: `${DATE}T13:00:00.000Z`, durationMinutes: 60 },
      expiresAt: new Date(live.expiresAtMilliseconds).toISOString(),
    };
    const refused = check({ changes: { ...withGate(gate), lead, hold } });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each([
    ["of a lead that passes", { ...lead, conflict: undefined }, { ...gate, required: "none" as const }, 1],
    ["of nobody: staff move", null, gate, 0],
  ])("%s, adds so many conditions to the write", async (_, given, conflictGate, conditions) => {
    const checked = await check({
      start: "13:00",
      changes: { ...withGate(conflictGate), lead: given },
    });
    expect(checked.clearance).toHaveLength(conditions);
  });
});

describe("a hold that the slot replaces", () => {
  const hold = {
    ...{ id: "018f0000-0000-7000-8000-000000000b02", attorneyId: attorney.id, ended: false },
    ...{ startAt: `${DATE}T10:00:00.000Z`, durationMinutes: 60 },
    expiresAt: new Date(live.expiresAtMilliseconds).toISOString(),
  };
  const day = dayWith(heldSlot("10:00", "11:00", { id: hold.id, ...live }));
  const rules = { bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 60, maxPerDay: 1 } };

  it("counts for no rule, and its slot goes", async () => {
    const checked = await check({ day, member: rules, changes: { hold } });
    expect(checked).toMatchObject({ hold: { id: hold.id }, obsolete: day.slots });
    await expect(check({ day, member: rules })).rejects.toMatchObject({ code: "booking_not_allowed" });
  });

  it("keeps its slot from the starts that are offered instead", async () => {
    const timeOff = [{ startAt: `${DATE}T10:00:00.000Z`, endAt: `${DATE}T10:15:00.000Z`, reason: "" }];
    const refused = check({ day, member: { timeOff }, changes: { hold } });
    const nextAvailable = expect.arrayContaining([`${DATE}T11:00:00.000Z`]);
    await expect(refused).rejects.toMatchObject({ code: "attorney_unavailable", nextAvailable });
  });
});

it("an attorney who cannot be booked makes the request invalid", async () => {
  await expect(check({ member: { schedulable: false } })).rejects.toMatchObject({ code: "invalid_request" });
});
