import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as listSources } from "../../../functions/sources/list-sources.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { source, sourceWithKey } from "../../../shared/contract/sources.ts";
import { addMember, newFirm } from "../../support/firms.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

const create = (body: unknown, by = key) => call(createSource, { key: by, body });
const get = (id: string, by = key) => call(getSource, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  call(updateSource, { key, params: { id }, body, headers });
const fields = ({ body }: ApiResponse): string[] =>
  body.error.details.map(({ field }: { field: string }) => field).sort();

describe("POST /api/sources", () => {
  it("makes a source and shows its ingestion key this once", async () => {
    const mapping = { first_name: " contact.first ", "data.case_type": "answers[0]" };
    const response = await create({
      key: "web-form",
      name: " Web form ",
      mapping,
      default_assignee_id: firm.attorney.id.toUpperCase(),
    });
    expect(response.status).toBe(201);
    expect(sourceWithKey().parse(response.body)).toEqual(response.body);
    const { ingestion_key: secret, ...shown } = response.body;
    expect(secret).toMatch(/^its_[0-9A-Za-z]{49}$/);
    expect(shown).toMatchObject({
      key: "web-form",
      name: "Web form",
      mapping: { first_name: "contact.first", "data.case_type": "answers[0]" },
      default_assignee_id: firm.attorney.id,
      enabled: true,
      last_four: secret.slice(-4),
      previous_key_expires_at: null,
      version: 1,
    });
    expect((await get(shown.id)).body).toEqual(shown);
    const listed = await call(listSources, { key });
    expect(listed.body).toEqual({ data: [shown], next_cursor: null });
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(4, -4));
  });

  it("names every violation at once", async () => {
    const inactive = await addMember(table, firm.firmId, { active: false });
    const response = await create({
      key: "web form",
      mapping: { "data.nickname": "a", email: "a..b", phone: 7 },
      default_assignee_id: inactive.id,
      enabled: "yes",
    });
    expect(response.status).toBe(422);
    expect(fields(response)).toEqual([
      "default_assignee_id",
      "enabled",
      "key",
      "mapping.data.nickname",
      "mapping.email",
      "mapping.phone",
      "name",
    ]);
    expect(fields(await create({}))).toEqual(["key", "name"]);
    for (const wrong of ["x".repeat(101), "x".repeat(5_000), "", 7, null, "a.b"])
      expect([wrong, fields(await create({ key: wrong, name: "N" }))]).toEqual([wrong, ["key"]]);
    expect((await create({ key: "x".repeat(100), name: "N" })).status).toBe(201);
    expect(fields(await create({ key: "a", name: "N", mapping: ["a"] }))).toEqual(["mapping"]);
    const foreign = (await newFirm(table)).attorney.id;
    expect(fields(await create({ key: "a", name: "N", default_assignee_id: foreign }))).toEqual([
      "default_assignee_id",
    ]);
  });

  it("gives a key to one source of a firm only, whatever its case, and to another firm's as well", async () => {
    await createTestSource(key, { key: "Form" });
    const again = await create({ key: "form", name: "" });
    expect([again.status, fields(again)]).toEqual([422, ["key", "name"]]);
    await createTestSource((await newFirm(table)).apiKey, { key: "form" });
    const raced = await Promise.all(Array.from({ length: 10 }, () => create({ key: "raced", name: "N" })));
    expect(raced.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect((await call(listSources, { key })).body.data).toHaveLength(2);
  });
});

describe("GET /api/sources", () => {
  it("lists the firm's sources, newest first, page by page", async () => {
    for (const name of ["a", "b", "c"]) await createTestSource(key, { key: name });
    await createTestSource((await newFirm(table)).apiKey);
    const { body } = await call(listSources, { key });
    expect(page(source()).parse(body)).toEqual(body);
    expect(body.data.map((each: { key: string }) => each.key)).toEqual(["c", "b", "a"]);
    expect((await readAllPages(listSources, { key, limit: 2 })).flat()).toEqual(body.data);
  });
});

describe("another firm's source", () => {
  it("is 404 to read and to change, as one that never was", async () => {
    const { id } = await createTestSource((await newFirm(table)).apiKey);
    for (const absent of [id, randomUUID(), "x"]) {
      expect((await get(absent)).status).toBe(404);
      expect((await patch(absent, { name: "" })).status).toBe(404);
    }
  });
});

describe("PATCH /api/sources/{id}", () => {
  it("changes what is sent, and that alone; the mapping as a whole", async () => {
    const { id } = await createTestSource(key, {
      mapping: { email: "mail" },
      default_assignee_id: firm.attorney.id,
    });
    const response = await patch(id, { mapping: { phone: "tel" }, default_assignee_id: null });
    expect(response.status).toBe(200);
    expect(source().parse(response.body)).toEqual(response.body);
    const changed = { name: "Form", mapping: { phone: "tel" }, default_assignee_id: null, version: 2 };
    expect(response.body).toMatchObject(changed);
    expect((await patch(id, { name: "Renamed", enabled: false })).body).toMatchObject({
      ...changed,
      name: "Renamed",
      enabled: false,
      version: 3,
    });
    expect((await patch(id, { name: "Renamed", mapping: { phone: "tel" } })).body.version).toBe(3);
    expect((await get(id)).body.version).toBe(3);
  });

  it("names every violation at once, and never changes the key", async () => {
    const { id, key: own } = await createTestSource(key);
    const response = await patch(
      id,
      { key: "other", name: "", mapping: { id: "a" }, enabled: 1 },
      { "if-match": "1" },
    );
    expect([response.status, fields(response)]).toEqual([
      422,
      ["If-Match", "enabled", "key", "mapping.id", "name"],
    ]);
    expect((await patch(id, { key: own })).status).toBe(200);
  });

  it("refuses a stale version", async () => {
    const { id } = await createTestSource(key);
    expect((await patch(id, { name: "A" }, { "if-match": '"1"' })).status).toBe(200);
    const stale = await patch(id, { enabled: false }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
  });

  it("keeps every one of parallel changes of different fields", async () => {
    const { id } = await createTestSource(key);
    const changes = [{ name: "Raced" }, { enabled: false }, { mapping: { email: "e" } }];
    await Promise.all(changes.map((change) => patch(id, change)));
    expect((await get(id)).body).toMatchObject({ ...Object.assign({}, ...changes), version: 4 });
  });
});
