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
  it("returns 201 with the original lead and marks the response as replayed", async () => {
    const first = await create("a");
    const again = await create("a");
    expect([first.status, first.headers[REPLAYED]]).toEqual([201, undefined]);
    expect([again.status, again.headers[REPLAYED], again.body]).toEqual([201, "true", first.body]);
    expect(await countLeads(table, firm.firmId)).toBe(1);
  });

  it.each([
    [
      "keys in another order and whitespace",
      '{ "source":"website",\n"email":"ada@example.com","last_name":"Lovelace","first_name":"Ada"}',
    ],
    ["letters written as escapes", JSON.stringify(ADA).replace("Ada", "\\u0041da")],
  ])("may differ in its JSON text: %s", async (_, text) => {
    const first = await create("a");
    expect(await create("a", text)).toMatchObject({ status: 201, body: { id: first.body.id } });
  });

  it.each<[string, unknown]>([
    ["another name", { ...ADA, first_name: "Eve" }],
    ["an additional field, even an unknown one", { ...ADA, nickname: "A" }],
    ["an invalid body", {}],
    ["invalid JSON", "{"],
  ])("but another body answers 422 for the header and creates nothing: %s", async (_, body) => {
    await create("a");
    const response = await create("a", body);
    expect(response).toMatchObject({
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

  it("returns the current state of the lead", async () => {
    const { body } = await create("a");
    const request = { key: firm.apiKey, params: { id: body.id }, body: { first_name: "Augusta" } };
    await call(patchLead, request);
    expect((await create("a")).body).toMatchObject({ id: body.id, first_name: "Augusta" });
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

describe("an Idempotency-Key", () => {
  it.each([
    ['"unknown":[-1e999]', 201],
    ['"data":{"value":1e400}', 422],
  ])("does not change how out-of-range numbers are read: %s is %d", async (field, status) => {
    const text = JSON.stringify(ADA).replace("{", `{${field},`);
    expect((await create("a", text)).status).toBe(status);
  });
});
