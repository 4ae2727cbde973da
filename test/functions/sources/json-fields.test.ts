import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

describe("a source's json_fields", () => {
  it("are none unless given, and can be replaced", async () => {
    const { id } = await createTestSource(firm.apiKey);
    const get = async () => (await firm.send(getSource, { params: { id } })).body;
    const patch = (json_fields: unknown) =>
      firm.send(updateSource, { params: { id }, body: { json_fields } });
    expect(await get()).toMatchObject({ json_fields: [], version: 1 });
    const changed = await patch([" rawRequest ", "answers[0].value"]);
    expect(changed.body).toMatchObject({ json_fields: ["rawRequest", "answers[0].value"], version: 2 });
    expect(await get()).toEqual(changed.body);
    expect((await patch(["rawRequest", "answers[0].value"])).body.version).toBe(2);
    expect((await patch([])).body).toMatchObject({ json_fields: [], version: 3 });
  });

  it.each<[unknown, string[]]>([
    ["rawRequest", ["json_fields"]],
    [Array(21).fill("a"), ["json_fields"]],
    [
      ["a", "b..c", 7, " "],
      ["json_fields[1]", "json_fields[2]", "json_fields[3]"],
    ],
    [["p".repeat(501)], ["json_fields[0]"]],
    [[`[${"p".repeat(501)}`], ["json_fields[0]"]],
  ])("cannot be %j", async (json_fields, fields) => {
    const body = { key: "form", name: "Form", json_fields };
    const created = await firm.send(createSource, { body });
    expect([created.status, violationFields(created).sort()]).toEqual([422, fields]);
    const { id } = await createTestSource(firm.apiKey);
    const changed = await firm.send(updateSource, { params: { id }, body: { json_fields } });
    expect([changed.status, violationFields(changed).sort()]).toEqual([422, fields]);
  });
});
