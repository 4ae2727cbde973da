import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { handler as getMe } from "../../../functions/keys/get-me.ts";
import { ADDED_SCOPES, SCOPES, type Scope } from "../../../shared/api/endpoint-definition.ts";
import { disableFirm, enableFirm, limitFirm } from "../../../shared/firm/set-firm-state.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey, readStoredKey } from "../../support/keys.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { passTransactionThrough, useFaultyStore } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const store = useFaultyStore();
const firm = useFirm(table);
let said: string[];
beforeEach(() => {
  said = [];
  jest.spyOn(console, "error").mockImplementation((line) => said.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const onFirm = (command: string, ...input: string[]) => runForJson(table, command, firm.firmId, ...input);
const create = (...options: string[]) => onFirm("key create", "--name", " Case manager ", ...options);
const listed = () => onFirm("key list");
const revoke = (id: string) => onFirm("key revoke", id, "--confirm", firm.firmId);
const me = async (key: string) => {
  const { status, body } = await call(getMe, { key });
  return status === 200 ? body.key : body.error.code;
};

describe("key create", () => {
  it("gives a firm access again that has lost its only key, which can then be revoked", async () => {
    const [lost] = await listed();
    await expect(revoke(lost.key_id)).rejects.toThrow("nobody could manage keys");
    const { firm_id, key_id, api_key, ...shown } = await create();
    expect([firm_id, shown]).toEqual([firm.firmId, { name: "Case manager", scopes: SCOPES.join(" ") }]);
    expect(await revoke(lost.key_id)).toMatchObject({ revoked: true });
    expect(await me(api_key)).toMatchObject({ name: "Case manager", scopes: SCOPES });
    expect((await createTestKey(api_key, SCOPES)).secret).toMatch(/^itk_/);
    expect((await listed()).map((key: { key_id: string }) => key.key_id)).toContain(key_id);
  });

  it("grants the given scopes, of which one manages keys", async () => {
    const [lost] = await listed();
    const { api_key } = await create("--scopes", "leads:write, leads:read");
    expect((await me(api_key)).scopes).toEqual(["leads:read", "leads:write"]);
    await expect(revoke(lost.key_id)).rejects.toThrow("nobody could manage keys");
    await create("--scopes", "settings:write");
    expect(await revoke(lost.key_id)).toMatchObject({ revoked: true });
  });

  it("shows the secret once, and nothing else on stdout", async () => {
    const lines = await runCommand(table, "key create", firm.firmId, "--name", "Shown");
    const [secret = ""] = /itk_\w+/.exec(lines.join("\n")) ?? [];
    expect(await me(secret)).toMatchObject({ name: "Shown" });
    expect(said).toEqual(["The key is not shown again."]);
    expect(JSON.stringify(await listed())).not.toContain(secret);
  });

  it.each([
    ["an unknown scope", ["--name", "x", "--scopes", "leads:read,all"], "must be one of: leads:read"],
    ["no scope", ["--name", "x", "--scopes", ""], "must be one of: leads:read"],
    ["a blank name", ["--name", "  "], "must not be blank"],
    ["no name", [], "'--name <name>' not specified"],
  ])("refuses %s", async (_, options, message) => {
    await expect(onFirm("key create", ...options)).rejects.toThrow(message);
    expect(await listed()).toHaveLength(1);
  });

  it("does not find a firm that does not exist", async () => {
    await expect(runForJson(table, "key create", v4(), "--name", "x")).rejects.toThrow("No such firm.");
  });

  it("creates a key for a disabled firm, which works once the firm is enabled", async () => {
    const [leaked] = await listed();
    await onFirm("firm disable");
    const { api_key } = await create();
    expect(said.at(-1)).toBe("The firm is disabled: the key works once it is enabled.");
    expect(await me(api_key)).toBe("key_disabled");
    await revoke(leaked.key_id);
    await onFirm("firm enable");
    advanceDate(10_000);
    expect(await me(api_key)).toMatchObject({ scopes: SCOPES });
    expect(await me(firm.apiKey)).toBe("invalid_key");
  });
});

describe("key add-scopes", () => {
  const isNew = (scope: Scope) => ADDED_SCOPES.some((added) => added === scope);
  const addScopes = () => runForJson(table, "key add-scopes", "--firm", firm.firmId);
  const scopesNow = async (key: string) => (await readStoredKey(table, key))?.scopes;

  it("adds the new scopes to keys that have all others, once, and to no other key", async () => {
    const keyWith = async (scopes: readonly Scope[]) => (await createTestKey(firm.apiKey, scopes)).secret;
    const old = await keyWith(SCOPES.filter((scope) => !isNew(scope)));
    const partly = await keyWith(SCOPES.filter((scope) => scope !== "reports:read"));
    const website = await keyWith(["leads:read", "leads:write"]);
    expect(await addScopes()).toHaveLength(2);
    expect(await Promise.all([old, partly, website].map(scopesNow))).toEqual([
      SCOPES,
      SCOPES,
      ["leads:read", "leads:write"],
    ]);
    expect(await addScopes()).toEqual([]);
  });
});

/** Creates a key, and runs `meanwhile` before it is written. */
const createWhile = async (meanwhile: () => Promise<unknown>) => {
  store.on(TransactWriteCommand).callsFake(async (input: TransactWriteCommandInput, client) => {
    store.recover();
    await meanwhile();
    return passTransactionThrough(input, client);
  });
  const { api_key } = await create();
  return readStoredKey(table, api_key);
};

const now = () => ({ firmId: firm.firmId, nowMilliseconds: Date.now() });

describe("a key that the operator creates gets the marks of its firm, which meanwhile", () => {
  it("was limited", async () => {
    const limit = () => limitFirm(table, { firmId: firm.firmId, requestsPerMinute: 60 });
    expect(await createWhile(limit)).toMatchObject({ firmLimited: true });
  });

  it("was enabled", async () => {
    await disableFirm(table, now());
    expect(await createWhile(() => enableFirm(table, now()))).not.toHaveProperty("firmDisabled");
  });

  it("was disabled", async () => {
    await expect(createWhile(() => disableFirm(table, now()))).rejects.toThrow("The firm is disabled.");
    expect(await listed()).toHaveLength(1);
  });
});
