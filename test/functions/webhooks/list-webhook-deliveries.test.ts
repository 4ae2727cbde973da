import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/webhooks/list-webhook-deliveries.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { webhookDelivery } from "../../../shared/webhooks/webhook-delivery.contract.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let webhook: Awaited<ReturnType<typeof storeWebhook>>;
const firm = useFirm(table);
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
});

const store = (changes?: Partial<WebhookDelivery>) => storeDelivery(table, firm.firmId, webhook, changes);
const list = (query: Record<string, string> = {}, key = firm.apiKey, id = webhook.id) =>
  call(listDeliveries, { key, params: { id }, query });

describe("GET /api/webhooks/{id}/deliveries", () => {
  it("returns deliveries page by page, newest first, with attempts and without the event", async () => {
    const attempts = [
      { at: "2026-11-20T12:00:00.000Z", status: null, durationMilliseconds: 15_000, error: "no answer" },
    ];
    const old = await store({ attempts, attemptCount: 1, state: "failed" });
    const fresh = await store();
    const first = await list({ limit: "1" });
    const second = await list({ limit: "1", cursor: first.body.next_cursor });
    expect(page(webhookDelivery()).parse(first.body)).toEqual(first.body);
    expect([first.body.data[0].id, second.body.data[0].id, second.body.next_cursor]).toEqual([
      fresh.id,
      old.id,
      null,
    ]);
    expect(second.body.data[0]).toMatchObject({
      state: "failed",
      next_attempt_at: null,
      attempts: [{ at: attempts[0]?.at, status: null, duration_ms: 15_000, error: "no answer" }],
    });
    expect(JSON.stringify(first.body)).not.toContain("Dana");
  });

  it("shows none whose 30 days are over but which the table still has", async () => {
    const day = 24 * 3_600_000;
    await store({ id: newRecordId(Date.now() - 30 * day) });
    const kept = await store({ id: newRecordId(Date.now() - 30 * day + 60_000) });
    const { data, next_cursor } = (await list()).body;
    expect([data.map(({ id }: { id: string }) => id), next_cursor]).toEqual([[kept.id], null]);
  });

  it("rejects the cursor of another endpoint", async () => {
    await store();
    await store();
    const { body } = await list({ limit: "1" });
    const other = await storeWebhook(table, firm.firmId);
    expect((await list({ cursor: body.next_cursor }, firm.apiKey, other.id)).status).toBe(422);
  });
});
