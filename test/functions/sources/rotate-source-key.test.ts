import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/table/record-keys.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { deliver, outcomeOf } from "../../support/ingestion.ts";
import { readStoredKey } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const HOUR = 3_600_000;
const LEASE_MILLISECONDS = 10_000;

const rotate = (body?: unknown) => firm.send(rotateKey, { params: { id: source.id }, body });
const rotatedSecret = async (body?: unknown): Promise<string> => (await rotate(body)).body.ingestion_key;
const policyOf = async (secret: string) => (await deliver(secret)).headers["ratelimit-policy"];

describe("POST /api/sources/{id}/rotate-key", () => {
  it("returns the new key only once, and keeps the previous one valid for exactly its hours", async () => {
    expect(await outcomeOf(source.secret)).toBe(201);
    const { ingestion_key: next, ...shown } = (await rotate({ old_key_valid_hours: 1 })).body;
    expect(await source.shown()).toEqual(shown);
    const expiresAt = Date.parse(shown.previous_key_expires_at);
    expect(await readStoredKey(table, source.secret)).toMatchObject({
      expiresAtEpochSeconds: Math.floor(expiresAt / 1_000),
    });
    fakeDate(expiresAt - 2_000);
    expect(await outcomeOf(source.secret)).toBe(200);
    // The new lease ends with the key.
    fakeDate(expiresAt);
    expect(await outcomeOf(source.secret)).toBe("invalid_key");
    expect(await outcomeOf(next)).toBe(200);
    advanceDate(1_000 * HOUR);
    expect(await outcomeOf(next)).toBe(200);
  });

  it("leaves five valid keys after concurrent rotations", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => rotate()));
    const outcomes = [];
    for (const { body } of responses) outcomes.push(await outcomeOf(body.ingestion_key));
    expect(outcomes.filter((each) => each !== "invalid_key")).toHaveLength(5);
    expect(new Set(responses.map(({ body }) => body.version)).size).toBe(8);
  });
});

describe("a disabled source", () => {
  it("rejects its old and new keys within ten seconds, and accepts them again once enabled", async () => {
    const second = await rotatedSecret();
    expect([await outcomeOf(source.secret), await outcomeOf(second)]).toEqual([201, 200]);
    await source.update({ enabled: false });
    advanceDate(LEASE_MILLISECONDS);
    for (const secret of [source.secret, second]) {
      const response = await deliver(secret);
      expect([response.status, response.body.error?.code]).toEqual([403, "key_disabled"]);
    }
    const third = await rotatedSecret();
    expect(await outcomeOf(third)).toBe("key_disabled");
    await source.update({ enabled: true });
    advanceDate(LEASE_MILLISECONDS);
    expect([await outcomeOf(second), await outcomeOf(third)]).toEqual([200, 200]);
  });

  it("can be disabled after its previous key has expired and is deleted", async () => {
    await rotate({ old_key_valid_hours: 1 });
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: apiKeyRecordKey(sha256(source.secret)) }),
    );
    advanceDate(2 * HOUR);
    expect((await source.update({ enabled: false })).status).toBe(200);
  });
});

describe("a source's requests_per_minute", () => {
  it("is the limit of its first key and of every later one", async () => {
    await source.replace({ requests_per_minute: 7 });
    expect((await source.shown()).requests_per_minute).toBe(7);
    expect(await policyOf(source.secret)).toBe('"requests";q=7;w=60');
    expect(await policyOf(await rotatedSecret())).toBe('"requests";q=7;w=60');
  });

  it("is 60 as long as pages may post and it is not set, also of keys that exist", async () => {
    await source.replace({});
    await source.update({ allowed_origins: ["https://www.example.com"] });
    fakeDate(Date.now() + 4_900);
    expect(await policyOf(source.secret)).toBe('"requests";q=60;w=60');
    expect(await policyOf(await rotatedSecret())).toBe('"requests";q=60;w=60');
    await source.update({ requests_per_minute: 90 });
    fakeDate(Date.now() + 4_900);
    expect(await policyOf(source.secret)).toBe('"requests";q=90;w=60');
  });

  it("can be raised, and takes effect within five seconds after it was used up", async () => {
    await source.replace({ requests_per_minute: 1 });
    expect((await source.deliver()).status).toBe(201);
    expect((await source.deliver()).status).toBe(429);
    const changed = await source.update({ requests_per_minute: 100 });
    expect(changed).toMatchObject({ status: 200, body: { requests_per_minute: 100, version: 2 } });
    fakeDate(Date.now() + 4_900);
    expect((await source.deliver()).status).toBe(200);
  });
});
