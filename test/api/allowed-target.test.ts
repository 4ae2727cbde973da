import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { allowedTarget } from "../../shared/api/allowed-target.ts";
import type { Resolve } from "../../shared/runtime/checked-address.ts";
import type { Table } from "../../shared/table/table.ts";

const NO_TABLE = {} as Table;

const check = (resolve: Resolve, url?: string) => allowedTarget(url, "public", resolve).query(NO_TABLE);

const HOST = "https://hooks.example.com/intake";
const resolvesTo =
  (address: string): Resolve =>
  async () => [{ address, family: 4 }];
const fails: Resolve = async () => {
  throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
};
const hangs: Resolve = async () => {
  await sleep(60_000, undefined, { ref: false });
  return [];
};

const WARNING = [expect.stringContaining("The host hooks.example.com does not resolve")];

it.each<[string, Resolve, string | undefined, unknown[]]>([
  ["nothing where no URL is sent", fails, undefined, []],
  ["nothing of a host with a public address", resolvesTo("93.184.215.14"), HOST, []],
  ["of a host that does not resolve", fails, HOST, WARNING],
  ["of a host whose look-up takes longer than two seconds", hangs, HOST, WARNING],
])("warns %s", async (_, resolve, url, warnings) => {
  const startedAt = Date.now();
  expect(await check(resolve, url)).toEqual(warnings);
  expect(Date.now() - startedAt).toBeLessThan(30_000);
});

it("refuses a host with an address that is not public", async () => {
  await expect(check(resolvesTo("10.0.0.1"), HOST)).rejects.toMatchObject({ code: "invalid_request" });
});
