import { randomBytes } from "node:crypto";
import dns from "node:dns/promises";
import { text } from "node:stream/consumers";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { listenOnLoopback } from "../../../lib/local/host/loopback-server.ts";
import { formatSecretKey } from "../../../shared/api/keys/secret-key.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/table/record-keys.ts";
import { eventually } from "../../support/eventually.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { scanItems } from "../../support/scan-table.ts";
import { changeAttribute } from "../../support/settings.ts";
import { databaseEndpoint } from "../../support/suite-resources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const LEASE_MILLISECONDS = 10_000;
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

/** Passes the functions' calls on to the store. Calls on keys wait while they are held. */
const startObserver = async () => {
  const calls: string[] = [];
  let held = Promise.resolve();
  const server = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    const target = String(request.headers["x-amz-target"]);
    const isOfKey = body.includes('"KEY#');
    calls.push(isOfKey ? "key" : (target.split(".")[1] ?? ""));
    if (isOfKey) await held;
    const headers = { "x-amz-target": target, authorization: request.headers.authorization ?? "" };
    const answer = await fetch(databaseEndpoint(), { method: "POST", headers, body });
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(await answer.text());
  }, 0);
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    calls,
    holdKeys: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    stop: () => server.stop(),
  };
};

type Firm = Awaited<ReturnType<typeof newFirm>>;
let firm: Firm;
let observer: Awaited<ReturnType<typeof startObserver>>;
let instance: Awaited<ReturnType<typeof observedInstance>>;
beforeAll(async () => {
  observer = await startObserver();
  instance = await observedInstance();
});
beforeEach(async () => {
  firm = await newFirm(table);
  observer.calls.splice(0);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});
afterAll(() => observer.stop());

/** Imports functions whose calls the observer sees, and which have not cached the key of a new firm. */
const observedInstance = async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = observer.endpoint;
  const { handler: createLead } = await import("../../../functions/leads/create-lead.ts");
  const { handler: listMembers } = await import("../../../functions/members/list-members.ts");
  const { handler: createWebhook } = await import("../../../functions/webhooks/create-webhook.ts");
  return {
    create: (key: string) => call(createLead, { key, body: ADA }),
    list: (key: string) => call(listMembers, { key }),
    createWebhook: (key: string, body: unknown) => call(createWebhook, { key, body }),
  };
};

/** Makes the instance cache the firm's key, and ends the lease. */
const endLease = async () => {
  expect((await instance.create(firm.apiKey)).status).toBe(201);
  expect((await instance.list(firm.apiKey)).status).toBe(200);
  advanceDate(LEASE_MILLISECONDS);
  observer.calls.splice(0);
};

const recordKey = (secret: string) => apiKeyRecordKey(sha256(secret));

const remove = (secret: string) =>
  table.client.send(new DeleteCommand({ TableName: table.name, Key: recordKey(secret) }));
const disable = (secret: string) => changeAttribute(table, recordKey(secret), "enabled", false);
const narrow = (secret: string) => changeAttribute(table, recordKey(secret), "scopes", ["leads:read"]);

const forged = () => formatSecretKey("api", randomBytes(32));

const leadCount = async () =>
  (await scanItems(table)).filter(({ pk }) => String(pk).endsWith("#LEAD")).length;

/** States of the firm's key: known to the instance, or unknown to it. */
const KEYS = {
  "a key whose lease has ended": endLease,
  "a key that the instance has not met": async () => {},
};

describe.each(Object.entries(KEYS))("%s", (_, prepare) => {
  describe.each([
    ["deleted", remove, 401, "invalid_key"],
    ["disabled", disable, 403, "key_disabled"],
    ["without the scope", narrow, 403, "insufficient_scope"],
  ] as const)("that is now %s", (_state, change, status, code) => {
    it("writes nothing, and is refused", async () => {
      await prepare();
      await change(firm.apiKey);
      const before = await leadCount();
      expect(await instance.create(firm.apiKey)).toMatchObject({ status, body: { error: { code } } });
      expect(await leadCount()).toBe(before);
    });
  });

  it("writes nothing when its limit is used up", async () => {
    await prepare();
    const limited = await addKey(table, firm.firmId, {
      requestsPerMinute: 1,
      windowStartMilliseconds: Date.now(),
      windowUsed: 1,
    });
    const before = await leadCount();
    expect((await instance.create(limited)).status).toBe(429);
    expect(await leadCount()).toBe(before);
  });
});

describe("a key whose lease has ended", () => {
  it("is checked while the request reads", async () => {
    await endLease();
    const release = observer.holdKeys();
    const response = instance.list(firm.apiKey);
    await eventually(() => [...observer.calls].sort()).toEqual(["Query", "key"]);
    release();
    expect((await response).status).toBe(200);
  });

  it("is confirmed before any answer or write", async () => {
    await endLease();
    const before = await leadCount();
    const release = observer.holdKeys();
    const answered = jest.fn();
    const response = instance.create(firm.apiKey).finally(answered);
    await eventually(() => [...observer.calls].sort()).toEqual(["GetItem", "key"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(observer.calls).toHaveLength(2);
    expect(answered).not.toHaveBeenCalled();
    expect(await leadCount()).toBe(before);
    release();
    expect((await response).status).toBe(201);
    expect(observer.calls).toHaveLength(3);
  });
});

describe("an instance", () => {
  it("reads nothing before it has confirmed a key that it does not know", async () => {
    const release = observer.holdKeys();
    const response = instance.list(firm.apiKey);
    await eventually(() => observer.calls).toEqual(["key"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(observer.calls).toEqual(["key"]);
    release();
    expect((await response).status).toBe(200);
  });

  it("reads nothing for a forged key", async () => {
    for (let n = 0; n < 3; n++)
      expect(await instance.list(forged())).toMatchObject({
        status: 401,
        body: { error: { code: "invalid_key" } },
      });
    expect(observer.calls).toEqual(["key", "key", "key"]);
  });

  it("does not look up a host that a forged key requests", async () => {
    const lookup = jest.spyOn(dns, "lookup");
    const body = { url: "https://hooks.invalid/intake", events: ["*"] };
    expect((await instance.createWebhook(forged(), body)).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(lookup).not.toHaveBeenCalled();
    expect((await instance.createWebhook(firm.apiKey, body)).status).toBe(201);
    expect(lookup).toHaveBeenCalledTimes(1);
  });
});
