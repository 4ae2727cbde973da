import { expect, it } from "@jest/globals";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { deliver, GRACE } from "../support/ingestion.ts";
import { readLeads } from "../support/leads.ts";
import { createTestSource } from "../support/sources.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

const LONG = "x".repeat(3_900);
const FIELDS = Array.from({ length: 24 }, (_, index) => ({
  key: `text_${index}`,
  label: "",
  type: "text" as const,
  options: [],
}));
const values = (from: number, to: number) =>
  Object.fromEntries(FIELDS.slice(from, to).map(({ key }) => [key, LONG]));

it("a delivery to a lead that changes meanwhile decides again on the changed lead", async () => {
  const { apiKey, firmId } = await newFirm(table, { leadFields: FIELDS });
  const source = await createTestSource(apiKey);
  const { leadId } = (await deliver(source.secret)).body;
  let transactions = 0;
  const spy = interceptStoreCalls(async ({ name, send }) => {
    if (name === "TransactWrite" && ++transactions === 2) {
      const body = { data: values(0, 12) };
      expect((await call(updateLead, { key: apiKey, params: { id: leadId }, body })).status).toBe(200);
    }
    return send();
  });
  const response = await deliver(source.secret, { ...GRACE, ...values(12, 24) });
  spy.mockRestore();
  expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  const [lead] = await readLeads(table, firmId);
  expect(lead).toMatchObject({ revision: 2 });
  expect(Object.keys(lead?.data ?? {})).toEqual(expect.arrayContaining(Object.keys(values(0, 12))));
  expect(Object.keys(lead?.data ?? {})).not.toContain("text_12");
});
