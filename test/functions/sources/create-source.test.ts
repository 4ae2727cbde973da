import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as listSources } from "../../../functions/sources/list-sources.ts";
import { sourceWithKey } from "../../../shared/sources/source.contract.ts";
import { newFirm } from "../../support/firms.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const create = (body: unknown, by = firm.apiKey) => call(createSource, { key: by, body });
const get = (id: string, by = firm.apiKey) => call(getSource, { key: by, params: { id } });
const fields = ({ body }: ApiResponse): string[] => violationFields({ body }).sort();

describe("POST /api/sources", () => {
  it("creates a source and returns its ingestion key only once", async () => {
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
      requests_per_minute: 1_200,
      last_four: secret.slice(-4),
      previous_key_expires_at: null,
      version: 1,
    });
    expect((await get(shown.id)).body).toEqual(shown);
    const listed = await firm.send(listSources);
    expect(listed.body).toEqual({ data: [shown], next_cursor: null });
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(4, -4));
  });

  it.each(["", " \u200b ", "\u0000", "a\u0000b", "a\nb", "p".repeat(501), "\ud800", "a..b", 7])(
    "rejects the path %j",
    async (path) => {
      const response = await create({ key: "form", name: "Form", mapping: { email: path } });
      expect([response.status, violationFields(response)]).toEqual([422, ["mapping.email"]]);
    },
  );

  it("reports every violation at once", async () => {
    const inactive = await firm.addMember({ active: false });
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
