import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler } from "../../../functions/firm/update-firm.ts";
import { firm } from "../../../shared/firm/firm.contract.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

let key: string;
let firmId: FirmId;
beforeEach(async () => {
  ({ apiKey: key, firmId } = await newFirm(table));
});

describe("GET /api/firm", () => {
  it("returns the firm's settings", async () => {
    const response = await call(getFirm, { key });
    expect(response.status).toBe(200);
    expect(firm().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ name: "Test Law", default_country: "US", version: 1 });
    expect(response.body.stages[0]).toEqual({ key: "new", name: "New", terminal: false });
  });

  it("requires settings:read, and PATCH settings:write", async () => {
    const reader = await addKey(table, firmId, { scopes: ["settings:read"] });
    const writer = await addKey(table, firmId, { scopes: ["settings:write"] });
    expect((await call(getFirm, { key: writer })).body.error.code).toBe("insufficient_scope");
    expect((await call(handler, { key: reader, body: {} })).body.error.code).toBe("insufficient_scope");
  });
});
