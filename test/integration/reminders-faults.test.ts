import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { connectTable } from "../../shared/table/table.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { crashAtCall, interceptStoreCalls, type StoreCall } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore, sweepAt as sweepTable, useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
/** Reaches the store through the proxy, because its client connects only after the proxy has started. */
const lossy = connectTable();
const { send, patch, bookWith, sweepAt, eventsOf, remindersOf, minutesOf } = useReminders(table);
beforeEach(() => {
  captureLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const DUE = minutesBefore(60);
const LATER = "2055-03-10T10:00:00.000Z";

const isReminderWrite = ({ name, input }: StoreCall, id: string) =>
  name === "Update" && JSON.stringify(input.Key).includes(id);

/** Returns what subscribers have heard of a consultation. */
const toldOf = async (id: string) =>
  (await eventsOf(id)).map(({ type, minutes_before = "" }) =>
    `${type.split(".")[1]} ${minutes_before}`.trim(),
  );

it("only one of several sweeps that have all read a reminder emits it", async () => {
  const id = await bookWith([60, 30]);
  const sweeps = 4;
  let writing = 0;
  let release = () => {};
  const allHaveRead = new Promise<void>((resolve) => {
    release = resolve;
  });
  interceptStoreCalls(async (call) => {
    if (isReminderWrite(call, id) && ++writing === sweeps) release();
    if (isReminderWrite(call, id)) await allHaveRead;
    return call.send();
  });
  await Promise.all(Array.from({ length: sweeps }, () => sweepAt(DUE)));
  expect(await toldOf(id)).toEqual(["booked", "reminder_due 60"]);
});

it.each([1, 2])("a reminder is emitted once when the answer to its write is lost %i times", async (tries) => {
  const id = await bookWith([60, 30]);
  store.loseAnswers(1, tries);
  await sweepTable(lossy, DUE);
  expect(store.writeCount()).toBe(1);
  expect(await toldOf(id)).toEqual(["booked", "reminder_due 60"]);
});

describe.each(["before", "after"] as const)("a sweep that crashes %s any call to the store", (when) => {
  it("is made up for by the next one, which emits no reminder again", async () => {
    const id = await bookWith([60]);
    // Ten queries, then a read and the write of the record, which a sweep skips if they fail.
    for (let nth = 0; nth < 12; nth++) {
      const spy = crashAtCall(nth, when);
      const crashed = sweepAt(DUE);
      await (nth < 10 ? expect(crashed).rejects.toThrow("crashed") : crashed);
      spy.mockRestore();
    }
    await sweepAt(DUE + 30_000);
    expect(await toldOf(id)).toEqual(["booked", "reminder_due 60"]);
  });
});

it("a reminder that cannot be written holds up no other", async () => {
  const [first, second] = [await bookWith([60]), await bookWith([60], { start_at: "2055-03-03T11:00:00Z" })];
  const spy = interceptStoreCalls((call) => {
    if (isReminderWrite(call, first)) throw new Error("no luck");
    return call.send();
  });
  await sweepAt(DUE + 3_600_000);
  spy.mockRestore();
  expect([await minutesOf(first), await minutesOf(second)]).toEqual([[], [60]]);
});

type Change = (id: string) => Promise<ApiResponse>;

const CHANGES: readonly (readonly [string, Change, readonly string[]])[] = [
  ["is canceled", (id) => patch(id, { status: "canceled" }), ["canceled"]],
  ["is completed", (id) => send(complete, { params: { id }, body: {} }), ["completed"]],
  ["is marked as no-show", (id) => send(markNoShow, { params: { id } }), ["no_show"]],
  ["is moved", (id) => patch(id, { start_at: LATER }), ["rescheduled"]],
  ["gets another duration", (id) => patch(id, { duration_min: 30 }), ["rescheduled", "reminder_due 60"]],
  [
    "is paid",
    (id) => send(recordPayment, { params: { id }, body: { paid: true } }),
    ["updated", "reminder_due 60"],
  ],
];

describe("a consultation that, between the sweep's read and its write,", () => {
  it.each(CHANGES)("%s, is reminded of according to its new state", async (_, change, told) => {
    const id = await bookWith([60]);
    const isChanged = changeBeforeWrite(
      async () => expect((await change(id)).status).toBe(200),
      (call) => isReminderWrite(call, id),
    );
    await sweepAt(DUE);
    jest.restoreAllMocks();
    expect(isChanged()).toBe(true);
    expect(await toldOf(id)).toEqual(["booked", ...told]);
  });
});

describe("a reminder that is emitted between a request's read and its write", () => {
  it.each(CHANGES)("counts, and the request reads again: a consultation that %s", async (_, change) => {
    const id = await bookWith([60, 30]);
    const hasCome = changeBeforeWrite(() => sweepAt(DUE));
    expect((await change(id)).status).toBe(200);
    jest.restoreAllMocks();
    await sweepAt(DUE);
    expect(hasCome()).toBe(true);
    expect(await remindersOf(id)).toMatchObject([{ minutes_before: 60, sequence: 2 }]);
  });
});
