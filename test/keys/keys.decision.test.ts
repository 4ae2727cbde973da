import { describe, expect, it } from "@jest/globals";
import type { KeyRecord, StoredKey } from "../../shared/api/keys/key-store.ts";
import { newKey } from "../../shared/api/keys/new-key.ts";
import { permitsPerLease } from "../../shared/api/keys/rate-windows.ts";
import { apiKeyResource } from "../../shared/keys/api-key.rules.ts";
import { createKey } from "../../shared/keys/create-key.ts";
import { deleteKey } from "../../shared/keys/delete-key.ts";
import { changeAuthority, changeKey, keyItems, removeKey } from "../../shared/keys/key-writes.store.ts";
import { updateKey } from "../../shared/keys/update-key.ts";
import { sha256 } from "../../shared/table/record-keys.ts";
import { decided, FIRM_ID, NOW_MILLISECONDS, plainWrites, refusalOf } from "../support/decisions.ts";

const keyWith = (changes: Partial<KeyRecord> = {}) => {
  const settings = { kind: "api" as const, name: "CRM", scopes: [], requestsPerMinute: 60 };
  const { secret, key } = newKey(FIRM_ID, settings, NOW_MILLISECONDS);
  const stored: StoredKey = { ...key, ...changes, sha256: sha256(secret) };
  return { key: stored, items: keyItems(FIRM_ID, secret, { ...key, ...changes }) };
};

const manager = keyWith({ scopes: ["settings:read", "settings:write"] });
const reader = keyWith({ scopes: ["leads:read"] });
const disabled = keyWith({ scopes: ["leads:read"], enabled: false });
const lacking = ["insufficient_scope", "scopes"];

describe("a new key", () => {
  const create = (scopes: readonly string[], caller = manager.key) =>
    decided(createKey, { json: { name: " Site ", scopes }, request: { key: caller } });

  it("has scopes of the caller, each once, and its secret in the answer", async () => {
    const created = await create(["settings:write", "settings:read", "settings:write"]);
    expect(created).toMatchObject({
      writes: [{ ConditionCheck: {} }, { Update: {} }, { New: {} }, { New: {} }],
      answer: {
        name: "Site",
        scopes: ["settings:read", "settings:write"],
        key: expect.stringMatching(/^itk_\w{49}$/),
        version: 1,
      },
    });
  });

  it.each([
    ["the caller does not hold", ["settings:read", "leads:read"], manager.key],
    ["a disabled caller holds", ["settings:read"], { ...manager.key, enabled: false }],
  ])("is refused a scope that %s", async (_, scopes, caller) => {
    expect(await refusalOf(create(scopes, caller))).toEqual(lacking);
  });
});

type Case = { readonly of?: typeof reader; readonly by?: StoredKey; readonly versions?: readonly string[] };

const requestFor = ({ of = reader, by = manager.key, versions }: Case) => ({
  stored: of.items,
  request: { params: { id: of.key.id }, key: by, expectedVersions: versions ?? null },
});

describe("a PATCH of a key", () => {
  const patch = (json: unknown, given: Case = {}) => decided(updateKey, { json, ...requestFor(given) });

  it.each<[string, object, Partial<KeyRecord>]>([
    ["its name", { name: "New" }, { name: "New" }],
    [
      "its rate",
      { requests_per_minute: 600 },
      { requestsPerMinute: 600, permitsPerLease: permitsPerLease(600) },
    ],
    ["only the differing fields", { name: "New", enabled: true, scopes: ["leads:read"] }, { name: "New" }],
  ])("changes %s", async (_, json, fields) => {
    const { key } = reader;
    expect(await patch(json)).toEqual({
      writes: [changeKey({ key, fields })],
      answer: apiKeyResource({ ...key, ...fields, version: 2 }),
    });
  });

  const everything = { ...manager.key, scopes: ["settings:write" as const, "leads:read" as const] };
  it.each<[string, object, Partial<KeyRecord>, Case & { scopes: KeyRecord["scopes"] }]>([
    [
      "to other scopes",
      { scopes: ["settings:read"] },
      { scopes: ["settings:read"] },
      { scopes: ["settings:read"] },
    ],
    ["to disabled", { enabled: false }, { enabled: false }, { scopes: [] }],
    [
      "to enabled",
      { enabled: true },
      { enabled: true },
      { scopes: ["leads:read"], of: disabled, by: everything },
    ],
  ])(
    "changes what it may do, %s, and requires that the caller may do it",
    async (_, json, fields, { scopes, ...given }) => {
      const { of: { key } = reader, by: grantor = manager.key } = given;
      const { writes, ...decision } = await patch(json, given);
      const expected = changeAuthority(FIRM_ID, { key, fields }, { grantor, scopes });
      expect(plainWrites(writes)).toEqual(plainWrites(expected));
      expect(decision).toEqual({ answer: apiKeyResource({ ...key, ...fields, version: 2 }) });
    },
  );

  it.each([[{}], [{ name: "CRM", enabled: true }]])("writes nothing with %j", async (json) => {
    expect(await patch(json)).toEqual({ answer: apiKeyResource(reader.key) });
  });

  it.each<[string, object, Case, string[]]>([
    ["a scope that the caller lacks", { scopes: ["leads:read", "leads:write"] }, {}, lacking],
    ["a scope for the caller itself", { scopes: ["leads:read"] }, { of: manager }, lacking],
    [
      "a scope that the caller has lost since its lease",
      { scopes: ["settings:write", "leads:read"] },
      { of: manager, by: { ...manager.key, scopes: ["settings:write", "leads:read"] } },
      lacking,
    ],
    ["enabling a key with a scope that the caller lacks", { enabled: true }, { of: disabled }, lacking],
    ["a version that is not current", { name: "New" }, { versions: ["2"] }, ["version_conflict"]],
  ])("is refused for %s", async (_, json, given, refusal) => {
    expect(await refusalOf(patch(json, given))).toEqual(refusal);
  });
});

describe("a deletion of a key", () => {
  const remove = (given: Case = {}) => decided(deleteKey, requestFor(given));

  it("removes the key and its counter", async () => {
    const { writes, ...decision } = await remove();
    expect(decision).toEqual({ answer: undefined });
    expect(plainWrites(writes)).toEqual(plainWrites(removeKey(FIRM_ID, reader.key)));
  });

  it("is refused for a version that is not current, and for a key that does not exist", async () => {
    expect(await refusalOf(remove({ versions: ["2"] }))).toEqual(["version_conflict"]);
    expect(await refusalOf(remove({ of: { ...reader, items: [] } }))).toEqual(["not_found"]);
  });
});
