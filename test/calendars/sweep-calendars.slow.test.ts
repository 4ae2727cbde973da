import { beforeEach, expect, it } from "@jest/globals";
import { handler as remove } from "../../functions/calendars/delete-busy-calendar.ts";
import { handler as push } from "../../functions/calendars/push-busy-times.ts";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { sweepCalendars } from "../../shared/calendars/sweep-calendars.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { attorneyCalendarsKey } from "../../shared/table/record-keys.ts";
import { connectTable } from "../../shared/table/table.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { readItem } from "../support/read-item.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
/** Uses the proxy that loses answers. */
const lossy = connectTable();
const { fixture, newAttorney, send } = useBookingFixture(table);

const MINUTE = 60_000;
let now: number;
const at = (minute: number) => new Date(now + minute * MINUTE).toISOString();

beforeEach(async () => {
  captureLog();
  now = Date.now();
  Object.assign(fixture, { attorney: await newAttorney() });
});

const pushTo = async (calendar: string, body: object) => {
  const params = { id: fixture.attorney.id, calendar };
  const window = { from: at(0), to: at(60), busy: [] };
  const { status } = await send(push, { params, body: { ...window, ...body } });
  expect(status).toBe(200);
};
const sweepAt = (minute: number, swept = table) =>
  runInvocation({ function: "sweep-deliveries" }, () =>
    sweepCalendars({ table: swept, now: () => now + minute * MINUTE }),
  );

/** Returns the events of the attorney's calendars so far, each once. */
const events = async () => {
  const publisher = eventPublisher(table, [fixture]);
  await publisher.publish();
  const own = publisher.details().filter(({ data }) => data.attorney_id === fixture.attorney.id);
  return [...new Map(own.map((event) => [event.id, event])).values()];
};
const announcements = async () => (await events()).map(({ data }) => [data.calendar, data.stale_at]);
const calendarsItem = () => readItem(table, attorneyCalendarsKey(fixture.firmId, fixture.attorney.id));

it("has one event when its instant has passed, and another when that of a later push passes", async () => {
  await pushTo("court", { as_of: at(-60), stale_after_min: 65 });
  await sweepAt(4.9);
  expect(await events()).toEqual([]);
  for (const minute of [5, 6, 7]) await sweepAt(minute);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  const data = { attorney_id: fixture.attorney.id, calendar: "court", as_of: at(-60), stale_at: at(5) };
  expect(event).toEqual({
    id: expect.any(String),
    type: "calendar.stale",
    created_at: at(5),
    sequence: 2,
    data,
    previous: {},
    actor: { type: "system", id: null },
    firm_id: fixture.firmId,
  });
  const query = { record: fixture.attorney.id, type: "calendar.stale" };
  expect((await send(listEvents, { query })).body.data).toMatchObject([{ id: event?.id, data }]);
  await pushTo("court", { as_of: at(-1), stale_after_min: 30 });
  for (const minute of [28, 29, 30]) await sweepAt(minute);
  expect(await announcements()).toEqual([
    ["court", at(5)],
    ["court", at(29)],
  ]);
});

it("is in no index without an instant, after its event, or once it was removed", async () => {
  await pushTo("court", { as_of: at(-1) });
  expect(await calendarsItem()).not.toHaveProperty("dueAt");
  await pushTo("court", { as_of: at(-1), stale_after_min: 5 });
  expect(await calendarsItem()).toHaveProperty("dueAt");
  await sweepAt(5);
  expect(await calendarsItem()).not.toHaveProperty("dueAt");
  await pushTo("google", { as_of: at(-1), stale_after_min: 5 });
  await send(remove, { params: { id: fixture.attorney.id, calendar: "google" } });
  expect(await calendarsItem()).not.toHaveProperty("dueAt");
});

it("has one event when sweeps race", async () => {
  await pushTo("court", { as_of: at(0), stale_after_min: 5 });
  await Promise.all([sweepAt(5), sweepAt(5), sweepAt(6)]);
  expect(await announcements()).toHaveLength(1);
});

/** Runs something once, before the sweep's update. */
const beforeUpdate = (run: () => Promise<unknown>) => {
  let isOver = false;
  interceptStoreCalls(async (call) => {
    if (call.name === "Update" && JSON.stringify(call.input).includes("calendars") && !isOver) {
      isOver = true;
      await run();
    }
    return call.send();
  });
  return () => isOver;
};

it("has no event when a push makes it fresh between the sweep's read and its write", async () => {
  await pushTo("court", { as_of: at(0), stale_after_min: 5 });
  const isPushed = beforeUpdate(() => pushTo("court", { as_of: at(0), stale_after_min: 10 }));
  await sweepAt(5);
  expect([isPushed(), await announcements()]).toEqual([true, []]);
  await sweepAt(10);
  expect(await announcements()).toEqual([["court", at(10)]]);
});

it("keeps its mark when the sweep is between the reads and the write of a push that is stale itself", async () => {
  await pushTo("court", { as_of: at(-60), stale_after_min: 5 });
  let isSwept = false;
  interceptStoreCalls(async (call) => {
    if (call.name === "TransactWrite" && !isSwept) {
      isSwept = true;
      await sweepAt(0);
    }
    return call.send();
  });
  await pushTo("court", { as_of: at(-50), stale_after_min: 5 });
  await sweepAt(1);
  expect([isSwept, await announcements()]).toEqual([true, [["court", at(-55)]]]);
});

it("has one event after a sweep that fails before its write, or whose answer is lost", async () => {
  await pushTo("court", { as_of: at(0), stale_after_min: 5 });
  beforeUpdate(() => Promise.reject(sdkError("AbortError")));
  await expect(sweepAt(5)).rejects.toThrow("no luck");
  store.loseAnswers(1, 1);
  await sweepAt(5, lossy);
  await sweepAt(6);
  expect(await announcements()).toHaveLength(1);
});
