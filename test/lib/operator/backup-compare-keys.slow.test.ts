import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it, jest } from "@jest/globals";
import type { Scope } from "../../../shared/api/endpoint-definition.ts";
import { createFirm } from "../../../shared/firm/create-firm.ts";
import { issueKey } from "../../../shared/keys/issue-key.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Table } from "../../../shared/table/table.ts";
import { useFurtherTable } from "../../support/further-tables.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { scanItems } from "../../support/scan-table.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const old = useFurtherTable(table, "old");
const restored = useFurtherTable(table, "restored");

const AT = Date.parse("2026-11-20T10:00:00Z");
const [BEFORE, AFTER] = [AT - 60_000, AT + 60_000];

beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation(() => {});
});

const newKey = async (to: Table, firmId: FirmId, scopes: readonly Scope[], nowMilliseconds = BEFORE) => {
  const { key } = await issueKey(to, { firmId, name: "Key", scopes, nowMilliseconds });
  return key.id;
};

const keysOf = async (of: Table, firmId: FirmId): Promise<string[]> =>
  (await runForJson(of, "key list", firmId)).map(({ key_id }: { key_id: string }) => key_id);

/** Creates a firm with its first key in both tables. */
const newFirm = async (...scopesOfKeys: readonly (readonly Scope[])[]) => {
  const firm = { name: "Doe Law", timeZone: "Etc/UTC", defaultCountry: "US", nowMilliseconds: BEFORE };
  const { firmId } = await createFirm(old, firm);
  for (const scopes of scopesOfKeys) await newKey(old, firmId, scopes);
  const keys = await keysOf(old, firmId);
  for (const Item of await scanItems(old))
    await restored.client.send(new PutCommand({ TableName: restored.name, Item }));
  return { firmId, keys };
};

const revoke = (from: Table, firmId: FirmId, id = "") =>
  runCommand(from, "key revoke", firmId, id, "--confirm", firmId);

const compare = async (): Promise<string[]> => {
  const instant = new Date(AT).toISOString();
  const rows = await runForJson(old, "backup compare", "--at", instant, "--to", restored.name);
  return rows.map(({ repeat }: { repeat: string }) => repeat);
};

const MANAGING = ["settings:write"] as const;

it("repeats the revocation of every managing key by commands that run, once the operator has made another", async () => {
  const { firmId, keys } = await newFirm(MANAGING, ["leads:read"]);
  await newKey(old, firmId, MANAGING, AFTER);
  for (const id of keys) await revoke(old, firmId, id);

  const first = await compare();
  for (const command of first) await runCommand(restored, command);
  expect(first.filter((command) => command.startsWith("key create"))).toHaveLength(1);
  const second = await compare();
  for (const command of second) await runCommand(restored, command);
  expect(second).toHaveLength(1);
  expect(await compare()).toEqual([]);
  const left = await keysOf(restored, firmId);
  expect(left).toHaveLength(1);
  expect(keys).not.toContain(left[0]);
});

it("revokes a managing key at once if another one stays", async () => {
  const { firmId, keys } = await newFirm(MANAGING);
  await revoke(old, firmId, keys[0]);
  expect(await compare()).toEqual([`key revoke ${firmId} ${keys[0]} --confirm ${firmId}`]);
});
