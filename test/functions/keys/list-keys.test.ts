import { describe, expect, it } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler as listKeys } from "../../../functions/keys/list-keys.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { apiKey } from "../../../shared/keys/api-key.contract.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey, keyCalls } from "../../support/keys.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const { patch, remove, list } = keyCalls(() => firm.apiKey);

describe("GET /api/keys", () => {
  it("returns the firm's keys page by page, newest first, with the time of last use", async () => {
    for (let n = 0; n < 4; n++) await createTestKey(firm.apiKey, ["leads:read"], { name: `K${n}` });
    const pages = await readAllPages(listKeys, { key: firm.apiKey, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 2, 1]);
    const { body } = await firm.send(listKeys);
    expect(page(apiKey()).parse(body)).toEqual(body);
    expect(pages.flat().map(({ id }) => id)).toEqual(body.data.map(({ id }: { id: string }) => id));
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      "K3",
      "K2",
      "K1",
      "K0",
      "First key",
    ]);
    const [unused, first] = [(await list())[0], (await list()).at(-1)];
    expect(unused.last_used_at).toBeNull();
    expect(Date.now() - Date.parse(first.last_used_at)).toBeLessThan(60_000);
  });

  it("lists more keys than one batch read returns", async () => {
    for (let n = 0; n < 12; n++) {
      await Promise.all(Array.from({ length: 10 }, () => createTestKey(firm.apiKey, ["leads:read"])));
    }
    const { body } = await firm.send(listKeys, { query: { limit: "200" } });
    expect(body.data).toHaveLength(121);
    expect(body.next_cursor).toBeNull();
  });

  it("does not expose another firm's keys", async () => {
    const other = await newFirm(table);
    const foreign = (await list(other.apiKey))[0].id;
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(foreign);
    expect((await patch(foreign, { name: "Mine" })).status).toBe(404);
    expect((await remove(foreign)).status).toBe(404);
    expect((await call(getFirm, { key: other.apiKey })).status).toBe(200);
  });

  it("does not list ingestion keys", async () => {
    await firm.addKey({ kind: "ingestion", scopes: [] });
    expect(await list()).toHaveLength(1);
  });
});
