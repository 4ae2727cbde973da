import { beforeEach, expect, it, jest } from "@jest/globals";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { openEventPageKey } from "../../../shared/table/record-keys.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { readItem } from "../../support/read-item.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { walkEvents } from "../../support/walk-events.ts";

// These tests walk forward while pages of the log are being written.

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

/** Logs two full pages and an open one. */
const logged = async (count = 60) => {
  const events = Array.from({ length: count }, () => newEvent());
  await logEvents(table, firm.firmId, events);
  return events;
};

/** Walks forward while the first query of the log sees other pages than are stored. */
const walkWith = async (pagesOf: (pages: unknown[]) => unknown[]) => {
  const spy = interceptStoreCalls(async ({ name, send }) => {
    const answer = Object(await send());
    if (name !== "Query") return answer;
    spy.mockRestore();
    return { ...answer, Items: pagesOf(answer.Items) };
  });
  const first = (await list({ after: latest, limit: "100" })).body;
  return { first, all: [...first.data, ...(await walk(first.latest)).events] };
};

it.each([
  ["first", 0, 0],
  ["second", 1, 25],
])(
  "misses nothing when the query passed the place of the %s page before it was written",
  async (_, index, readable) => {
    const events = await logged();
    const { first, all } = await walkWith((pages) => pages.toSpliced(index, 1));
    expect(first.next_cursor).not.toBe(null);
    expect(first.data).toHaveLength(readable);
    expect(ids(all)).toEqual(ids(events));
  },
);

it("shows nothing twice when the open page is read as it was before it was full", async () => {
  const before = await logged(24);
  const openPage = await readItem(table, openEventPageKey(firm.firmId));
  const events = [...before, ...(await logged(6))];
  const { all } = await walkWith(([full]) => [full, openPage]);
  expect(ids(all)).toEqual(ids(events));
});

it("misses nothing when two publishers begin the log at once", async () => {
  const events = [newEvent(), newEvent(), newEvent()];
  const [first, second, third] = events.map((event) => [event]);
  jest.resetModules();
  const other = await import("../../support/events.ts");
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    // The other publisher, invoked a second earlier, begins the log after this one has found it empty.
    if (name === "Get" && Object(input.Key).sk === "OPEN") {
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

it("stops before an event that cannot be read yet, although its number can", async () => {
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
