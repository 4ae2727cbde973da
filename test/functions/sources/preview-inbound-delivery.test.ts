import { expect, it } from "@jest/globals";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { GRACE, readSourceItems } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const preview = (body: unknown, id = source.id) => firm.send(previewDelivery, { params: { id }, body });

it("a preview shows the lead that a payload would become, and writes nothing", async () => {
  const { status, body } = await preview({ payload: GRACE });
  expect([status, body]).toMatchObject([200, { outcome: "created", lead: { first_name: "Grace" } }]);
  expect(await readLeads(table, firm.firmId)).toEqual([]);
  expect(await readSourceItems(table, firm.firmId, source.id)).toEqual([]);
});

it("a preview shows a stored delivery of its source only", async () => {
  await source.deliver();
  const delivery_id = await source.lastId();
  expect((await preview({ delivery_id })).body).toMatchObject({ outcome: "duplicate", unused_paths: [] });
  const other = await createTestSource(firm.apiKey);
  expect((await preview({ delivery_id }, other.id)).status).toBe(404);
});
