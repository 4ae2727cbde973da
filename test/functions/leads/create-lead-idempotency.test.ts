import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/create-lead.ts";
import { handler as patchLead } from "../../../functions/leads/update-lead.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { ADA, countLeads } from "../../support/leads.ts";
import { changeSetting, SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const create = (idempotencyKey: string, body: unknown = ADA, key = firm.apiKey) =>
  call(handler, { key, headers: { "idempotency-key": idempotencyKey }, body });

const REPLAYED = "idempotent-replayed";

describe("a repeated request with the same Idempotency-Key", () => {
  it("may differ in its JSON text, and returns the current state of its only lead", async () => {
    const { body: lead } = await create("a");
    const changed = await firm.send(patchLead, { params: { id: lead.id }, body: { first_name: "Augusta" } });
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(ADA).toReversed()), null, 1);
    for (const text of [reordered, JSON.stringify(ADA).replace("Ada", "\\u0041da")])
      expect(await create("a", text)).toMatchObject({ status: 201, body: changed.body });
    expect(await countLeads(table, firm.firmId)).toBe(1);
  });

  it("is refused for the header with another body, even an invalid one", async () => {
    await create("a");
    for (const body of [{ ...ADA, first_name: "Eve" }, {}, "{"])
      expect(await create("a", body)).toMatchObject({
        status: 422,
        body: { error: { code: "invalid_request", details: [{ field: "Idempotency-Key" }] } },
      });
    expect(await countLeads(table, firm.firmId)).toBe(1);
  });

  it("is replayed even when its body has become invalid and the firm has no open stage any more", async () => {
    const body = { ...ADA, data: { case_type: "Injury" } };
    const first = await create("a", body);
    await changeSetting(table, firm.firmId, "leadFields", [
      { key: "case_type", label: "Case type", type: "select", options: ["Family"] },
    ]);
    await changeSetting(table, firm.firmId, "stages", []);
    advanceDate(SETTINGS_CACHE_MILLISECONDS);
    expect(await create("b", body)).toMatchObject({ status: 422 });
    expect(await create("b")).toMatchObject({ status: 409 });
    expect(await create("a", body)).toMatchObject({ status: 201, body: { id: first.body.id } });
  });
});

it("a failed create does not use up its key: it can be retried, also with another body", async () => {
  expect((await create("a", { ...ADA, source: "" })).status).toBe(422);
  await changeSetting(table, firm.firmId, "stages", []);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
  expect((await create("a")).status).toBe(409);
  await changeSetting(table, firm.firmId, "stages", firmFields.initial.stages);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
  const response = await create("a");
  expect([response.status, response.headers[REPLAYED]]).toEqual([201, undefined]);
  expect(await countLeads(table, firm.firmId)).toBe(1);
});

it.each([
  ['"unknown":[-1e999]', 201],
  ['"data":{"value":1e400}', 422],
])(
  "an Idempotency-Key does not change how out-of-range numbers are read: %s is %d",
  async (field, status) => {
    const text = JSON.stringify(ADA).replace("{", `{${field},`);
    expect((await create("a", text)).status).toBe(status);
  },
);
