import { describe, expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { bookableUntilEpochSeconds, endOfLink, isLive, type Link } from "../../shared/links/link.rules.ts";

const NOW = Date.UTC(2055, 2, 1, 12, 0, 0, 999);
const DAY = 24 * 3600;
const consultationOn = (startAt: string) => ({ startAt, durationMinutes: 60 }) as Consultation;
const linkOf = (fields: Partial<Link>) => ({ consultationId: null, ...fields }) as Link;
const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString();

describe("a link books", () => {
  it.each([
    ["within the hours from now that the firm chose", 1, "2055-03-01T13:00:00.000Z"],
    ["within a week, if the firm chose none", undefined, "2055-03-08T12:00:00.000Z"],
  ])("%s", (_, hours, expected) => {
    expect(instantOf(bookableUntilEpochSeconds(hours, NOW) * 1000)).toBe(expected);
  });
});

describe("a link ends", () => {
  const consultation = consultationOn("2055-03-03T10:00:00.000Z");
  const booked = linkOf({ consultationId: "c" });
  const at = (instant: string) => Date.parse(instant) / 1000;
  it.each([
    ["when it can no longer book", linkOf({ expiresAtEpochSeconds: DAY }), null, "1970-01-02T00:00:00.000Z"],
    ["30 days after its consultation", booked, consultation, "2055-04-02T11:00:00.000Z"],
    [
      "with the table's expiry, if it was stored with an earlier one",
      { ...booked, expiresAtEpochSeconds: at("2055-03-04T00:00:00Z") },
      consultation,
      "2055-03-04T00:00:00.000Z",
    ],
    [
      "30 days after its consultation, if it was stored with a later one",
      { ...booked, expiresAtEpochSeconds: at("2055-06-01T00:00:00Z") },
      consultation,
      "2055-04-02T11:00:00.000Z",
    ],
    ["when its consultation is gone", booked, null, "1970-01-01T00:00:00.000Z"],
  ])("%s", (_, link, its, expected) => {
    expect(instantOf(endOfLink(link, its))).toBe(expected);
  });

  it("at the exact instant", () => {
    const end = endOfLink(booked, consultation);
    expect([isLive(booked, consultation, end - 1), isLive(booked, consultation, end)]).toEqual([true, false]);
  });
});
