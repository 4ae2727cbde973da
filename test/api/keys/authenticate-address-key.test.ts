import { randomBytes } from "node:crypto";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { formatSecretKey } from "../../../shared/api/keys/secret-key.ts";
import { newFirm } from "../../support/firms.ts";
import { type ApiRequest, call } from "../../support/http-call.ts";
import { GRACE } from "../../support/ingestion.ts";
import { ADA } from "../../support/leads.ts";
import { mockClient } from "../../support/mock-client.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let source: TestSource;
beforeAll(async () => {
  firm = await newFirm(table);
  source = await createTestSource(firm.apiKey);
});

const post = (request: ApiRequest) => call(createLead, { body: { ...GRACE, externalId: null }, ...request });

const outcomeOf = async (request: ApiRequest) => {
  const { status, body } = await post(request);
  return [status, body.error?.code ?? body.status];
};

const inAddress = (key: string) => outcomeOf({ query: { key } });

describe("an ingestion key in the address", () => {
  it("delivers a lead", async () => {
    expect(await inAddress(source.secret)).toEqual([201, "created"]);
    expect(await inAddress(` ${source.secret} `)).toEqual([201, "created"]);
  });

  it("is ignored when the request has an Authorization header", async () => {
    const query = { key: source.secret };
    expect(await outcomeOf({ query, key: "its_wrong" })).toEqual([401, "invalid_key"]);
    expect(await outcomeOf({ query, headers: { authorization: "Basic eDp5" } })).toEqual([
      401,
      "missing_key",
    ]);
    const response = await post({ query, key: firm.apiKey, body: ADA });
    expect([response.status, response.body.first_name]).toEqual([201, "Ada"]);
    expect(await outcomeOf({ query: { key: firm.apiKey }, key: source.secret })).toEqual([201, "created"]);
  });

  it("counts when the Authorization header is blank", async () => {
    const request = { query: { key: source.secret }, headers: { authorization: " " } };
    expect(await outcomeOf(request)).toEqual([201, "created"]);
  });

  it("shares its rate limit with the header", async () => {
    const { secret } = await createTestSource(firm.apiKey, { requests_per_minute: 2 });
    expect(await inAddress(secret)).toEqual([201, "created"]);
    expect(await outcomeOf({ key: secret })).toEqual([201, "created"]);
    const refused = await post({ query: { key: secret } });
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
    expect(refused.headers).toMatchObject({
      "ratelimit-policy": '"requests";q=2;w=60',
      "retry-after": expect.stringMatching(/^\d+$/),
    });
  });
});

describe("in the address", () => {
  it("answers 401 invalid_key to an API key without a call to the store, whether it exists or not", async () => {
    const store = mockClient(DynamoDBDocumentClient);
    try {
      const unknown = formatSecretKey("api", randomBytes(32));
      for (const key of [firm.apiKey, unknown, "itk_x", "x", `${source.secret},${source.secret}`])
        expect(await inAddress(key)).toEqual([401, "invalid_key"]);
      expect(store.calls()).toEqual([]);
    } finally {
      store.restore();
    }
  });

  it("names in the error what is wrong: an API key, an ingestion key, its source, or that there is none", async () => {
    const messageOf = async (request: ApiRequest) => (await post(request)).body.error.message;
    expect(await messageOf({ query: { key: firm.apiKey } })).toMatch(/ingestion key \(its_…\)/);
    expect(await messageOf({ query: { key: "itk_x" } })).toMatch(/ingestion key \(its_…\)/);
    expect(await messageOf({ query: { key: "its_x" } })).toMatch(/malformed/);
    const disabled = await createTestSource(firm.apiKey, { enabled: false });
    expect(await messageOf({ query: { key: disabled.secret } })).toBe("The source is disabled.");
    expect(await messageOf({})).toMatch(/Authorization: Bearer <key>.* \?key=its_…/);
    const listed = async (key?: string) => (await call(listLeads, { key })).body.error.message;
    expect(await listed()).toBe("Send the header Authorization: Bearer <key>.");
    expect(await listed(source.secret)).toBe("An ingestion key works only for POST /api/leads.");
  });

  it.each([
    "its_…",
    "<the ingestion key>",
    "YOUR_KEY",
    "{{ingestion_key}}",
    "its_...",
    "its_\u00e2\u0080\u00a6",
  ])("names a placeholder as such, in the address and in the header: %s", async (key) => {
    const error = { code: "invalid_key", message: expect.stringMatching(/^The key is a placeholder: /) };
    expect(await post({ query: { key } })).toMatchObject({ status: 401, body: { error } });
    expect(await post({ key })).toMatchObject({ status: 401, body: { error } });
  });

  it("answers 401 invalid_key to an unknown ingestion key", async () => {
    expect(await inAddress(formatSecretKey("ingestion", randomBytes(32)))).toEqual([401, "invalid_key"]);
  });

  it.each<Record<string, string>>([{}, { key: "" }, { key: " " }, { KEY: "its_x" }])(
    "is not read from %j: missing_key",
    async (query) => {
      expect(await outcomeOf({ query })).toEqual([401, "missing_key"]);
    },
  );
});
