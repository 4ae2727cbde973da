import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const keys: Record<string, string> = {};
beforeAll(async () => {
  const { firmId, apiKey } = await newFirm(table);
  keys.good = apiKey;
  keys.usedUp = await addKey(table, firmId, { requestsPerMinute: 1 });
  await call(listLeads, { key: keys.usedUp });
});

describe("every error has the common headers and a sentence, and details only when a field is wrong:", () => {
  it.each<[string, string | undefined, ApiRequest, number]>([
    ["mistyped key", "bad", { body: ADA }, 401],
    ["exhausted rate limit", "usedUp", { body: ADA }, 429],
    ["oversized body", "good", { body: "x".repeat(70_000) }, 413],
    ["invalid body", "good", { body: {} }, 422],
  ])("%s", async (_, key, request, status) => {
    const { headers, ...response } = await call(createLead, { ...request, key: key && (keys[key] ?? key) });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const rateLimit = status === 401 ? undefined : expect.stringMatching(/^"requests";r=\d+;t=\d+$/);
    expect(headers.ratelimit).toEqual(rateLimit);
    expect(response).toEqual({
      status,
      body: {
        error: {
          code: expect.any(String),
          message: expect.stringMatching(/\.$/),
          details: status === 422 ? expect.any(Array) : null,
          request_id: headers["x-request-id"],
        },
      },
    });
  });
});
