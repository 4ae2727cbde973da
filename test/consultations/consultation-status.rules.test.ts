import { describe, expect, it } from "@jest/globals";
import {
  CONSULTATION_STATUSES,
  CONSULTATION_TRANSITIONS,
  type ConsultationStatus,
  INITIAL_CONSULTATION_STATUS,
  isFinal,
  keepsSlot,
} from "../../shared/consultations/consultation-status.rules.ts";

describe("consultation status", () => {
  it.each<[ConsultationStatus, { final: boolean; keeps: boolean }]>([
    ["scheduled", { final: false, keeps: true }],
    ["rescheduled", { final: false, keeps: true }],
    ["canceled", { final: true, keeps: false }],
    ["completed", { final: true, keeps: true }],
    ["no-show", { final: true, keeps: false }],
  ])("%s: %j", (status, { final, keeps }) => {
    expect(isFinal(status)).toBe(final);
    expect(keepsSlot(status)).toBe(keeps);
  });

  it.each<[keyof typeof CONSULTATION_TRANSITIONS, ConsultationStatus]>([
    ["reschedule", "rescheduled"],
    ["cancel", "canceled"],
    ["complete", "completed"],
    ["no-show", "no-show"],
  ])("%s goes from any open status to %s", (name, to) => {
    expect(CONSULTATION_TRANSITIONS[name]).toEqual({ from: ["scheduled", "rescheduled"], to });
  });

  it("has no other value, and starts as scheduled", () => {
    expect(Object.keys(CONSULTATION_STATUSES).sort()).toEqual([
      "canceled",
      "completed",
      "no-show",
      "rescheduled",
      "scheduled",
    ]);
    expect(INITIAL_CONSULTATION_STATUS).toBe("scheduled");
  });
});
