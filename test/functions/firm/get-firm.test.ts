import { describe, expect, it } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { firm as firmSchema } from "../../../shared/firm/firm.contract.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

describe("GET /api/firm", () => {
  it("returns the firm's settings", async () => {
    const response = await firm.send(getFirm);
    expect(response.status).toBe(200);
    expect(firmSchema().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ name: "Test Law", default_country: "US", version: 1 });
    expect(response.body.stages[0]).toEqual({ key: "new", name: "New", terminal: false });
  });
});
