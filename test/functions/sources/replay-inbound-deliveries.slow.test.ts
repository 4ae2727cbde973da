import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as replayDeliveries } from "../../../functions/sources/replay-inbound-deliveries.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { inboundDeliveryKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { GRACE } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { readItem } from "../../support/read-item.ts";
import { changeAttribute, removeAttribute, SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { createTestSource } from "../../support/sources.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import {
  passTransactionThrough,
  sdkError,
  transactionCanceled,
  useFaultyStore,
} from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const store = useFaultyStore();
const firm = useFirm(table);
const source = useSource(firm, () => ({ requests_per_minute: 60_000 }));
const MINUTE = 60_000;
/** A whole minute before every delivery. */
let start: string;
beforeEach(async () => {
  start = new Date(Math.floor(Date.now() / MINUTE - 1) * MINUTE).toISOString();
});

/** Returns a delivery that is rejected until the mapping contains the last name. */
const unmapped = (n: number, more: object = {}) => ({
  ...GRACE,
  externalId: `x-${n}`,
  lastName: "",
  surname: `S${n}`,
  ...more,
});

const changeSource = async (body: unknown) => {
  expect((await source.update(body)).status).toBe(200);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
};
const correctMapping = () => changeSource({ mapping: { last_name: "surname" } });

type Page = { query?: Record<string, string>; body?: object };

const replay = ({ query, body }: Page = {}, id = source.id) =>
  firm.send(replayDeliveries, {
    params: { id },
    query,
    body: { since: start, ...body },
  });

/** Reads all pages, and returns the entries of each. */
const walk = async (body: object = {}): Promise<ApiResponse["body"][][]> => {
  const pages = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response = await replay({ body: { ...body, ...(cursor && { cursor }) } });
    pages.push(response.body.data);
    cursor = response.body.next_cursor;
  }
  return pages;
};

const namesOfLeads = async () => (await readLeads(table, firm.firmId)).map(({ lastName }) => lastName).sort();

/** Holds the first writes back until there are this many: each walk has then read what it replays. */
const meetAtFirstWrites = (writers: number) => {
  let open = () => {};
  const met = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  interceptStoreCalls(async ({ name, send }) => {
    if (name === "TransactWrite") {
      waiting++;
      if (waiting === writers) open();
      await met;
    }
    return send();
  });
};

describe("POST /api/sources/{id}/replay", () => {
  it("replays each delivery once, oldest first, up to the limit per call", async () => {
    for (let n = 0; n < 3; n++) await source.deliver(unmapped(n));
    await source.deliver();
    const rejected = await source.listDeliveries({ outcome: "rejected", limit: "200" });
    await correctMapping();
    const pages = await walk({ limit: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    const entries = pages.flat();
    expect(entries.map(({ delivery_id }) => delivery_id)).toEqual(rejected.map(({ id }) => id).reverse());
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(["created"]));
    expect(new Set(entries.map(({ leadId }) => leadId)).size).toBe(entries.length);
    expect(await readLeads(table, firm.firmId)).toHaveLength(entries.length + 1);
  });

  it.each([0, LIMITS.replayedDeliveries + 1, 1.5, "5", null])("refuses the limit %j", async (limit) => {
    const response = await replay({ body: { limit } });
    expect([response.status, violationFields(response)]).toEqual([422, ["limit"]]);
  });

  it.each([null, "", " "])("begins anew with the cursor %j", async (cursor) => {
    await source.deliver(unmapped(0));
    expect((await replay({ body: { cursor } })).body.data).toHaveLength(1);
  });

  it("replays neither replays nor deliveries that are rejected while it runs", async () => {
    for (let n = 0; n < 3; n++) await source.deliver(unmapped(n));
    const [{ id }] = await source.listDeliveries();
    await source.replay(id);
    advanceDate(10);
    const first = await walk();
    expect(first.flat().map(({ outcome, leadId }) => [outcome, leadId])).toEqual(
      Array(3).fill(["rejected", null]),
    );
    advanceDate(10);
    expect((await walk()).flat()).toHaveLength(3);
  });

  it("replays deliveries at or after `from` and before `until`", async () => {
    const times = [1, 2, 3].map((minutes) => Date.parse(start) + minutes * MINUTE);
    for (const [n, time] of times.entries()) {
      fakeDate(time);
      await source.deliver(unmapped(n));
    }
    await correctMapping();
    const [, second = 0, third = 0] = times.map((time) => new Date(time).toISOString());
    expect((await walk({ since: second, until: third })).flat()).toHaveLength(1);
    expect(await namesOfLeads()).toEqual(["S1"]);
    expect((await walk({ since: third, until: third })).flat()).toEqual([]);
    expect((await walk({ since: "2026-01-01T00:00:00+02:00", until: second })).flat()).toHaveLength(1);
    expect(await namesOfLeads()).toEqual(["S0", "S1"]);
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    expect((await replay({ body: { since: ahead } })).body).toEqual({ data: [], next_cursor: null });
  });

  it("replays ignored deliveries, but no tests", async () => {
    await changeSource({
      accept_when: [{ path: "type", equals: "lead" }],
      test_when: [{ path: "t", equals: 1 }],
    });
    await source.deliver({ ...GRACE, type: "other" });
    await source.deliver({ ...GRACE, type: "lead", t: 1 });
    await changeSource({ accept_when: [], test_when: [] });
    advanceDate(10);
    expect((await walk()).flat()).toEqual([]);
    const [entry] = (await walk({ outcome: "ignored" })).flat();
    expect(entry).toMatchObject({ outcome: "created", leadId: expect.any(String) });
  });

  it("leaves out deliveries whose content was erased", async () => {
    for (let n = 0; n < 2; n++) await source.deliver(unmapped(n));
    const [kept, erased] = await source.listDeliveries();
    const Key = inboundDeliveryKey(firm.firmId, source.id, erased.id);
    await changeAttribute(table, Key, "body", new Uint8Array());
    const entries = (await walk()).flat();
    expect(entries.map(({ delivery_id }) => delivery_id)).toEqual([kept.id]);
  });

  it("replays each delivery once when two calls run at once", async () => {
    for (let n = 0; n < 3; n++) await source.deliver(unmapped(n));
    await correctMapping();
    meetAtFirstWrites(2);
    const walks = (await Promise.all([walk(), walk()])).map((pages) => pages.flat());
    const ids = walks.map((entries) => entries.map(({ delivery_id }) => delivery_id));
    expect(ids).toEqual([ids[0], ids[0]]);
    const outcomes = walks.flat().map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(3).fill("created"), ...Array(3).fill("duplicate")]);
    expect(await readLeads(table, firm.firmId)).toHaveLength(3);
  });

  it("reads large bodies a megabyte at a time, by a cursor of the same filters, also in the address", async () => {
    const text = "x".repeat(LIMITS.deliveryBodyBytes - 1_000);
    for (let n = 0; n < 6; n++) await source.deliver({ ...GRACE, externalId: `x-${n}`, text });
    advanceDate(10);
    const { data, next_cursor: cursor } = (await replay()).body;
    const rest = (await replay({ query: { cursor } })).body.data;
    const outcomes = [...data, ...rest].map(({ outcome }) => outcome);
    expect(outcomes).toEqual(Array(6).fill("created"));
    const other = await createTestSource(firm.apiKey);
    for (const response of [
      await replay({ body: { cursor, since: "2026-01-01T00:00:00Z" } }),
      await replay({ body: { cursor, outcome: "ignored" } }),
      await replay({ body: { cursor } }, other.id),
      await replay({ body: { cursor: cursor.split(".").reverse().join(".") } }),
    ])
      expect([response.status, violationFields(response)]).toEqual([422, ["cursor"]]);
  });
});

describe("a delivery whose retention ends is left as it is, since it may be deleted,", () => {
  const RETENTION = LIMITS.deliveryRetentionSeconds * 1_000;
  const received = Date.parse("2026-11-02T12:00:00Z");
  const readOriginal = (id: string) => readItem(table, inboundDeliveryKey(firm.firmId, source.id, id));
  let id: string;
  beforeEach(async () => {
    fakeDate(received);
    await source.deliver(unmapped(0));
    id = await source.lastId();
  });

  it("while a walk replays it", async () => {
    await correctMapping();
    const before = await readOriginal(id);
    fakeDate(received + RETENTION - 1_000);
    interceptStoreCalls(({ name, send }) => {
      if (name === "Query") advanceDate(2_000);
      return send();
    });
    const entries = (await walk({ since: "2026-11-01T00:00:00Z" })).flat();
    expect(entries).toMatchObject([{ delivery_id: id, outcome: "created" }]);
    expect(await readOriginal(id)).toEqual(before);
  });

  it("before somebody replays its replay", async () => {
    advanceDate(60_000);
    const { body: replayed } = await source.replay(id);
    await correctMapping();
    const before = await readOriginal(id);
    fakeDate(received + RETENTION);
    expect((await source.replay(replayed.id)).body.outcome).toBe("created");
    expect(await readOriginal(id)).toEqual(before);
  });
});

describe("a delivery that the service cannot process", () => {
  beforeEach(async () => {
    for (let n = 0; n < 3; n++) await source.deliver(unmapped(n));
    await correctMapping();
  });

  const ONE_FAILED = [
    ["created", false],
    ["rejected", true],
    ["created", false],
  ];

  it("is skipped and replayed by a later run if the store refuses it", async () => {
    const log = captureLog();
    store.on(TransactWriteCommand).callsFake((input, getClient) => {
      if (JSON.stringify(input).includes("S1")) throw transactionCanceled("ValidationError");
      return passTransactionThrough(input, getClient);
    });
    const rows = (await walk()).flat();
    expect(rows.map(({ outcome, failed }) => [outcome, failed])).toEqual(ONE_FAILED);
    expect(await namesOfLeads()).toEqual(["S0", "S2"]);
    expect(log.join()).toMatch(/record_not_processed[^}]*walk: 'replay'/);
    expect(log.join()).not.toContain("S1");
    store.recover();
    expect((await walk()).flat().map(({ outcome }) => outcome)).toEqual(["created"]);
  });

  it("is skipped if it is malformed", async () => {
    captureLog();
    const [, { id }] = await source.listDeliveries({ outcome: "rejected" });
    await removeAttribute(table, inboundDeliveryKey(firm.firmId, source.id, id), "bodyBytes");
    const rows = (await walk()).flat();
    expect(rows.map(({ outcome, failed }) => [outcome, failed])).toEqual(ONE_FAILED);
    expect(rows[1]).toMatchObject({ delivery_id: id, leadId: null });
  });
});

describe("a failing store", () => {
  beforeEach(async () => {
    for (let n = 0; n < 3; n++) await source.deliver(unmapped(n));
    await correctMapping();
  });

  it("in the middle ends the page before the delivery that failed", async () => {
    let writes = 0;
    store.on(TransactWriteCommand).callsFake((input, getClient) => {
      if (writes++ === 2) throw sdkError("ProvisionedThroughputExceededException");
      return passTransactionThrough(input, getClient);
    });
    const { status, body } = await replay();
    expect([status, body.data.length]).toEqual([200, 2]);
    const rest = await replay({ body: { cursor: body.next_cursor } });
    expect([rest.body.data.length, rest.body.next_cursor]).toEqual([1, null]);
    expect(await namesOfLeads()).toEqual(["S0", "S1", "S2"]);
  });

  it("at once answers 503, and the same request can be repeated", async () => {
    store.on(TransactWriteCommand).rejects(sdkError("ThrottlingException"));
    expect((await replay()).status).toBe(503);
    store.recover();
    expect((await replay()).body.data).toHaveLength(3);
  });

  it("that is slow before the first delivery does not end the walk", async () => {
    interceptStoreCalls(({ name, send }) => {
      if (name === "Query") advanceDate(11_000);
      return send();
    });
    expect((await walk()).flat()).toHaveLength(3);
  });

  it("that is slow ends the page after ten seconds", async () => {
    interceptStoreCalls(({ name, send }) => {
      if (name === "TransactWrite") advanceDate(6_000);
      return send();
    });
    const { body } = await replay();
    expect(body.data).toHaveLength(2);
    expect((await walk({ cursor: body.next_cursor })).flat()).toHaveLength(1);
  });
});
