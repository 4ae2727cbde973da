import { describe, expect, it } from "@jest/globals";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { InboundDelivery } from "../../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryToItem } from "../../../shared/sources/inbound-delivery.store.ts";
import { newFirm } from "../../support/firms.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { runForJson } from "../../support/operator.ts";
import { putItems } from "../../support/put-items.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

const HOUR = 3_600_000;

const rejectedAt = (milliseconds: number): InboundDelivery => ({
  id: newRecordId(milliseconds),
  outcome: "rejected",
  leadId: null,
  externalId: null,
  error: { code: "invalid_signature", message: "The signature is wrong.", details: null },
  omitted: [],
  replayOf: null,
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
    await deliver(source.secret, { ...GRACE, email: "no address" });
    await deliver(source.secret, { ...GRACE, externalId: "43", email: "", phone: "" });
    await deliver(healthy.secret);
    // More than one page of them.
    const signed = Array.from({ length: 130 }, () => rejectedAt(Date.now() - HOUR));
    await putItems(
      table,
      signed.map((each) => inboundDeliveryToItem(firmId, source.id, each)),
    );
    const rows = await runForJson(table, "sources rejected");
    const row = { firm_id: firmId, source_id: source.id, key: source.key };
    const last_received_at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(rows).toEqual([
      { ...row, code: "invalid_signature", deliveries: 130, last_received_at },
      { ...row, code: "invalid_request", deliveries: 2, last_received_at },
    ]);
  });

  it("counts those of the last hours, of one firm", async () => {
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

  it("refuses hours from before deliveries are kept", async () => {
    for (const hours of ["0", "721", "1.5", "many"])
      await expect(runForJson(table, "sources rejected", "--hours", hours)).rejects.toThrow("from 1 to 720");
  });
});
