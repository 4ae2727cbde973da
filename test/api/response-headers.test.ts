import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiRequest, type ApiResponse, call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const keys: Record<string, string> = {};
beforeAll(async () => {
  const { firmId, apiKey } = await newFirm(table);
  keys.good = apiKey;
  keys.none = await addKey(table, firmId, { scopes: [] });
  keys.usedUp = await addKey(table, firmId, { requestsPerMinute: 1 });
  await call(listLeads, { key: keys.usedUp });
});

const expectCommonHeaders = ({ headers }: ApiResponse) => {
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "intake-version": "2026-11-01",
  });
};

describe("every error has the common headers and the error envelope:", () => {
  it.each<[string, string | undefined, ApiRequest, number]>([
    ["missing key", undefined, { body: ADA }, 401],
    ["mistyped key", "bad", { body: ADA }, 401],
    ["missing scope", "none", { body: ADA }, 403],
    ["exhausted rate limit", "usedUp", { body: ADA }, 429],
    ["oversized body", "good", { body: "x".repeat(70_000) }, 413],
    ["invalid JSON", "good", { body: "{" }, 422],
    ["invalid body", "good", { body: {} }, 422],
    ["unknown version", "good", { body: ADA, headers: { "intake-version": "2020-01-01" } }, 422],
  ])("%s", async (_, key, request, status) => {
    const response = await call(createLead, { ...request, key: key && (keys[key] ?? key) });
    expect(response.status).toBe(status);
    expectCommonHeaders(response);
    expect(response.body).toEqual({
      error: {
        code: expect.any(String),
        message: expect.stringMatching(/\.$/),
        details:
          status === 422
            ? expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }])
            : null,
        request_id: response.headers["x-request-id"],
      },
    });
  });
});

describe("every response has the common headers:", () => {
  it("created", async () => {
    const response = await call(createLead, { body: ADA, key: keys.good });
    expect(response.status).toBe(201);
    expectCommonHeaders(response);
  });
});

describe("the Intake-Version header", () => {
  const listWithVersion = (version: string, key = keys.good) =>
    call(listLeads, { key, headers: { "intake-version": version } });

  it.each(["2026-11-01", " 2026-11-01 "])("may be %j", async (version) => {
    const response = await listWithVersion(version);
    expect([response.status, response.headers["intake-version"]]).toEqual([200, "2026-11-01"]);
  });

  it.each(["2026-11-02", "2020-01-01", "latest", "", "2026-11-01,2026-11-01"])(
    "must not be %j: 422 with the known versions",
    async (version) => {
      const message = "must be one of: 2026-11-01";
      expect(await listWithVersion(version)).toMatchObject({
        status: 422,
        body: { error: { code: "invalid_request", details: [{ field: "Intake-Version", message }] } },
      });
    },
  );

  it("is validated after the key", async () => {
    expect((await listWithVersion("2020-01-01", "bad")).status).toBe(401);
  });
});
