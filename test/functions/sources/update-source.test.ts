import { describe, expect, it } from "@jest/globals";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { source } from "../../../shared/sources/source.contract.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const get = (id: string, by = firm.apiKey) => call(getSource, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  firm.send(updateSource, { params: { id }, body, headers });
const fields = ({ body }: ApiResponse): string[] => violationFields({ body }).sort();

describe("PATCH /api/sources/{id}", () => {
  it("changes only the given fields, and replaces the mapping as a whole", async () => {
    const { id } = await createTestSource(firm.apiKey, {
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

  it("reports every violation at once, and never changes the key", async () => {
    const { id, key: own } = await createTestSource(firm.apiKey);
    const response = await patch(
      id,
      { key: "other", name: "", mapping: { id: "a" }, enabled: 1 },
      { "if-match": "1" },
    );
    expect([response.status, fields(response)]).toEqual([
      422,
      ["If-Match", "enabled", "key", "mapping.id", "name"],
    ]);
    for (const same of [own, ` ${own} `]) expect((await patch(id, { key: same })).status).toBe(200);
  });

  it("rejects a stale version", async () => {
    const { id } = await createTestSource(firm.apiKey);
    expect((await patch(id, { name: "A" }, { "if-match": '"1"' })).status).toBe(200);
    const stale = await patch(id, { enabled: false }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
  });

  it("keeps concurrent changes of different fields", async () => {
    const { id } = await createTestSource(firm.apiKey);
    const changes = [{ name: "Raced" }, { enabled: false }, { mapping: { email: "e" } }];
    await Promise.all(changes.map((change) => patch(id, change)));
    expect((await get(id)).body).toMatchObject({ ...Object.assign({}, ...changes), version: 4 });
  });
});
