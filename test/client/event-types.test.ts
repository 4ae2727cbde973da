import { expect, it } from "@jest/globals";
import type { IntakeEvent } from "../../client/src/events.ts";
import { EVENT_EXAMPLES } from "../../lib/documents/openapi/examples/event-examples.ts";

/** Compiles only while `type` narrows every field. */
const factOf = (event: IntakeEvent): string => {
  switch (event.type) {
    case "lead.merged":
      return `${event.data.first_name} was ${event.merged_from.slice(0, 8)}`;
    case "lead.duplicate_found":
      return event.duplicates.map(({ matches }) => matches.join()).join();
    case "consultation.reminder_due":
      return `${event.lead.email} ${event.minutes_before.toFixed()} ${event.data.start_at}`;
    case "consultation.busy_overlap":
      return event.busy.calendar.trim();
    case "calendar.stale":
      return event.data.stale_at;
    case "delivery.rejected":
      return event.data.error.message;
    case "lead.created": {
      const others: undefined = event.merged_from ?? event.duplicates ?? event.lead ?? event.busy;
      return `${event.data.last_name} ${others}`;
    }
    default: {
      const minutes: undefined = event.minutes_before;
      return `${event.data.id} ${minutes}`;
    }
  }
};

/** Returns an example as a webhook brings it. */
const exampleOf = (type: IntakeEvent["type"]): IntakeEvent =>
  JSON.parse(JSON.stringify(EVENT_EXAMPLES[type]));

it.each<[IntakeEvent["type"], string]>([
  ["lead.merged", "Dana was 019a4a13"],
  ["lead.duplicate_found", "phone"],
  ["consultation.reminder_due", "dana@example.com 1440 2026-11-09T15:00:00.000Z"],
  ["consultation.busy_overlap", "court"],
  ["delivery.rejected", "No email or phone number found."],
  ["lead.created", "Doe undefined"],
])("the type of an event says which fields it has: %s", (type, fact) => {
  expect(factOf(exampleOf(type))).toBe(fact);
});

it("a field of some types can be asked for before the type is known", () => {
  expect(exampleOf("consultation.reminder_due").lead?.first_name).toBe("Dana");
});
