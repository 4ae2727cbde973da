import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { sourceWithKey } from "../../../shared/contract/sources.ts";
import { readRecords } from "../../../shared/storage/dynamodb/read-records.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/storage/record-keys.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { LEAD_ENDPOINTS } from "../../support/lead-endpoints.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const LEASE_MILLISECONDS = 10_000;
const HOUR = 3_600_000;

let key: string;
let source: TestSource;
beforeEach(async () => {
  key = (await newFirm(table)).apiKey;
  source = await createTestSource(key);
});
afterEach(() => {
  jest.useRealTimers();
});

const laterBy = (milliseconds: number) => fakeDate(Date.now() + milliseconds);
const rotate = (body?: unknown, headers?: Record<string, string>) =>
  call(rotateKey, { key, params: { id: source.id }, body, headers });
const rotated = async (body?: unknown): Promise<string> => (await rotate(body)).body.ingestion_key;
const patch = (body: unknown) => call(updateSource, { key, params: { id: source.id }, body });
const answered = async (secret: string) => {
  const { status, body } = await deliver(secret);
  return body.error?.code ?? status;
};
const storedKey = async (secret: string) => {
  const record = { key: apiKeyRecordKey(sha256(secret)), parse: (item: unknown) => item };
  return (await readRecords(table, { record })).record;
};

describe("an ingestion key", () => {
  it("opens the creation of leads and nothing else", async () => {
    expect(await answered(source.secret)).toBe(201);
    const others = LEAD_ENDPOINTS.filter(({ name }) => name !== "create-lead");
    for (const { handler, request } of [...others, { handler: getFirm, request: {} }]) {
      const response = await call(handler, { ...request, key: source.secret });
      expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
    }
  });

  it("has its rate limit", async () => {
    const { headers } = await deliver(source.secret);
    expect(headers["ratelimit-policy"]).toBe('"requests";q=1200;w=60');
  });

  it("is stored as its hash and its last four characters only", async () => {
    expect(JSON.stringify(await storedKey(source.secret))).not.toContain(source.secret.slice(4, -4));
  });
});

describe("a source that is disabled", () => {
  it("refuses its keys within ten seconds, old and new, and takes them again when it is enabled", async () => {
    const second = await rotated();
    expect([await answered(source.secret), await answered(second)]).toEqual([201, 200]);
    await patch({ enabled: false });
    laterBy(LEASE_MILLISECONDS);
    for (const secret of [source.secret, second]) {
      const response = await deliver(secret);
      expect([response.status, response.body.error?.code]).toEqual([403, "key_disabled"]);
    }
    const third = await rotated();
    expect(await answered(third)).toBe("key_disabled");
    await patch({ enabled: true });
    laterBy(LEASE_MILLISECONDS);
    expect([await answered(second), await answered(third)]).toEqual([200, 200]);
  });

  it("can be disabled after an old key has ended and is gone", async () => {
    await rotate({ old_key_valid_hours: 1 });
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: apiKeyRecordKey(sha256(source.secret)) }),
    );
    laterBy(2 * HOUR);
    expect((await patch({ enabled: false })).status).toBe(200);
  });
});

describe("POST /api/sources/{id}/rotate-key", () => {
  it("shows the new key this once", async () => {
    const response = await rotate();
    expect(response.status).toBe(200);
    expect(sourceWithKey().parse(response.body)).toEqual(response.body);
    const { ingestion_key: secret, ...shown } = response.body;
    expect(shown).toMatchObject({ last_four: secret.slice(-4), version: 2 });
    expect((await call(getSource, { key, params: { id: source.id } })).body).toEqual(shown);
    const inHours = (Date.parse(shown.previous_key_expires_at) - Date.now()) / HOUR;
    expect(inHours).toBeGreaterThan(23.99);
    expect(inHours).toBeLessThanOrEqual(24);
  });

  it.each([
    [undefined, 24],
    [{}, 24],
    [{ old_key_valid_hours: 1 }, 1],
    [{ old_key_valid_hours: 168 }, 168],
  ])("with %j lets the old key work for %d hours and no longer", async (body, hours) => {
    expect(await answered(source.secret)).toBe(201);
    const next = await rotated(body);
    expect(await storedKey(source.secret)).toMatchObject({ expiresAtEpochSeconds: expect.any(Number) });
    laterBy(hours * HOUR - 2_000);
    expect(await answered(source.secret)).toBe(200);
    // the lease that was just taken ends with the key
    laterBy(2_000);
    expect(await answered(source.secret)).toBe("invalid_key");
    expect(await answered(next)).toBe(200);
    laterBy(1_000 * HOUR);
    expect(await answered(next)).toBe(200);
  });

  it("with 0 ends the old key at once", async () => {
    const next = await rotated({ old_key_valid_hours: 0 });
    expect([await answered(source.secret), await answered(next)]).toEqual(["invalid_key", 201]);
    expect(await storedKey(source.secret)).toBeUndefined();
    const { body } = await call(getSource, { key, params: { id: source.id } });
    expect(body.previous_key_expires_at).toBeNull();
  });

  it("leaves the newest two keys and no other", async () => {
    const keys = [source.secret, await rotated(), await rotated(), await rotated()];
    const responses = [];
    for (const secret of keys) responses.push(await answered(secret));
    expect(responses).toEqual(["invalid_key", "invalid_key", 201, 200]);
    expect(await storedKey(keys[1] ?? "")).toBeUndefined();
  });

  it("leaves two keys that work, when it is asked for many times at once", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => rotate()));
    const works = [];
    for (const { body } of responses) works.push(await answered(body.ingestion_key));
    expect(works.filter((each) => each !== "invalid_key")).toHaveLength(2);
    expect(new Set(responses.map(({ body }) => body.version)).size).toBe(8);
  });

  it.each([-1, 169, 1.5, "24", null])("refuses %j hours", async (old_key_valid_hours) => {
    const response = await rotate({ old_key_valid_hours });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, "old_key_valid_hours"]);
  });

  it("refuses a stale version, and knows no other firm's source", async () => {
    const stale = await rotate({}, { "if-match": '"7"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    const other = (await newFirm(table)).apiKey;
    expect((await call(rotateKey, { key: other, params: { id: source.id } })).status).toBe(404);
    expect(await answered(source.secret)).toBe(201);
  });

  it("counts the leads of old and new keys as the one source's", async () => {
    const next = await rotated();
    await deliver(source.secret, GRACE);
    expect((await deliver(next, GRACE)).body.status).toBe("duplicate");
    const { body } = await call(listLeads, { key, query: { source: source.key } });
    expect(body.data).toHaveLength(1);
  });
});
