import { beforeEach, expect, it, jest } from "@jest/globals";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { walkEvents } from "../../support/walk-events.ts";

// A forward walk while batches are being written.

const table = useTable();

/** The position before the first event. */
let latest: string;
const firm = useFirm(table);
beforeEach(async () => {
  ({ latest } = (await list()).body);
});

const list = (query?: Record<string, string>) => firm.send(listEvents, { query });
const walk = (after: string) => walkEvents(firm.apiKey, after);
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

const logged = async (count: number) => {
  const events = Array.from({ length: count }, () => newEvent());
  for (const event of events) await logEvents(table, firm.firmId, [event]);
  return events;
};

/** Runs the action with `itemsOf` in place of what the queries of the log find, by the number of the query. */
const withQueries = async <Result>(
  itemsOf: (items: unknown[], query: number) => unknown[],
  action: () => Promise<Result>,
): Promise<Result> => {
  let queries = 0;
  const spy = interceptStoreCalls(async ({ name, send }) => {
    const answer = Object(await send());
    return name === "Query" ? { ...answer, Items: itemsOf(answer.Items, ++queries) } : answer;
  });
  try {
    return await action();
  } finally {
    spy.mockRestore();
  }
};

it("misses no batch that a query passed before it was written", async () => {
  const events = await logged(3);
  const itemsOf = (items: unknown[], query: number) => (query === 1 ? items.toSpliced(1, 1) : items);
  const { body } = await withQueries(itemsOf, () => list({ after: latest }));
  expect(ids(body.data)).toEqual(ids(events));
});

it("misses no batch that the repeated query passed", async () => {
  const events = await logged(4);
  const itemsOf = (items: unknown[], query: number) =>
    query === 1 ? items.slice(0, 1) : items.toSpliced(1, 1);
  const { body } = await withQueries(itemsOf, () => list({ after: latest }));
  const rest = await walk(body.latest);
  expect(body.next_cursor).not.toBe(null);
  expect(ids([...body.data, ...rest.events])).toEqual(ids(events));
});

it("misses nothing when two publishers begin the log at once", async () => {
  const events = [newEvent(), newEvent(), newEvent()];
  const [first, second, third] = events.map((event) => [event]);
  jest.resetModules();
  const other = await import("../../support/events.ts");
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    // The other publisher, invoked a second earlier, begins the log after this one has found it empty.
    if (name === "Get" && Object(input.Key).sk === "EVENTLOG") {
      spy.mockRestore();
      jest.useRealTimers();
      await other.logEvents(table, firm.firmId, first ?? []);
    }
    return send();
  });
  advanceDate(1_000);
  await logEvents(table, firm.firmId, second ?? []);
  const seen = await walk(latest);
  await other.logEvents(table, firm.firmId, third ?? []);
  const rest = await walk(seen.latest);
  expect(ids([...seen.events, ...rest.events])).toEqual(ids(events));
});

it("ends before an event that cannot be read yet although its batch can", async () => {
  const events = await logged(3);
  const spy = interceptStoreCalls(async ({ name, send }) => {
    const answer = Object(await send());
    if (name !== "BatchGet") return answer;
    const items = answer.Responses[table.name].filter(({ sk }: { sk: string }) => sk !== events[1]?.id);
    return { ...answer, Responses: { [table.name]: items } };
  });
  const { body } = await list({ after: latest });
  spy.mockRestore();
  expect(ids(body.data)).toEqual([events[0]?.id]);
  expect(ids((await walk(body.latest)).events)).toEqual(ids(events.slice(1)));
});
