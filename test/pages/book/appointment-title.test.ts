import { expect, it } from "@jest/globals";
import { titleOf } from "../../../pages/book/appointment-title.ts";
import type { Appointment } from "../../../pages/book/link-api.ts";
import { ENGLISH } from "../../../pages/book/texts/english.ts";

const NOW = Date.parse("2055-03-03T10:00:00.000Z");
const MINUTE = 60_000;

it.each<[Appointment["status"], number, string]>([
  ["scheduled", 1, "Your appointment"],
  ["scheduled", -30, "Your appointment is now"],
  ["rescheduled", -61, "The time of your appointment has passed"],
  // Staff may say so ahead of the time.
  ["no-show", 1, "Your appointment"],
  ["no-show", -1, "The time of your appointment has passed"],
  ["canceled", 1, "Your appointment is canceled"],
  ["completed", -61, "Your appointment has taken place"],
])("a %s appointment that starts in %i minutes has a true title: %s", (status, minutes, title) => {
  const appointment: Appointment = {
    id: "c",
    status,
    type: "First meeting",
    start_at: new Date(NOW + minutes * MINUTE).toISOString(),
    duration_min: 60,
    location: null,
    amount: null,
    currency: null,
    attorney: { name: "Grace", time_zone: "UTC" },
    time_zone: "UTC",
  };
  expect(titleOf({ texts: ENGLISH, api: { now: () => NOW } }, { appointment })).toBe(title);
});
