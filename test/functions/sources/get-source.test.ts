import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const get = (id: string, by = firm.apiKey) => call(getSource, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  firm.send(updateSource, { params: { id }, body, headers });

describe("GET and PATCH /api/sources/{id}", () => {
  it("respond 404 for another firm's source and for an unknown one", async () => {
    const { id } = await createTestSource((await newFirm(table)).apiKey);
    for (const absent of [id, randomUUID(), "x"]) {
      expect((await get(absent)).status).toBe(404);
      expect((await patch(absent, { name: "" })).status).toBe(404);
    }
  });
});
