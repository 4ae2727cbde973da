import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { formatSecretKey, SECRET_BYTES } from "../../../shared/api/keys/key-store.ts";
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
type Changes = { headers?: Record<string, string>; body?: unknown; key?: string };

/** Posts as a script on a page does. */
const fetchFrom = (origin: string, { headers = {}, body = GRACE, key = source.secret }: Changes = {}) =>
  call(createLead, { method: "POST", query: { key }, body, headers: { origin, accept: "*/*", ...headers } });

/** Posts a form as a browser does without a script. */
const submitFrom = (origin: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const { bytes, contentType } = urlencodedBody(fields);
  return call(createLead, {
    method: "POST",
    query: { key: source.secret },
    bytes,
    headers: { origin, "content-type": contentType, ...NAVIGATION, ...headers },
  });
};

const preflight = (query: Record<string, string>, headers: Record<string, string>) =>
  call(createLead, {
    method: "OPTIONS",
    query,
    headers: { "access-control-request-method": "POST", ...headers },
  });

/** Returns the query of the page of failure. */
const pageOfFailure = ({ headers }: ApiResponse) => {
  const { origin, pathname, searchParams } = new URL(String(headers.location));
  expect(origin + pathname).toBe(PAGES.error_redirect_url);
  return Object.fromEntries(searchParams);
};

const corsHeaders = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("a preflight", () => {
  it("allows the source's origins to post with the key in the address", async () => {
    const { status, headers, body } = await preflight({ key: source.secret }, { origin: PAGE });
    expect([status, body]).toEqual([204, undefined]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "Content-Type",
      "access-control-max-age": "600",
      vary: "Origin",
      allow: "POST, GET, HEAD, OPTIONS",
      "x-request-id": expect.any(String),
    });
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

describe("OPTIONS", () => {
  it("creates no lead and reads no body, whatever key it has", async () => {
    const headers = { origin: PAGE };
    const requests = [
      { key: firm.apiKey, body: ADA },
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
  });

  it("takes no lease of a key in a header", async () => {
    const key = await addKey(table, firm.firmId, { requestsPerMinute: 1 });
    await call(createLead, { method: "OPTIONS", key, body: ADA });
    expect((await call(createLead, { key, body: ADA })).status).toBe(201);
  });
});

describe("a wrong key", () => {
  const forged = () => formatSecretKey("ingestion", randomBytes(SECRET_BYTES));

  it.each<[string, () => Record<string, string>, string]>([
    ["unknown", () => ({ key: forged() }), "invalid_key"],
    ["malformed", () => ({ key: "its_x" }), "invalid_key"],
    ["an API key", () => ({ key: firm.apiKey }), "invalid_key"],
    ["missing", () => ({}), "missing_key"],
  ])("allows nothing to any page: %s", async (_, query, code) => {
    const { status, headers } = await preflight(query(), { origin: PAGE });
    expect([status, corsHeaders(headers)]).toEqual([204, []]);
    const refused = await call(createLead, { query: query(), body: GRACE, headers: { origin: PAGE } });
    expect([refused.status, refused.body.error.code, corsHeaders(refused.headers)]).toEqual([401, code, []]);
  });

  it("learns neither a source's origins nor its pages", async () => {
    const { bytes, contentType } = urlencodedBody({ first_name: "Grace" });
    const answer = await call(createLead, {
      method: "POST",
      query: { key: forged() },
      bytes,
      headers: { origin: PAGE, "content-type": contentType, ...NAVIGATION },
    });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "invalid_key" } } });
    expect([corsHeaders(answer.headers), answer.headers.location]).toEqual([[], undefined]);
  });

  it("gets no page when another program sends the request", async () => {
    const inHeader = await call(createLead, { key: forged(), body: GRACE, headers: { origin: PAGE } });
    const withoutPage = await call(createLead, { query: { key: forged() }, body: GRACE });
    expect([inHeader, withoutPage].map(({ status, headers }) => [status, corsHeaders(headers)])).toEqual([
      [401, []],
      [401, []],
    ]);
  });
});

describe("a script on a page of the firm", () => {
  it("may read the response, also to a rejected delivery", async () => {
    const created = await fetchFrom(PAGE);
    expect([created.status, created.body.status]).toEqual([201, "created"]);
    const rejected = await fetchFrom(PAGE, { body: { ...GRACE, email: "none" } });
    expect([rejected.status, rejected.body.error.code]).toEqual([422, "invalid_request"]);
    const large = await fetchFrom(PAGE, { body: "x".repeat(LIMITS.bodyBytes + 1) });
    expect(large.status).toBe(413);
    for (const { headers } of [created, rejected, large]) {
      expect(headers).toMatchObject({
        "access-control-allow-origin": PAGE,
        "access-control-expose-headers": "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy",
        vary: "Origin",
        "x-request-id": expect.any(String),
      });
    }
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

describe("a page of another origin", () => {
  it("is refused, and the delivery is kept with its origin", async () => {
    const { status, headers, body } = await fetchFrom("https://evil.example");
    expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
    expect(corsHeaders(headers)).toEqual([]);
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    const [delivery] = await source.listDeliveries();
    expect(delivery).toMatchObject({
      outcome: "rejected",
      origin: "https://evil.example",
      error: { code: "origin_not_allowed", details: [{ field: "Origin" }] },
    });
  });

  it("is accepted by a replay once the source allows it", async () => {
    await fetchFrom("https://new.example.com");
    const [{ id }] = await source.listDeliveries();
    expect((await source.replay(id)).body.outcome).toBe("rejected");
    const body = { allowed_origins: [PAGE, "https://new.example.com"] };
    await source.update(body);
    expect((await source.replay(id)).body.outcome).toBe("created");
  });

  it("is not assumed without an origin, with the key in a header, or for a source without allowed origins", async () => {
    const server = { query: { key: source.secret }, body: GRACE };
    expect((await call(createLead, server)).status).toBe(201);
    const header = { key: source.secret, body: GRACE, headers: { origin: "https://evil.example" } };
    expect((await call(createLead, header)).status).toBe(200);
    const open = await createTestSource(firm.apiKey);
    const any = await fetchFrom("https://any.example", { key: open.secret });
    expect([any.status, corsHeaders(any.headers)]).toEqual([201, []]);
  });
});

describe("a form that the browser posts itself", () => {
  it("leads to the page of success, whether or not such a lead existed", async () => {
    for (const expected of [1, 1]) {
      const { status, headers, body } = await submitFrom(PAGE, GRACE);
      expect([status, headers.location, body]).toEqual([303, `${PAGE}/thanks`, undefined]);
      expect(await readLeads(table, firm.firmId)).toHaveLength(expected);
    }
  });

  it("leads to the page of failure when it is rejected or the origin refused", async () => {
    const rejected = await submitFrom(PAGE, { ...GRACE, email: "none", case_type: "Tax" });
    expect([rejected.status, rejected.body]).toEqual([303, undefined]);
    expect(pageOfFailure(rejected)).toEqual({
      delivery_id: await source.lastId(),
      reason: "Please check: Case type, email",
    });
    const refused = await submitFrom("https://evil.example", GRACE);
    expect([refused.status, pageOfFailure(refused)]).toEqual([
      303,
      { delivery_id: await source.lastId(), reason: "The form could not be accepted." },
    ]);
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    expect(await source.listDeliveries()).toHaveLength(2);
  });

  it("leads to the page of failure also where rejected deliveries are accepted, or the service is unavailable", async () => {
    await source.replace({ ...PAGES, rejected_answer: "accepted" });
    const rejected = await submitFrom(PAGE, { ...GRACE, email: "none" });
    expect(pageOfFailure(rejected)).toEqual({
      delivery_id: await source.lastId(),
      reason: "Please check: email",
    });
    const large = await submitFrom(PAGE, { ...GRACE, summary: "x".repeat(LIMITS.bodyBytes) });
    expect(pageOfFailure(large).reason).toBe("The form is too large.");
    store.on(TransactWriteCommand).rejects(sdkError("ThrottlingException"));
    expect(pageOfFailure(await submitFrom(PAGE, GRACE))).toEqual({ reason: "Please try again in a minute." });
  });

  it("works as pasted from the guide, without a mapping", async () => {
    const guide = readFileSync(join(import.meta.dirname, "../../../docs/inbound.md"), "utf8");
    const [form = ""] = /<form .*?<\/form>/s.exec(guide) ?? [];
    const inputs = [...form.matchAll(/<input name="(\w+)"/g)].map(([, name = ""]) => name);
    const typed: Record<string, string> = {
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.com",
    };
    expect(inputs.length).toBeGreaterThan(1);
    expect(form).toMatch(/^<form method="post" action="https:\/\/…\/api\/leads\?key=its_…">/);
    const fields = Object.fromEntries(inputs.map((name) => [name, typed[name] ?? `typed ${name}`]));
    expect((await submitFrom(PAGE, fields)).headers.location).toBe(`${PAGE}/thanks`);
    expect(await readLeads(table, firm.firmId)).toMatchObject([
      { firstName: "Grace", lastName: "Hopper", leadEmail: "grace@example.com" },
    ]);
  });
});
