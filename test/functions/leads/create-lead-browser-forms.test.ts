import { randomBytes } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { formatSecretKey, SECRET_BYTES } from "../../../shared/api/keys/secret-key.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { addKey } from "../../support/firms.ts";
import { urlencodedBody } from "../../support/form-bodies.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { GRACE } from "../../support/ingestion.ts";
import { ADA, readLeads } from "../../support/leads.ts";
import { createTestSource } from "../../support/sources.ts";
import { sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const PAGE = "https://www.example.com";
const PAGES = {
  allowed_origins: [PAGE],
  redirect_url: `${PAGE}/thanks`,
  error_redirect_url: `${PAGE}/sorry`,
};
const NAVIGATION = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const table = useTable();
const store = useFaultyStore();
const firm = useFirm(table);
const source = useSource(firm, () => PAGES);
type Changes = { body?: unknown; key?: string };

/** Posts as a script on a page does. */
const fetchFrom = (origin: string, { body = GRACE, key = source.secret }: Changes = {}) =>
  call(createLead, { method: "POST", query: { key }, body, headers: { origin, accept: "*/*" } });

/** Posts a form as a browser does without a script. */
const submitFrom = (
  origin: string,
  fields: Record<string, string>,
  query: Record<string, string> = { key: source.secret },
) => {
  const { bytes, contentType } = urlencodedBody(fields);
  return call(createLead, {
    method: "POST",
    query,
    bytes,
    headers: { origin, "content-type": contentType, ...NAVIGATION },
  });
};

const preflight = (query: Record<string, string>, headers: Record<string, string>) =>
  call(createLead, {
    method: "OPTIONS",
    query,
    headers: { "access-control-request-method": "POST", ...headers },
  });

/** Returns the query of the page of failure. */
const NO_CONTACT = { ...GRACE, externalId: "43", email: "none", phone: "" };

const pageOfFailure = ({ headers }: ApiResponse) => {
  const { origin, pathname, searchParams } = new URL(String(headers.location));
  expect(origin + pathname).toBe(PAGES.error_redirect_url);
  return Object.fromEntries(searchParams);
};

const ALLOWED = ["origin", "methods", "headers"].map((name) => `access-control-allow-${name}`);
const corsHeaders = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("a preflight", () => {
  it("allows the source's origins to post with the key in the address, and stores nothing", async () => {
    const { status, headers, body } = await preflight({ key: source.secret }, { origin: PAGE });
    expect([status, body, corsHeaders(headers)]).toEqual([204, undefined, expect.arrayContaining(ALLOWED)]);
    expect(headers).toMatchObject({ allow: "POST, GET, HEAD, OPTIONS", "x-request-id": expect.any(String) });
    expect(await source.listDeliveries()).toEqual([]);
  });

  it("allows nothing with a key that is disabled or over its limit", async () => {
    const off = await createTestSource(firm.apiKey, { ...PAGES, enabled: false });
    const limited = await createTestSource(firm.apiKey, { ...PAGES, requests_per_minute: 1 });
    const ask = (key: string) => preflight({ key }, { origin: PAGE });
    expect(corsHeaders((await ask(limited.secret)).headers)).toHaveLength(4);
    for (const { secret } of [off, limited]) {
      const { status, headers } = await ask(secret);
      expect([status, corsHeaders(headers)]).toEqual([204, []]);
    }
  });
});

it("OPTIONS creates no lead, reads no body and takes no lease of a key in a header, whatever key it has", async () => {
  const headers = { origin: PAGE };
  const key = await addKey(table, firm.firmId, { requestsPerMinute: 1 });
  const requests = [
    { key, body: ADA },
    { key: source.secret, body: GRACE },
    { query: { key: source.secret }, body: GRACE },
    { query: { key: source.secret }, body: "x".repeat(LIMITS.bodyBytes + 1) },
    { body: ADA },
  ];
  for (const request of requests) {
    const { status, body } = await call(createLead, { method: "OPTIONS", headers, ...request });
    expect([status, body]).toEqual([204, undefined]);
  }
  expect([await readLeads(table, firm.firmId), await source.listDeliveries()]).toEqual([[], []]);
  expect((await call(createLead, { key, body: ADA })).status).toBe(201);
});

it.each<[string, () => Record<string, string>, string]>([
  ["is unknown", () => ({ key: formatSecretKey("ingestion", randomBytes(SECRET_BYTES)) }), "invalid_key"],
  ["is an API key", () => ({ key: firm.apiKey }), "invalid_key"],
  ["is missing", () => ({}), "missing_key"],
])("a page whose key %s learns neither a source's origins nor its pages", async (_, query, code) => {
  const { status, headers } = await preflight(query(), { origin: PAGE });
  expect([status, corsHeaders(headers)]).toEqual([204, []]);
  const script = await call(createLead, { query: query(), body: GRACE, headers: { origin: PAGE } });
  for (const answer of [script, await submitFrom(PAGE, GRACE, query())]) {
    expect([answer.status, answer.body.error.code]).toEqual([401, code]);
    expect([corsHeaders(answer.headers), answer.headers.location]).toEqual([[], undefined]);
  }
});

describe("a script on a page of the firm", () => {
  it("may read the response, also to a rejected delivery", async () => {
    const answers = [
      await fetchFrom(PAGE),
      await fetchFrom(PAGE, { body: NO_CONTACT }),
      await fetchFrom(PAGE, { body: "x".repeat(LIMITS.bodyBytes + 1) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 413]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({ "access-control-allow-origin": PAGE, vary: "Origin" });
  });

  it("may read that the limit is used up, and that the service is unavailable", async () => {
    const limited = await createTestSource(firm.apiKey, { ...PAGES, requests_per_minute: 1 });
    await fetchFrom(PAGE, { key: limited.secret });
    const refused = await fetchFrom(PAGE, { key: limited.secret });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([429, PAGE]);
    await fetchFrom(PAGE);
    store.on(TransactWriteCommand).rejects(sdkError("ThrottlingException"));
    const failed = await fetchFrom(PAGE, { body: { ...GRACE, externalId: "43" } });
    expect([failed.status, failed.headers["access-control-allow-origin"]]).toEqual([503, PAGE]);
  });
});

it("a page of another origin is refused", async () => {
  const { status, headers, body } = await fetchFrom("https://evil.example");
  expect([status, body.error.code, corsHeaders(headers)]).toEqual([403, "origin_not_allowed", []]);
  expect(await readLeads(table, firm.firmId)).toEqual([]);
});

describe("a form that the browser posts itself", () => {
  it("leads to the page of success, or to that of failure with the delivery and a reason", async () => {
    const { status, headers, body } = await submitFrom(PAGE, GRACE);
    expect([status, headers.location, body]).toEqual([303, `${PAGE}/thanks`, undefined]);
    const rejected = await submitFrom(PAGE, { ...NO_CONTACT, case_type: "Tax" });
    expect([rejected.status, rejected.body]).toEqual([303, undefined]);
    expect(pageOfFailure(rejected)).toEqual({
      delivery_id: await source.lastId(),
      reason: "Please check: Case type, email",
    });
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("leads to the page of failure also where rejected deliveries are accepted, or the service is unavailable", async () => {
    await source.replace({ ...PAGES, rejected_answer: "accepted" });
    expect(pageOfFailure(await submitFrom(PAGE, NO_CONTACT))).toEqual({
      delivery_id: await source.lastId(),
      reason: "Please check: email",
    });
    store.on(TransactWriteCommand).rejects(sdkError("ThrottlingException"));
    expect(pageOfFailure(await submitFrom(PAGE, GRACE))).toEqual({ reason: "Please try again in a minute." });
  });
});
