import { expect, it } from "@jest/globals";
import { handler as createCalendarLink } from "../../functions/calendars/create-calendar-link.ts";
import { handler as createFeed } from "../../functions/calendars/create-feed.ts";
import { handler as pushBusyTimes } from "../../functions/calendars/push-busy-times.ts";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as createMember } from "../../functions/members/create-member.ts";
import { handler as createWebhook } from "../../functions/webhooks/create-webhook.ts";
import type { LIMITED_LISTS } from "../../shared/schema/full-list.ts";
import { type Item, keyCountsKey, memberCountKey } from "../../shared/table/record-keys.ts";
import { atMinute, useBookingFixture } from "../support/booking-fixture.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, hold, send } = useBookingFixture(table);

const params = () => ({ id: fixture.attorney.id });
const url = "https://93.184.216.34/";
const day = { from: new Date().toISOString(), to: new Date(Date.now() + 3_600_000).toISOString(), busy: [] };

type Case = {
  readonly message: string;
  /** Adds one record of the list. */
  readonly add: (index: number) => Promise<ApiResponse>;
  /** The item that counts the records, if one does, and its count. */
  readonly counter?: (count: number) => Item;
};

const CASES: Record<keyof typeof LIMITED_LISTS, Case> = {
  members: {
    message: "must be at most 500 members of a firm",
    add: () => send(createMember, { body: { name: "M" } }),
    counter: (memberCount) => ({ ...memberCountKey(fixture.firmId), memberCount }),
  },
  keys: {
    message: "must be at most 500 keys of a firm",
    add: () => send(createKey, { body: { name: "K", scopes: ["leads:read"] } }),
    counter: (keyCount) => ({ ...keyCountsKey(fixture.firmId), keyCount, managingCount: 1 }),
  },
  webhooks: {
    message: "must be at most 50 webhooks of a firm",
    add: () => send(createWebhook, { body: { url, events: ["*"] } }),
  },
  calendar_links: {
    message: "must be at most 10 calendar links of a member",
    add: () => send(createCalendarLink, { params: params(), body: {} }),
  },
  feeds: {
    message: "must be at most 3 feeds of a member",
    add: () => send(createFeed, { params: params(), body: { url } }),
  },
  calendars: {
    message: "must be at most 5 pushed calendars of an attorney",
    add: (index) => send(pushBusyTimes, { params: { ...params(), calendar: `c${index}` }, body: day }),
  },
  holds: {
    message: "must be at most 20 live holds of an attorney",
    add: (index) => hold({ start_at: atMinute(index * 60), duration_min: 30 }),
  },
};

it.each(Object.entries(CASES))("%s fill up to the maximum, and one more is refused", async (list, row) => {
  const { message, add, counter } = row;
  const maximum = Number(/\d+/.exec(message));
  const first = counter ? maximum - 1 : 0;
  if (counter) await putItems(table, [counter(first)]);
  for (let index = first; index < maximum; index++) expect((await add(index)).body.error).toBeUndefined();
  const { status, body } = await add(maximum);
  expect([status, body.error.details]).toEqual([422, [{ field: list, message }]]);
});
