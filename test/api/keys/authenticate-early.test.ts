import { randomBytes } from "node:crypto";
import dns from "node:dns/promises";
import { text } from "node:stream/consumers";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { listenOnLoopback } from "../../../lib/local/host/loopback-server.ts";
import { formatEarlierSecretKey, formatSecretKey } from "../../../shared/api/keys/secret-key.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/table/record-keys.ts";
import { captureMetrics } from "../../support/capture-metrics.ts";
import { eventually } from "../../support/eventually.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { scanItems } from "../../support/scan-table.ts";
import { databaseEndpoint } from "../../support/suite-resources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const MINUTE = 60_000;
const LEASE_MILLISECONDS = 10_000;
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

/** Passes the calls of the functions on to the store; those on keys wait while they are held. */
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
beforeEach(async () => {
  [firm, observer] = [await newFirm(table), await startObserver()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await observer.stop();
});

/** A function instance with its own leases and caches, whose calls the observer sees. */
const instance = async () => {
  jest.resetModules();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = observer.endpoint;
  const { handler: createLead } = await import("../../../functions/leads/create-lead.ts");
  const { handler: listMembers } = await import("../../../functions/members/list-members.ts");
  return {
    create: (key: string, body: unknown = ADA) => call(createLead, { key, body }),
    list: (key: string) => call(listMembers, { key }),
  };
};

type Instance = Awaited<ReturnType<typeof instance>>;

/** An instance that knows the key, whose lease has ended. */
const withEndedLease = async (key: string): Promise<Instance> => {
  const known = await instance();
  expect((await known.create(key)).status).toBe(201);
  expect((await known.list(key)).status).toBe(200);
  advanceDate(LEASE_MILLISECONDS);
  observer.calls.splice(0);
  return known;
};

const keyItem = (secret: string) => ({ TableName: table.name, Key: apiKeyRecordKey(sha256(secret)) });

const setScopes = (secret: string, scopes: readonly string[]) =>
  table.client.send(
    new UpdateCommand({
      ...keyItem(secret),
      UpdateExpression: "SET scopes = :scopes",
      ExpressionAttributeValues: { ":scopes": scopes },
    }),
  );

const disable = (secret: string) =>
  table.client.send(
    new UpdateCommand({
      ...keyItem(secret),
      UpdateExpression: "SET enabled = :no",
      ExpressionAttributeValues: { ":no": false },
    }),
  );

const forged = (firmId: string) => formatSecretKey("api", { firmId, ownerId: v4() }, randomBytes(32));

const leadCount = async () =>
  (await scanItems(table)).filter(({ pk }) => String(pk).endsWith("#LEAD")).length;

/** What one key is: known to the instance, or unknown to it. */
const KEYS = {
  "a key whose lease has ended": async () => ({ key: firm.apiKey, of: await withEndedLease(firm.apiKey) }),
  "a key that a new instance has not met": async () => ({ key: firm.apiKey, of: await instance() }),
};

describe.each(Object.entries(KEYS))("%s", (_, prepare) => {
  it("is checked while the request reads", async () => {
    const { key, of } = await prepare();
    const release = observer.holdKeys();
    const response = of.list(key);
    await eventually(() => [...observer.calls].sort()).toEqual(["Query", "key"]);
    release();
    expect((await response).status).toBe(200);
  });

  it("is confirmed before anything is answered or written", async () => {
    const { key, of } = await prepare();
    const before = await leadCount();
    const release = observer.holdKeys();
    const answered = jest.fn();
    const response = of.create(key).finally(answered);
    await eventually(() => [...observer.calls].sort()).toEqual(["GetItem", "key"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(observer.calls).toHaveLength(2);
    expect(answered).not.toHaveBeenCalled();
    expect(await leadCount()).toBe(before);
    release();
    expect((await response).status).toBe(201);
    expect(observer.calls).toHaveLength(3);
  });

  describe.each([
    ["deleted", (key: string) => table.client.send(new DeleteCommand(keyItem(key))), 401, "invalid_key"],
    ["disabled", disable, 403, "key_disabled"],
    ["without the scope", (key: string) => setScopes(key, ["leads:read"]), 403, "insufficient_scope"],
  ] as const)("%s by now", (_state, change, status, code) => {
    it.each([
      ["a valid", ADA],
      ["an invalid", { first_name: 7 }],
      ["too large a", "x".repeat(300_000)],
    ])("neither writes nor counts, and is refused before %s body", async (_body, body) => {
      const { key, of } = await prepare();
      await change(key);
      const before = await leadCount();
      const takeMetrics = captureMetrics();
      expect(await of.create(key, body)).toMatchObject({ status, body: { error: { code } } });
      expect(takeMetrics()).toEqual([]);
      expect(await leadCount()).toBe(before);
    });
  });

  it("writes nothing when its limit is used up", async () => {
    const { of } = await prepare();
    const limited = await addKey(table, firm.firmId, {
      requestsPerMinute: 1,
      windowStartMilliseconds: Date.now(),
      windowUsed: 1,
    });
    const before = await leadCount();
    expect((await of.create(limited)).status).toBe(429);
    expect(await leadCount()).toBe(before);
  });
});

describe("a new instance", () => {
  it("reads nothing for a key that does not say its firm, until it is confirmed", async () => {
    const earlier = formatEarlierSecretKey("api", randomBytes(32));
    const item = (await scanItems(table)).find(({ pk }) => pk === keyItem(firm.apiKey).Key.pk);
    await table.client.send(
      new UpdateCommand({
        ...keyItem(earlier),
        ...copyOf(item ?? {}),
      }),
    );
    const of = await instance();
    const release = observer.holdKeys();
    const response = of.list(earlier);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(observer.calls).toEqual(["key"]);
    release();
    expect((await response).status).toBe(200);
  });

  it("reads for a forged key once a minute at most", async () => {
    const of = await instance();
    const callsOf = async () => {
      observer.calls.splice(0);
      expect(await of.list(forged(firm.firmId))).toMatchObject({
        status: 401,
        body: { error: { code: "invalid_key" } },
      });
      return [...observer.calls].sort();
    };
    expect(await callsOf()).toEqual(["Query", "key"]);
    for (let n = 0; n < 20; n++) expect(await callsOf()).toEqual(["key"]);
    advanceDate(MINUTE);
    expect(await callsOf()).toEqual(["Query", "key"]);
  });

  it("looks up no host that a forged key asks for", async () => {
    await instance();
    const { handler: createWebhook } = await import("../../../functions/webhooks/create-webhook.ts");
    const lookup = jest.spyOn(dns, "lookup");
    const body = { url: "https://hooks.invalid/intake", events: ["*"] };
    expect((await call(createWebhook, { key: forged(firm.firmId), body })).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(lookup).not.toHaveBeenCalled();
    expect((await call(createWebhook, { key: firm.apiKey, body })).status).toBe(201);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it("shows nothing of the firm that a forged key names, and does not answer for it later", async () => {
    const other = await newFirm(table);
    const of = await instance();
    const refused = await of.list(forged(other.firmId));
    expect(JSON.stringify(refused)).not.toContain(other.attorney.id);
    const own = await of.list(firm.apiKey);
    expect(own.body.data.map(({ id }: { id: string }) => id)).toEqual([firm.attorney.id]);
  });

  it("does not take the firm that a key names for the key's firm", async () => {
    const other = await newFirm(table);
    const secret = forged(other.firmId);
    const item = (await scanItems(table)).find(({ pk }) => pk === keyItem(firm.apiKey).Key.pk);
    await table.client.send(new UpdateCommand({ ...keyItem(secret), ...copyOf(item ?? {}) }));
    expect((await (await instance()).list(secret)).body.error?.code).toBe("invalid_key");
  });
});

/** The update that gives an item the attributes of another. */
const copyOf = ({ pk: _pk, sk: _sk, ...attributes }: Record<string, unknown>) => {
  const names = Object.keys(attributes);
  return {
    UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(", ")}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name, index) => [`:v${index}`, attributes[name]]),
    ),
  };
};
