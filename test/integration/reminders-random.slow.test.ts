import { beforeEach, expect, it } from "@jest/globals";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { useTable } from "../support/test-table.ts";
import { useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const { fixture, newAttorney, book, send, patch, updateFirm, sweepAt } = useReminders(table);
beforeEach(() => {
  captureLog();
});

const MINUTE = 60_000;
const LISTS = [[60, 30], [240, 60, 10], [5, 120, 61, 62, 63], []];
/** Several overdue reminders of one consultation come in as many sweeps. */
const SWEEPS = 5;

/** A reading of the contract of its own: it shares no code with the product. */
type Expected = {
  readonly id: string;
  start: number;
  toCome: number[];
  isOpen: boolean;
  /** What has come for certain, and what may have, since it came while a request ended it. */
  readonly must: string[];
  readonly may: string[];
};

const named = (start: number, minutes: number) => `${new Date(start).toISOString()} ${minutes}`;
const dueOf = ({ start, toCome }: Expected) =>
  start <= Date.now() ? [] : toCome.filter((minutes) => start - minutes * MINUTE <= Date.now());

const expectReminders = async (consultations: readonly Expected[]) => {
  const publisher = eventPublisher(table, [fixture]);
  await publisher.publish();
  const events = publisher.details().filter(({ type }) => type === "consultation.reminder_due");
  for (const { id, must, may } of consultations) {
    const reminders = events
      .filter(({ data }) => data.id === id)
      .map(({ data, minutes_before }) => named(Date.parse(data.start_at), minutes_before));
    expect(new Set(reminders).size).toBe(reminders.length);
    expect(reminders).toEqual(expect.arrayContaining(must));
    expect([...must, ...may]).toEqual(expect.arrayContaining(reminders));
  }
  expect(events.length).toBeGreaterThan(10);
};

it.each([1, 2, 3])(
  "random changes and sweeps let exactly the reminders come that are due (%i)",
  async (seed) => {
    fakeDate(Date.parse("2055-03-03T00:00:00.000Z"));
    const random = randomNumbers(seed);
    const below = (count: number) => Math.floor(random() * count);
    const consultations: Expected[] = [];
    let list: number[] = [];
    /** Whole minutes, so that no sweep waits for what is about to be due. */
    const laterStart = () => Date.now() + below(300) * MINUTE;
    const remindersAt = (start: number) => list.filter((each) => start - each * MINUTE > Date.now());

    const sweep = () => sweepAt(Date.now());
    const sweepAll = async () => {
      for (let count = 0; count < SWEEPS; count++) await sweep();
      for (const each of consultations) {
        each.must.push(...dueOf(each).map((minutes) => named(each.start, minutes)));
        const isOver = each.start <= Date.now();
        each.toCome = each.toCome.filter((minutes) => !isOver && each.start - minutes * MINUTE > Date.now());
      }
    };
    const bookOne = async () => {
      const [start, { id: attorney_id }] = [laterStart(), await newAttorney()];
      const { body } = await book({ attorney_id, start_at: new Date(start).toISOString() });
      consultations.push({ id: body.id, start, toCome: remindersAt(start), isOpen: true, must: [], may: [] });
    };
    /** Changes a consultation while a sweep runs; what was due then may have come before it. */
    const changeOne = async () => {
      const open = consultations.filter(({ isOpen }) => isOpen);
      const one = open[below(open.length)];
      if (one === undefined) return bookOne();
      const { id } = one;
      const due = dueOf(one).map((minutes) => named(one.start, minutes));
      const race = async (change: Promise<ApiResponse>) => {
        const [{ status }] = await Promise.all([change, sweep()]);
        expect(status).toBe(200);
      };
      const kind = below(4);
      if (kind === 0) return race(send(recordPayment, { params: { id }, body: { amount: below(1_000) } }));
      one.may.push(...due);
      if (kind === 1) {
        const start = laterStart();
        await race(patch(id, { start_at: new Date(start).toISOString() }));
        return Object.assign(one, { start, toCome: remindersAt(start) });
      }
      await race(
        kind === 2 ? patch(id, { status: "canceled" }) : send(complete, { params: { id }, body: {} }),
      );
      return Object.assign(one, { toCome: [], isOpen: false });
    };

    for (let step = 0; step < 60; step++) {
      advanceDate(below(40) * MINUTE);
      if (step % 10 === 0) {
        list = LISTS[below(LISTS.length)] ?? [];
        await updateFirm({ reminders_min: list });
      }
      await (random() < 0.5 ? bookOne() : changeOne());
      if (random() < 0.7) await sweepAll();
    }
    await sweepAll();

    await expectReminders(consultations);
  },
  600_000,
);
