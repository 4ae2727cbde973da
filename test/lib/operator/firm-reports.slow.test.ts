import { describe, expect, it } from "@jest/globals";
import { idAt, newRecordId } from "../../../shared/runtime/record-id.ts";
import type { InboundDelivery } from "../../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryToItem } from "../../../shared/sources/inbound-delivery.store.ts";
import { bookOf, newErasureFirm } from "../../support/erasure-fixture.ts";
import { newFirm } from "../../support/firms.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { putLead } from "../../support/leads.ts";
import { runForJson } from "../../support/operator.ts";
import { putItems } from "../../support/put-items.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { webhookClock } from "../../support/webhook-clock.ts";
import { respondingWith, storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable({ forEach: true });

const at = (instant: string, last: string) => idAt(Date.parse(instant)).slice(0, -1) + last;

describe("usage", () => {
  it("counts what each firm received on a day", async () => {
    const firm = await newErasureFirm(table);
    const { firmId, source, webhook } = firm;
    const { body } = await deliver(source.secret);
    await bookOf(firm, body.leadId);
    await storeDelivery(table, firmId, webhook);
    await newFirm(table);
    const rows = await runForJson(table, "usage");
    expect(rows).toHaveLength(2);
    const counted = rows.find(({ firm_id }: { firm_id: string }) => firm_id === firmId);
    expect(counted).toMatchObject({ leads: 1, bookings: 1, inbound_deliveries: 1, webhook_deliveries: 1 });
  });

  it("counts for one firm from midnight to midnight, UTC", async () => {
    const { firmId } = await newFirm(table);
    const instants = ["2026-11-20T23:59:59.999Z", "2026-11-21T00:00:00.000Z", "2026-11-21T23:59:59.999Z"];
    for (const instant of [...instants, "2026-11-22T00:00:00.000Z"])
      await putLead(table, firmId, { id: at(instant, "1") });
    const [row] = await runForJson(table, "usage", "--firm", firmId, "--day", "2026-11-21");
    expect(row).toMatchObject({ firm_id: firmId, day: "2026-11-21", leads: 2, bookings: 0 });
  });

  it("counts for the earliest day that a record can have", async () => {
    const { firmId } = await newFirm(table);
    const [row] = await runForJson(table, "usage", "--firm", firmId, "--day", "1970-01-01");
    expect(row).toMatchObject({ day: "1970-01-01", leads: 0 });
  });

  it.each(["2026-02-30", "0000-01-01", "1969-12-31"])(
    "refuses %s, which is no date of a record",
    async (day) => {
      await expect(runForJson(table, "usage", "--day", day)).rejects.toThrow("must be a date");
    },
  );
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const failingSinceMilliseconds = Date.now() - HOUR;
const failing_since = new Date(failingSinceMilliseconds).toISOString();

describe("webhooks failing", () => {
  it("lists the failing and disabled endpoints of all firms, with since when and why", async () => {
    const [{ firmId }, other] = [await newFirm(table), await newFirm(table)];
    await storeWebhook(table, firmId);
    const failing = await storeWebhook(table, firmId, {
      url: "https://hooks.example.com/secret-path",
      failingSinceMilliseconds,
      failureCount: 6,
      failureReason: "timeout",
    });
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

  it("shows the latest failure's reason, also if that is a retry for an event from before it worked", async () => {
    const { firmId } = await newFirm(table);
    const outcomes = [respondingWith(503), respondingWith(null, { error: "timeout" }), respondingWith(204)];
    const post = async () => (outcomes.shift() ?? respondingWith(500))();
    const { send, run } = webhookClock(table, firmId, post);
    const webhook = await storeWebhook(table, firmId);
    const reasons = async () =>
      (await runForJson(table, "webhooks failing", "--firm", firmId)).map(
        ({ reason }: { reason: string | null }) => reason,
      );
    await send(webhook);
    await run(1_000);
    expect(await reasons()).toEqual(["It answered 503."]);
    await run(MINUTE);
    expect(await reasons()).toEqual(["timeout"]);
    await send(webhook);
    await run(1_000);
    expect(await reasons()).toEqual([]);
    await run(6 * MINUTE);
    expect(await reasons()).toEqual(["It answered 500."]);
  });
});

const rejectedAt = (milliseconds: number): InboundDelivery => ({
  id: newRecordId(milliseconds),
  outcome: "rejected",
  leadId: null,
  externalId: null,
  error: { code: "invalid_signature", message: "The signature is wrong.", details: null },
  omitted: [],
  ...{ replayOf: null, replayedAs: null, dismissedAt: null },
  contentType: null,
  userAgent: null,
  signature: null,
  origin: null,
  body: new Uint8Array(),
  bodyBytes: 0,
});

describe("sources rejected", () => {
  it("counts the rejected deliveries of each source by reason", async () => {
    const { firmId, apiKey } = await newFirm(table);
    const source = await createTestSource(apiKey);
    const healthy = await createTestSource(apiKey);
    await deliver(source.secret, { ...GRACE, lastName: " " });
    await deliver(source.secret, { ...GRACE, externalId: "43", email: "", phone: "" });
    await deliver(healthy.secret);
    // These are more than one page.
    const signed = Array.from({ length: 130 }, () => rejectedAt(Date.now() - HOUR));
    await putItems(
      table,
      signed.map((each) => inboundDeliveryToItem(firmId, source.id, each)),
    );
    const rows = await runForJson(table, "sources rejected");
    const row = { firm_id: firmId, source_id: source.id, key: source.key };
    const last_received_at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(rows).toEqual([
      {
        ...row,
        code: "invalid_signature",
        deliveries: 130,
        last_received_at,
        last_message: "The signature is wrong.",
      },
      {
        ...row,
        code: "invalid_request",
        deliveries: 2,
        last_received_at,
        last_message: "No email or phone number found.",
      },
    ]);
  });

  it("counts those of the last hours for one firm", async () => {
    const [{ firmId, apiKey }, other] = [await newFirm(table), await newFirm(table)];
    const source = await createTestSource(apiKey);
    const items = [1.5, 3].map((hours) =>
      inboundDeliveryToItem(firmId, source.id, rejectedAt(Date.now() - hours * HOUR)),
    );
    await putItems(table, items);
    const counted = async (...options: string[]) =>
      (await runForJson(table, "sources rejected", ...options)).map(
        ({ deliveries }: { deliveries: number }) => deliveries,
      );
    expect(await counted("--firm", firmId)).toEqual([2]);
    expect(await counted("--firm", firmId, "--hours", "2")).toEqual([1]);
    expect(await counted("--firm", firmId, "--hours", "1")).toEqual([]);
    expect(await counted("--firm", other.firmId)).toEqual([]);
  });

  it("refuses more hours than deliveries are kept", async () => {
    for (const hours of ["0", "721", "1.5", "many"])
      await expect(runForJson(table, "sources rejected", "--hours", hours)).rejects.toThrow("from 1 to 720");
  });
});
