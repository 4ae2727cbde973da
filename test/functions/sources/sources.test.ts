import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as listSources } from "../../../functions/sources/list-sources.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { newFirm } from "../../support/firms.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { readStoredKey } from "../../support/keys.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const create = (body: unknown) => firm.send(createSource, { body });
const get = (id: string) => firm.send(getSource, { params: { id } });
const patch = (id: string, body: unknown) => firm.send(updateSource, { params: { id }, body });
const fields = (response: ApiResponse) => violationFields(response).sort();

describe("POST /api/sources", () => {
  it("creates a source, returns its ingestion key only once, and shows and stores no secret in full", async () => {
    const proof = {
      signature: { header: "X-Signature", secret: "top-secret-1" },
      body_secret: { path: "key", value: "top-secret-2" },
    };
    const created = await create({ key: "web-form", name: " Web form ", ...proof });
    expect(created.status).toBe(201);
    const { ingestion_key: secret, ...shown } = created.body;
    expect(secret).toMatch(/^its_[0-9A-Za-z]{49}$/);
    expect(shown).toMatchObject({ name: "Web form", enabled: true, last_four: secret.slice(-4), version: 1 });
    expect((await get(shown.id)).body).toEqual(shown);
    const listed = await firm.send(listSources);
    expect(listed.body).toEqual({ data: [shown], next_cursor: null });
    const key = await readStoredKey(table, secret);
    expect(key).toMatchObject({ kind: "ingestion", lastFour: secret.slice(-4) });
    const changed = await patch(shown.id, { name: "New" });
    expect(JSON.stringify([created, listed, changed, key])).not.toContain("top-secret");
    expect(JSON.stringify([listed, changed, key])).not.toContain(secret.slice(4, -4));
  });

  it("refuses a member of another firm as assignee", async () => {
    const foreign = (await newFirm(table)).attorney.id;
    const response = await create({ key: "a", name: "N", default_assignee_id: foreign });
    expect([response.status, fields(response)]).toEqual([422, ["default_assignee_id"]]);
  });

  it("allows each key once per firm, ignoring case, and again in another firm", async () => {
    await createTestSource(firm.apiKey, { key: "Form" });
    const again = await create({ key: "form", name: "" });
    expect([again.status, fields(again)]).toEqual([422, ["key", "name"]]);
    await createTestSource((await newFirm(table)).apiKey, { key: "form" });
    const raced = await Promise.all(Array.from({ length: 10 }, () => create({ key: "raced", name: "N" })));
    expect(raced.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect((await firm.send(listSources)).body.data).toHaveLength(2);
  });
});

describe("GET /api/sources", () => {
  it("returns the firm's sources page by page, newest first", async () => {
    for (const name of ["a", "b", "c"]) await createTestSource(firm.apiKey, { key: name });
    await createTestSource((await newFirm(table)).apiKey);
    const { body } = await firm.send(listSources);
    expect(body.data.map((each: { key: string }) => each.key)).toEqual(["c", "b", "a"]);
    expect((await readAllPages(listSources, { key: firm.apiKey, limit: 2 })).flat()).toEqual(body.data);
  });
});
