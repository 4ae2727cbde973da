import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as replayDelivery } from "../../functions/sources/replay-inbound-delivery.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { listInboundDeliveries } from "../support/ingestion.ts";
import { ADA } from "../support/leads.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let key: string;
beforeAll(async () => {
  ({ apiKey: key } = await newFirm(table));
});

/** A body that is valid JSON except for one byte, which is not valid UTF-8. */
const latin1 = Buffer.from(JSON.stringify({ ...ADA, first_name: "José" }), "latin1");

describe("bytes that are not UTF-8", () => {
  it("are kept exactly as a lead source sent them", async () => {
    const source = await createTestSource(key);
    expect((await call(createLead, { key: source.secret, bytes: latin1 })).status).toBe(422);
    expect(await listInboundDeliveries(key, source.id)).toMatchObject([
      {
        outcome: "rejected",
        body: latin1.toString("base64"),
        body_encoding: "base64",
        body_bytes: latin1.length,
        error: { details: [{ field: "body", message: "The body must be text in UTF-8." }] },
      },
    ]);
  });
});

it("are kept as rejected if a gateway has replaced some, also for a replay", async () => {
  const source = await createTestSource(key);
  const latin1 = Buffer.from(JSON.stringify({ externalId: "1", firstName: "José", lastName: "x" }), "latin1");
  const headers = { "content-length": String(latin1.length) };
  const sent = await call(createLead, { key: source.secret, headers, body: latin1.toString("utf8") });
  expect(sent).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  const [delivery] = await listInboundDeliveries(key, source.id);
  expect(delivery).toMatchObject({ outcome: "rejected", body_bytes: latin1.length });
  const params = { id: source.id, deliveryId: delivery.id };
  const replayed = await call(replayDelivery, { key, params });
  expect(replayed.body).toMatchObject({ outcome: "rejected" });
});

it("never cuts a stored rejection within a character", async () => {
  const source = await createTestSource(key);
  const body = { externalId: "1", firstName: "😀".repeat(500), lastName: "x", email: "a@b.io" };
  await call(createLead, { key: source.secret, body: { ...body, email: "😀".repeat(2_000) } });
  const [delivery] = await listInboundDeliveries(key, source.id);
  expect(JSON.stringify(delivery.error).isWellFormed()).toBe(true);
  expect(delivery.error.message.isWellFormed()).toBe(true);
});
