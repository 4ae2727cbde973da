import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { deliver } from "../../support/ingestion.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const create = async (changes: object = {}) =>
  (await firm.send(createSource, { body: { key: "form", name: "Form", ...changes } })).body;
const policyOf = async (secret: string) => (await deliver(secret)).headers["ratelimit-policy"];

describe("a source's requests_per_minute", () => {
  it("is the limit of its first key and of every later one", async () => {
    const source = await create({ requests_per_minute: 7 });
    expect(source.requests_per_minute).toBe(7);
    expect(await policyOf(source.ingestion_key)).toBe('"requests";q=7;w=60');
    const rotated = await firm.send(rotateKey, { params: { id: source.id } });
    expect(await policyOf(rotated.body.ingestion_key)).toBe('"requests";q=7;w=60');
  });

  it("is raised within five seconds after it was used up", async () => {
    const source = await create({ requests_per_minute: 1 });
    expect((await deliver(source.ingestion_key)).status).toBe(201);
    expect((await deliver(source.ingestion_key)).status).toBe(429);
    const params = { id: source.id };
    const changed = await firm.send(updateSource, { params, body: { requests_per_minute: 100 } });
    expect(changed).toMatchObject({ status: 200, body: { requests_per_minute: 100, version: 2 } });
    fakeDate(Date.now() + 4_900);
    expect((await deliver(source.ingestion_key)).status).toBe(200);
  });

  it.each([0, 60_001, 1.5, "7", null])("cannot be %j", async (requests_per_minute) => {
    const body = { key: "form", name: "Form", requests_per_minute };
    expect(await firm.send(createSource, { body })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "requests_per_minute" }] } },
    });
  });
});
