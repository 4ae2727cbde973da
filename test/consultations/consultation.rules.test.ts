import { expect, it } from "@jest/globals";
import { CONSULTATION_STATUSES } from "../../shared/consultations/consultation.rules.ts";

it("knows which consultations can still change, and which keep their slot", () => {
  const traits = Object.entries(CONSULTATION_STATUSES).map(([status, { isOpen, keepsSlot }]) => [
    status,
    isOpen,
    keepsSlot,
  ]);
  expect(traits).toEqual([
    ["scheduled", true, true],
    ["rescheduled", true, true],
    ["canceled", false, false],
    ["completed", false, true],
    ["no-show", false, false],
  ]);
});
