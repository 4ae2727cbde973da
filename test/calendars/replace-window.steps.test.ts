import { describe, expect, it } from "@jest/globals";
import { consultationsInUids, replaceWindow } from "../../shared/calendars/replace-window.steps.ts";
import type { ConsultationStatus } from "../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../shared/consultations/consultation.store.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { CHANGE, FIRM_ID, NEW_ID, readerOf } from "../support/decisions.ts";

const DATE = "2055-03-03";
const hour = (of: number) => Date.parse(DATE) + of * 3_600_000;
const interval = (start: number, end: number) => ({ start: hour(start), end: hour(end) });
const whole = { start: hour(9), end: hour(11) };

/** A consultation from ten to eleven, and a calendar that is busy from `busyFrom` until eleven. */
const replaced = (
  status: ConsultationStatus | null,
  busyFrom: number | null,
  { window, times } = { window: interval(0, 24), times: [whole] },
) => {
  const consultation = newConsultation({ status: status ?? "scheduled", startAt: `${DATE}T10:00:00.000Z` });
  const { id, attorneyId } = consultation;
  const before = busyFrom === null ? [] : [{ calendar: "court", ...interval(busyFrom, 11), whole }];
  const day = {
    attorneyId,
    date: DATE,
    version: 1,
    slots: [{ id, attorneyId, ...interval(10, 11) }],
    busy: before,
  };
  return replaceWindow(
    { firmId: FIRM_ID, calendar: "court", days: [day], window, times },
    readerOf({}, status === null ? [] : [consultationToItem(FIRM_ID, consultation, CHANGE)]),
  );
};

describe("a window of busy times", () => {
  it.each<[ConsultationStatus | null, number]>([
    ["scheduled", 1],
    ["canceled", 0],
    ["completed", 0],
    ["no-show", 0],
    [null, 0],
  ])("overlaps a consultation that is open, and no other one: %s", async (status, count) => {
    const { overlapping, added } = await replaced(status, null);
    expect([overlapping.length, added.length]).toEqual([count, count]);
    expect(overlapping.map(({ busy }) => busy)).toEqual(count ? [whole] : []);
  });

  it("adds no consultation that the calendar overlapped before", async () => {
    const { overlapping, added, changed } = await replaced("scheduled", 10);
    expect([overlapping.length, added.length, changed.length]).toEqual([1, 0, 1]);
  });

  it("names a consultation by a time in the window, not by an earlier one outside", async () => {
    const { overlapping } = await replaced("scheduled", 9.5, {
      window: interval(10.5, 12),
      times: [interval(10.5, 10.75)],
    });
    expect(overlapping.map(({ busy }) => busy)).toEqual([interval(10.5, 10.75)]);
    const { overlapping: none } = await replaced("scheduled", 9.5, { window: interval(12, 13), times: [] });
    expect(none).toEqual([]);
  });

  it("changes no day whose times stay the same", async () => {
    expect(await replaced("scheduled", 9)).toMatchObject({ changed: [], added: [] });
  });
});

it("reads each consultation that UIDs mean once, and nothing for those of others", () => {
  expect(
    consultationsInUids(FIRM_ID, [NEW_ID, `${NEW_ID}@intake`, `${NEW_ID}@example.com`, "7", 7]),
  ).toHaveLength(1);
});
