import { describe, expect, it } from "@jest/globals";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { newFirm } from "../../support/firms.ts";
import { runForJson } from "../../support/operator.ts";
import { useTable } from "../../support/test-table.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const HOUR = 3_600_000;
const now = Date.now();
const failingSinceMilliseconds = now - HOUR;
const failing_since = new Date(failingSinceMilliseconds).toISOString();

const attemptAt = (milliseconds: number, status: number | null, error: string | null = null) => ({
  at: new Date(milliseconds).toISOString(),
  status,
  durationMilliseconds: 5,
  error,
});

describe("webhooks failing", () => {
  it("lists the endpoints of all firms that fail or are disabled, since when and why", async () => {
    const [{ firmId }, other] = [await newFirm(table), await newFirm(table)];
    await storeWebhook(table, firmId);
    const failing = await storeWebhook(table, firmId, {
      url: "https://hooks.example.com/secret-path",
      failingSinceMilliseconds,
      failureCount: 6,
    });
    await storeDelivery(table, firmId, failing, {
      id: newRecordId(failingSinceMilliseconds),
      attempts: [attemptAt(failingSinceMilliseconds, 500), attemptAt(now, null, "timeout")],
    });
    await storeDelivery(table, firmId, failing, { id: newRecordId(now) });
    const gone = await storeWebhook(table, firmId, { enabled: false, disabledReason: "It is gone." });
    const disabled = await storeWebhook(table, other.firmId, { enabled: false });
    const rows = await runForJson(table, "webhooks failing");
    expect(rows).toHaveLength(3);
    const row = { firm_id: firmId, name: "Test Law", host: "hooks.example.com" };
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...row, webhook_id: failing.id, enabled: true, failing_since, reason: "timeout" },
        { ...row, webhook_id: gone.id, enabled: false, failing_since: null, reason: "It is gone." },
        {
          ...row,
          firm_id: other.firmId,
          webhook_id: disabled.id,
          enabled: false,
          failing_since: null,
          reason: "The firm disabled it.",
        },
      ]),
    );
    expect(await runForJson(table, "webhooks failing", "--firm", other.firmId)).toHaveLength(1);
  });

  it("says which status an endpoint answered, and nothing of a delivery that is no longer kept", async () => {
    const { firmId } = await newFirm(table);
    const webhook = await storeWebhook(table, firmId, { failingSinceMilliseconds, failureCount: 1 });
    const reasons = async () =>
      (await runForJson(table, "webhooks failing", "--firm", firmId)).map(
        ({ reason }: { reason: string | null }) => reason,
      );
    expect(await reasons()).toEqual([null]);
    await storeDelivery(table, firmId, webhook, {
      id: newRecordId(failingSinceMilliseconds),
      attempts: [attemptAt(failingSinceMilliseconds, 503), attemptAt(now, 200)],
    });
    expect(await reasons()).toEqual(["It answered 503."]);
  });
});
