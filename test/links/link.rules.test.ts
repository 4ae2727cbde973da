import { describe, expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { firstExpiryEpochSeconds, isLive, type Link } from "../../shared/links/link.rules.ts";

const NOW = Date.UTC(2055, 2, 1, 12, 0, 0, 999);
const DAY = 24 * 3600;
const consultationOn = (startAt: string) => ({ startAt, durationMinutes: 60 }) as Consultation;

describe("a link expires", () => {
  it.each([
    ["the hours after now that the firm chose", 1, null, "2055-03-01T13:00:00.000Z"],
    ["these also when it shows a consultation", 1, "2055-06-01T10:00:00.000Z", "2055-03-01T13:00:00.000Z"],
    ["a week after now", undefined, null, "2055-03-08T12:00:00.000Z"],
    ["30 days after its consultation", undefined, "2055-03-03T10:00:00.000Z", "2055-04-02T11:00:00.000Z"],
    ["a week after now, if that is later", undefined, "2055-01-01T10:00:00.000Z", "2055-03-08T12:00:00.000Z"],
  ])("%s", (_, hours, startAt, expected) => {
    const consultation = startAt === null ? null : consultationOn(startAt);
    const expiry = firstExpiryEpochSeconds({ hours, consultation, nowMilliseconds: NOW });
    expect(new Date(expiry * 1000).toISOString()).toBe(expected);
  });

  it("at that very second", () => {
    const link = { expiresAtEpochSeconds: DAY } as Link;
    expect([isLive(link, DAY * 1000 - 1), isLive(link, DAY * 1000)]).toEqual([true, false]);
  });
});
