import { describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/sources/list-inbound-deliveries.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import type { InboundDelivery } from "../../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryToItem } from "../../../shared/sources/inbound-delivery.store.ts";
import { advanceDate } from "../../support/fake-date.ts";
import {
  GRACE,
  listInboundDeliveries,
  readSourceItems,
  replayInboundDelivery,
} from "../../support/ingestion.ts";
import { putItems } from "../../support/put-items.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const RETENTION_MILLISECONDS = 30 * 24 * 3_600_000;
const firm = useFirm(table);
const source = useSource(firm);

/** The largest error that a delivery keeps, with all its violations. */
const LARGE_ERROR: InboundDelivery["error"] = {
  code: "invalid_request",
  message: "The request is invalid.",
  details: Array.from({ length: 30 }, (_, n) => ({ field: `data.f${n}`, message: "x".repeat(1_000) })),
};

const list = (query: Record<string, string> = {}, id = source.id) =>
  firm.send(listDeliveries, { params: { id }, query });

describe("GET /api/sources/{id}/deliveries", () => {
  it("lists every delivery of the source, newest first, with its outcome, and without its secret", async () => {
    await source.replace({ body_secret: { path: "auth", value: "s3cret/1" } });
    const sent = { ...GRACE, auth: "s3cret/1" };
    for (const body of [sent, sent, { ...sent, lastName: "Murray" }, "{"]) await source.deliver(body);
    const { body } = await list();
    const outcomes = body.data.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["rejected", "updated", "duplicate", "created"]);
    expect(body.next_cursor).toBeNull();
    expect(body.data[3]).toMatchObject({ body: JSON.stringify({ ...GRACE, auth: "********" }) });
    for (const outcome of outcomes) expect(await source.listDeliveries({ outcome })).toHaveLength(1);
  });

  it("returns pages, whose cursor is that of the source and the filter", async () => {
    for (let n = 0; n < 3; n++) await source.deliver({ n });
    await source.deliver();
    const query = { outcome: "rejected" };
    const params = { id: source.id };
    const pages = await readAllPages(listDeliveries, { key: firm.apiKey, params, query, limit: 2 });
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat()).toEqual(await source.listDeliveries(query));
    const cursor = (await list({ ...query, limit: "1" })).body.next_cursor;
    const other = await createTestSource(firm.apiKey);
    expect((await list({ ...query, cursor })).status).toBe(200);
    expect((await list({ cursor })).status).toBe(422);
    expect((await list({ ...query, cursor }, other.id)).status).toBe(422);
    expect(await listInboundDeliveries(firm.apiKey, other.id)).toEqual([]);
    expect((await replayInboundDelivery(firm.apiKey, other.id, await source.lastId())).status).toBe(404);
  });

  it("returns deliveries for 30 days and sets their TTL to the same time", async () => {
    const startedAt = Date.now();
    await source.deliver();
    const [stored] = await readSourceItems(table, firm.firmId, source.id);
    const deliveredAtSeconds = Number(stored?.expiresAtEpochSeconds) - RETENTION_MILLISECONDS / 1_000;
    expect(deliveredAtSeconds).toBeGreaterThanOrEqual(Math.floor(startedAt / 1_000));
    expect(deliveredAtSeconds).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000));
    const id = await source.firstId();
    advanceDate(RETENTION_MILLISECONDS - 60_000);
    expect(await source.listDeliveries()).toHaveLength(1);
    advanceDate(60_000);
    expect(await source.listDeliveries()).toEqual([]);
    expect((await source.replay(id)).status).toBe(404);
    expect((await source.deliver()).body.status).toBe("duplicate");
  });

  it.each<[string, number, number, Pick<InboundDelivery, "outcome" | "error">]>([
    ["bodies", 20, LIMITS.deliveryBodyBytes, { outcome: "created", error: null }],
    ["errors", 160, 5_000, { outcome: "rejected", error: LARGE_ERROR }],
  ])("ends a page of large %s early without skipping any", async (_, count, bytes, result) => {
    const body = Buffer.alloc(bytes, '"');
    const items = Array.from({ length: count }, () =>
      inboundDeliveryToItem(firm.firmId, source.id, {
        id: newRecordId(Date.now()),
        body,
        bodyBytes: body.length,
        contentType: null,
        userAgent: null,
        signature: null,
        origin: null,
        ...{ replayOf: null, replayedAs: null, dismissedAt: null },
        omitted: [],
        leadId: null,
        externalId: null,
        ...result,
      }),
    );
    await putItems(table, items);
    const pages = await readAllPages(listDeliveries, {
      key: firm.apiKey,
      params: { id: source.id },
      limit: 200,
    });
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(4 * 1024 * 1024);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(count);
  });
});
