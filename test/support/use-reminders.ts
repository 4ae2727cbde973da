import { expect } from "@jest/globals";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { Table } from "../../shared/table/table.ts";
import { useBookingFixture } from "./booking-fixture.ts";
import { eventPublisher } from "./erasure-fixture.ts";

const MINUTE = 60_000;

/** The start of the consultations of these tests. */
export const START = Date.parse("2055-03-03T10:00:00.000Z");

export const minutesBefore = (minutes: number, start = START) => start - minutes * MINUTE;

/**
 * Emits due reminders by a clock that begins at `from` and moves only during waits.
 * @returns the end of the sweep
 */
export const sweepAt = async (table: Table, from: number): Promise<number> => {
  let clock = from;
  const now = () => clock;
  const wait = async (milliseconds: number) => {
    clock = Math.max(clock, from + milliseconds);
  };
  await runInvocation({ function: "sweep-deliveries" }, () => sweepReminders({ table, now, wait }));
  return clock;
};

/** Creates a booking fixture with additional functions for tests of reminders. */
export const useReminders = (table: Table, before?: Parameters<typeof useBookingFixture>[1]) => {
  const fixture = useBookingFixture(table, before);
  /** Returns the events of a consultation so far, once for each id. */
  const eventsOf = async (id: string): Promise<EventResource[]> => {
    const publisher = eventPublisher(table, [fixture.fixture]);
    await publisher.publish();
    const own = (publisher.details() as EventResource[]).filter(({ data }) => data.id === id);
    return [...new Map(own.map((event) => [event.id, event])).values()];
  };
  const remindersOf = async (id: string) =>
    (await eventsOf(id)).filter(({ type }) => type === "consultation.reminder_due");
  return {
    ...fixture,
    sweepAt: (from: number) => sweepAt(table, from),
    /**
     * Books with these reminders of the firm.
     * @returns the id
     */
    bookWith: async (reminders_min: readonly number[], changes: Record<string, unknown> = {}) => {
      await fixture.updateFirm({ reminders_min });
      const { status, body } = await fixture.book(changes);
      expect([status, body.error]).toEqual([201, undefined]);
      return String(body.id);
    },
    eventsOf,
    remindersOf,
    /** Returns the minutes of the reminders so far, in their order. */
    minutesOf: async (id: string) => (await remindersOf(id)).map(({ minutes_before }) => minutes_before),
  };
};
