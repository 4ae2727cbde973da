import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { captureLog } from "../support/capture-log.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { call, httpEvent } from "../support/http-call.ts";
import { putLead } from "../support/leads.ts";
import { createTestSource } from "../support/sources.ts";
import { useFaultyStore } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useFaultyStore();
const SECRETS = /Xanthippe|O.{0,3}Brien|xanthi@|555.?0142|5550142|idem-otter-77|fell on the ice|referred by/i;
const BODY = {
  first_name: " Xanthippe ",
  last_name: 'O"Brien \\ Smith',
  email: " Xanthi@Example.COM ",
  phone: "(212) 555-0142",
  source: "Referred by Zed",
  data: { summary: "Fell on\nthe ice", unknown: "Xanthippe" },
};
const HEADERS = { "idempotency-key": "idem-otter-77" };

let firm: Awaited<ReturnType<typeof newFirm>>;
let log: string[];
beforeEach(async () => {
  firm = await newFirm(table);
  log = captureLog();
});

const expectNoSecretLogged = (...keys: string[]) => {
  const logged = log.join("\n");
  expect(logged).not.toBe("");
  expect(logged).not.toMatch(SECRETS);
  for (const key of keys) expect(logged).not.toContain(key.slice(4, -6));
};

/** Makes every store call throw an error that quotes the call and the whole request. */
const failWithQuotes = (headers = {}) => {
  const commands = [GetCommand, BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand];
  for (const command of commands) {
    store.on(command as typeof GetCommand).callsFake((input) => {
      const quoted = JSON.stringify({ input, BODY, headers, authorization: `Bearer ${firm.apiKey}` });
      throw new Error(`cannot serve ${quoted}`, { cause: new Error(String(BODY.email), { cause: quoted }) });
    });
  }
};

describe("personal data, keys and idempotency keys are not logged", () => {
  it.each([
    [{ ...BODY, source: 7 }, {}, "itk_wrong-otter"],
    [{ ...BODY, email: "Xanthippe" }, {}, undefined],
    [{ ...BODY, assignee_id: "Xanthippe", data: { case_type: "fell on the ice" } }, HEADERS, undefined],
    ['{"first_name":"Xanthippe', HEADERS, undefined],
    [BODY, { ...HEADERS, "intake-version": "Xanthippe" }, undefined],
    [BODY, { "idempotency-key": "idem-otter-77 " }, undefined],
    [[BODY], {}, undefined],
  ])("when a request is rejected: %j %j", async (body, headers, key) => {
    const response = await call(createLead, { key: key ?? firm.apiKey, headers, body });
    expect(response.status).toBeLessThan(500);
    expect(response.status).toBeGreaterThan(400);
    expectNoSecretLogged(firm.apiKey, key ?? firm.apiKey);
  });

  it("when a create fails with an error that quotes the request, with and without an Idempotency-Key", async () => {
    await call(createLead, { key: firm.apiKey, body: {} }); // takes a lease and caches the settings
    for (const headers of [HEADERS, {}]) {
      failWithQuotes(headers);
      const response = await call(createLead, { key: firm.apiKey, headers, body: BODY });
      expect(response.status).toBe(500);
      expect(JSON.stringify(response)).not.toMatch(SECRETS);
    }
    expectNoSecretLogged(firm.apiKey);
    expect(log.join()).toContain("request_failed");
  });

  it("when the key cannot be verified", async () => {
    store.on(UpdateCommand).callsFake((input) => {
      throw new Error(`cannot serve ${JSON.stringify(input)} of ${firm.apiKey}`);
    });
    expect((await call(createLead, { key: firm.apiKey, body: BODY })).status).toBe(500);
    expectNoSecretLogged(firm.apiKey);
  });

  it.each([
    ["as it is", (key: string) => ({ key })],
    ["mistyped", (key: string) => ({ key: `${key}x` })],
    ["repeated elsewhere", (key: string) => ({ key, name: "Xanthippe", q: key.replace("_", "%5F") })],
  ])("when a delivery has its key in the address, %s, and an error quotes its event", async (_, queryOf) => {
    const { secret } = await createTestSource(firm.apiKey);
    const query = queryOf(secret);
    const expected = query.key === secret ? [422, 500] : [401, 401];
    const rejected = await call(createLead, { query, body: { ...BODY, last_name: "" } });
    failWithQuotes({ event: httpEvent({ query, body: BODY }), address: `/?${new URLSearchParams(query)}` });
    const failed = await call(createLead, { query, body: BODY });
    expect([rejected.status, failed.status]).toEqual(expected);
    expectNoSecretLogged(secret);
    expect(log.join().includes("request_failed")).toBe(failed.status === 500);
  });

  it("when the delivery of a form fails", async () => {
    const { secret } = await createTestSource(firm.apiKey);
    const { data, ...fields } = BODY;
    const body = new URLSearchParams({ ...fields, ...data }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await call(createLead, { key: secret, headers, body: "" });
    failWithQuotes();
    expect((await call(createLead, { key: secret, headers, body })).status).toBe(500);
    expectNoSecretLogged(secret);
    expect(log.join()).toContain("request_failed");
  });

  it("when a change of a lead fails", async () => {
    const { id } = await putLead(table, firm.firmId);
    const key = await addKey(table, firm.firmId);
    const request = { key, params: { id } };
    await call(updateLead, request);
    store.on(TransactWriteCommand).callsFake((input) => {
      throw new Error(`cannot serve ${JSON.stringify(input)}`);
    });
    expect((await call(updateLead, { ...request, body: BODY })).status).toBe(500);
    expectNoSecretLogged(key);
  });

  it("when a search fails", async () => {
    const query = { q: "Xanthippe", source: "Referred by Zed" };
    store.on(QueryCommand).callsFake((input) => {
      throw new Error(`cannot serve ${JSON.stringify({ input, query })}`);
    });
    expect((await call(listLeads, { key: firm.apiKey, query })).status).toBe(500);
    expectNoSecretLogged(firm.apiKey);
  });
});
