import { AsyncLocalStorage } from "node:async_hooks";
import { beforeEach, expect, it, jest } from "@jest/globals";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as cancel } from "../../functions/consultations/update-consultation.ts";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { mapConcurrently } from "../../shared/runtime/map-concurrently.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { times } from "../support/booking-fixture.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, send, newLead, patch, merge, book } = useMergeFixture(table);

/** How far the clock of an instance is ahead, in milliseconds. */
const ahead = new AsyncLocalStorage<number>();
const SKEWS = [10_000, 0, -3_000, 250];

/** Runs each writer in an instance with a clock of its own. */
const atOnce = (...writers: (() => Promise<unknown>)[]) =>
  Promise.all(writers.map((write, index) => ahead.run(SKEWS[index % SKEWS.length] ?? 0, write)));

beforeEach(() => {
  captureLog();
  const realNow = Date.now;
  jest.spyOn(Date, "now").mockImplementation(() => realNow() + (ahead.getStore() ?? 0));
});

/** Publishes everything, then returns the events of each record as the list shows them: newest first. */
const listed = async (ids: readonly string[]): Promise<EventResource[][]> => {
  await eventPublisher(table, [firm]).publish();
  const lists = [];
  for (const record of ids)
    lists.push((await send(listEvents, { query: { record, limit: "200" } })).body.data);
  return lists;
};

const expectNewestFirst = (events: readonly EventResource[]) => {
  const sequences = events.map(({ sequence }) => sequence);
  const instants = events.map(({ created_at }) => created_at);
  expect(sequences).toEqual(sequences.toSorted((one, other) => other - one));
  expect(instants).toEqual(instants.toSorted().reverse());
  expect(instants).toEqual(events.map(({ id }) => createdAt(id)));
};

it("changes of a lead at once, by instances whose clocks differ, are listed in the order of what happened", async () => {
  const leads = await Promise.all(times(30, (index) => newLead({ email: `ada.${index}@example.com` })));
  await mapConcurrently(leads, 5, (id, round) =>
    atOnce(
      () => patch(id, { first_name: `Grace ${round}` }),
      () => patch(id, { last_name: `Hopper ${round}` }),
      () => send(archiveLead, { params: { id } }),
      () => patch(id, { status: "qualified" }),
    ),
  );
  for (const events of await listed(leads)) {
    expect(events.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    expectNewestFirst(events);
    const activity = events.map(({ data }) => String(data.last_activity_at));
    expect(activity).toEqual(activity.toSorted().reverse());
  }
});

it("so are those of consultations, and of leads that are merged meanwhile", async () => {
  const race = async (round: number) => {
    const [target, other] = await Promise.all([
      newLead({ email: `grace.${round}@example.com` }),
      newLead({ email: `hopper.${round}@example.com` }),
    ]);
    const params = { id: String((await ahead.run(5_000, () => book(other))).body.id) };
    await atOnce(
      () => send(recordPayment, { params, body: { amount: 150 } }),
      () => merge(target, other),
      () => patch(target, { first_name: "Grace" }),
      () => send(cancel, { params, body: { status: "canceled" } }),
      () => patch(other, { first_name: "Rear Admiral" }),
    );
    return [target, other, params.id];
  };
  const ids = await mapConcurrently(
    times(10, (round) => round),
    5,
    race,
  );
  for (const events of await listed(ids.flat())) {
    expect(events.length).toBeGreaterThan(1);
    expectNewestFirst(events);
  }
});

it("a request that waits for others is a change of the moment of its last try", async () => {
  const id = await newLead();
  let other = Promise.resolve<unknown>(null);
  const spy = interceptStoreCalls(async ({ name, send: call }) => {
    if (name !== "TransactWrite") return call();
    spy.mockRestore();
    other = patch(id, { first_name: "Grace" });
    await other;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return call();
  });
  const begunAt = Date.now();
  expect((await patch(id, { last_name: "Hopper" })).status).toBe(200);
  const [[last] = []] = await listed([id]);
  expect(last?.sequence).toBe(3);
  expect(Date.parse(last?.created_at ?? "")).toBeGreaterThanOrEqual(begunAt + 300);
  expect(last?.data.last_activity_at).toBe(last?.created_at);
});
