import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { outcomeOf } from "../../support/ingestion.ts";
import { createTestKey, keyCalls } from "../../support/keys.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
beforeEach(async () => {
  firm = await newFirm(table);
});
afterEach(() => {
  jest.useRealTimers();
});

const { list } = keyCalls(() => firm.apiKey);
const HOUR = 3_600_000;
const listed = () => runForJson(table, "key list", firm.firmId);
const revoke = (id: string, confirm: string = firm.firmId) =>
  runForJson(table, "key revoke", firm.firmId, id, "--confirm", confirm);

const idOf = async (secret: string) =>
  (await listed()).find(({ last_four }: { last_four: string }) => secret.endsWith(last_four)).key_id;

describe("key list", () => {
  it("lists API and ingestion keys without their secrets", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const source = await createTestSource(firm.apiKey);
    const keys = await listed();
    expect(keys).toHaveLength(3);
    expect(keys).toContainEqual(
      expect.objectContaining({ key_id: id, kind: "api", scopes: "leads:read", source_id: null }),
    );
    expect(keys).toContainEqual(expect.objectContaining({ kind: "ingestion", source_id: source.id }));
    const text = (await runCommand(table, "key list", firm.firmId)).join("\n") + JSON.stringify(keys);
    for (const each of [firm.apiKey, secret, source.secret]) expect(text).not.toContain(each);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe("key find", () => {
  it("finds API and ingestion keys of all firms, or of one, by their last four characters", async () => {
    const other = await newFirm(table);
    const source = await createTestSource(other.apiKey);
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const find = (of: string, ...options: string[]) =>
      runForJson(table, "key find", of.slice(-4), ...options);
    const [found, ...others] = await find(secret);
    expect([found, others]).toEqual([
      expect.objectContaining({ firm_id: firm.firmId, key_id: id, kind: "api", last_four: secret.slice(-4) }),
      [],
    ]);
    const ingestionKey = expect.objectContaining({ firm_id: other.firmId, source_id: source.id });
    expect(await find(source.secret)).toEqual([ingestionKey]);
    expect(await find(source.secret, "--firm", other.firmId)).toEqual([ingestionKey]);
    expect(await find(source.secret, "--firm", firm.firmId)).toEqual([]);
  });

  it("accepts no whole key", async () => {
    await expect(runForJson(table, "key find", firm.apiKey)).rejects.toThrow("last four");
  });
});

describe("key revoke", () => {
  it("deletes an API key only when the firm is confirmed", async () => {
    const { id } = await createTestKey(firm.apiKey, ["leads:read"]);
    const dryRun = await runForJson(table, "key revoke", firm.firmId, id);
    expect(dryRun).toMatchObject({ revoked: false, key_id: id });
    await expect(revoke(id, v4())).rejects.toThrow("--confirm");
    expect(await list()).toHaveLength(2);
    expect(await revoke(id)).toMatchObject({ revoked: true, key_id: id });
    expect(await list()).toHaveLength(1);
    await expect(revoke(id)).rejects.toThrow("No such key.");
  });

  it("deletes one of a source's keys, after which the source can get a new one", async () => {
    const source = await createTestSource(firm.apiKey);
    const rotate = async () =>
      (await call(rotateKey, { key: firm.apiKey, params: { id: source.id } })).body.ingestion_key;
    const second = await rotate();
    expect([await outcomeOf(source.secret), await outcomeOf(second)]).toEqual([201, 200]);
    await revoke(await idOf(second));
    advanceDate(10_000);
    expect([await outcomeOf(source.secret), await outcomeOf(second)]).toEqual([200, "invalid_key"]);
    await revoke(await idOf(source.secret));
    expect(await outcomeOf(await rotate())).toBe(200);
  });

  it("leaves the hours of a source's earlier keys unchanged when the newest is revoked", async () => {
    const source = await createTestSource(firm.apiKey);
    const params = { id: source.id };
    const rotate = async () => (await call(rotateKey, { key: firm.apiKey, params })).body;
    const { ingestion_key: second, previous_key_expires_at } = await rotate();
    await revoke(await idOf(second));
    advanceDate(23 * HOUR);
    const third = await rotate();
    expect(third.previous_key_expires_at).toBe(previous_key_expires_at);
    advanceDate(2 * HOUR);
    expect([await outcomeOf(source.secret), await outcomeOf(third.ingestion_key)]).toEqual([
      "invalid_key",
      201,
    ]);
    expect((await call(getSource, { key: firm.apiKey, params })).body.previous_key_expires_at).toBeNull();
  });

  it("keeps the last key that can manage keys", async () => {
    const [key] = await listed();
    await createTestKey(firm.apiKey, ["leads:read"]);
    const dryRun = runForJson(table, "key revoke", firm.firmId, key.key_id);
    await expect(dryRun).rejects.toThrow("nobody could manage keys");
    await expect(revoke(key.key_id)).rejects.toThrow("nobody could manage keys");
    const { id } = await createTestKey(firm.apiKey, ["settings:write"]);
    expect(await runForJson(table, "key revoke", firm.firmId, id)).toMatchObject({ revoked: false });
  });

  it("does not find another firm's key", async () => {
    const other = await newFirm(table);
    const { id } = await createTestKey(other.apiKey, ["leads:read"]);
    await expect(revoke(id)).rejects.toThrow("No such key.");
  });
});
