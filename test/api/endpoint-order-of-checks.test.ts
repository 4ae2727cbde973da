import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import type { KeyRecord } from "../../shared/api/keys/key-store.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { changeSetting } from "../support/settings.ts";
import { useTable } from "../support/test-table.ts";

// `test/functions/every-endpoint.slow.test.ts` tests at every endpoint the checks that only one thing precedes.

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
beforeAll(async () => {
  firm = await newFirm(table);
  await changeSetting(table, firm.firmId, "stages", []);
});

describe("a request with several errors gets the first of key, scope, rate limit, size, resource, body, rules:", () => {
  it.each<[string, Partial<KeyRecord>, number, string]>([
    ["a disabled key without scope or permits", { scopes: [], enabled: false }, 403, "key_disabled"],
    ["a key without scope or permits", { scopes: ["leads:read"] }, 403, "insufficient_scope"],
    ["a key without permits", {}, 429, "rate_limited"],
  ])("%s, an unknown lead and too large a body", async (_, changes, status, code) => {
    const key = await addKey(table, firm.firmId, { requestsPerMinute: 1, ...changes });
    await call(createLead, { key });
    const request = { key, params: { id: randomUUID() }, body: "x".repeat(65_537) };
    expect(await call(updateLead, request)).toMatchObject({ status, body: { error: { code } } });
  });

  it.each<[string, ApiRequest, number, string]>([
    [
      "an invalid Idempotency-Key and no open stage",
      { body: ADA, headers: { "idempotency-key": "a b" } },
      422,
      "invalid_request",
    ],
    ["an invalid body and no open stage", { body: {} }, 422, "invalid_request"],
    ["no open stage", { body: ADA }, 409, "no_open_stage"],
  ])("%s", async (_, request, status, code) => {
    const response = await call(createLead, { key: firm.apiKey, ...request });
    expect(response).toMatchObject({ status, body: { error: { code } } });
  });
});
