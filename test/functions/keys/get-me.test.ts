import { describe, expect, it } from "@jest/globals";
import { handler as getMe } from "../../../functions/keys/get-me.ts";
import { LATEST_API_VERSION } from "../../../shared/api/api-version.ts";
import { me } from "../../../shared/keys/me.contract.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

describe("GET /api/me", () => {
  it("shows a key without any scope itself and its firm", async () => {
    const { firmId } = await newFirm(table);
    const key = await addKey(table, firmId, { scopes: [], requestsPerMinute: 7, name: "CRM" });
    const { status, body } = await call(getMe, { key });
    expect(status).toBe(200);
    expect(me().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      firm: { id: firmId },
      key: { name: "CRM", scopes: [], requests_per_minute: 7, api_version: LATEST_API_VERSION },
    });
    expect(JSON.stringify(body)).not.toContain(key);
  });
});
