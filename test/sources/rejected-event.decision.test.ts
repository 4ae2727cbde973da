import { expect, it } from "@jest/globals";
import { parseStoredChange } from "../../shared/events/stored-change.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { decidedSource } from "../support/decided-source.ts";
import { CHANGE, newSettings } from "../support/decisions.ts";
import { streamRecord } from "../support/stream-events.ts";

const eventsOf = (before: Item | null, after: Item | null) =>
  parseStoredChange(streamRecord(before, after))?.eventsWith({
    ...{
      settings: newSettings(),
      duplicates: [],
      activity: null,
      reminded: null,
      overlapped: [],
      check: null,
      openConsultationIds: [],
    },
  }) ?? [];

const SENT = {
  first_name: "Dana",
  email: "dana@",
  phone: "call me",
  "dana@example.com": "a key that is a value",
};

it("a rejected delivery emits an event, with nothing of what was sent", async () => {
  const source = await decidedSource();
  const { id, error } = await source.deliver(SENT);
  const item = source.item(`DELIVERY#${id}`) ?? {};
  const events = eventsOf(null, item);
  expect(events).toMatchObject([
    {
      ...{ type: "delivery.rejected", sequence: 1, previous: {}, actor: CHANGE.actor },
      data: {
        ...{ id, source: "form", received_at: createdAt(id), outcome: "rejected" },
        error: { code: "invalid_request", message: error?.message },
      },
    },
  ]);
  expect(Object.keys(Object(events[0]?.data.error))).toEqual(["code", "message"]);
  expect(JSON.stringify(events)).not.toMatch(/dana/i);
  expect(eventsOf(null, item)).toEqual(events);
});

it("neither a change of its record nor its end emits another event", async () => {
  const source = await decidedSource();
  const { id } = await source.deliver(SENT);
  const item = source.item(`DELIVERY#${id}`) ?? {};
  expect(eventsOf(item, { ...item, dismissedAt: "2055-03-02T12:00:00.000Z" })).toEqual([]);
  expect(eventsOf(item, null)).toEqual([]);
});

it("neither a replay nor a delivery with another outcome emits one", async () => {
  const source = await decidedSource({ source: { accept_when: [{ path: "website", present: false }] } });
  const deliveries = [
    await source.deliver(),
    await source.deliver({ website: "x" }),
    await source.replay((await source.deliver(SENT)).id),
  ];
  expect(deliveries.map(({ outcome }) => outcome)).toEqual(["created", "ignored", "rejected"]);
  for (const { id } of deliveries) expect(source.item(`DELIVERY#${id}`)).not.toHaveProperty("changeId");
});
