import { expect, it } from "@jest/globals";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { deliver, GRACE, listInboundDeliveries } from "../../support/ingestion.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const MAPPING = {
  full_name: "name",
  first_name: { path: "first", fallback: "Unknown" },
  email: ["mail", "contact.mail"],
  phone: { paths: ["tel", "mobile"] },
  external_id: "no",
  "data.case_type": { value: "family" },
  "data.value": { path: "worth", fallback: 0 },
};

it("shows a mapping as it was sent, and accepts it back", async () => {
  const { id } = await createTestSource(firm.apiKey, { mapping: MAPPING });
  const { body } = await firm.send(getSource, { params: { id } });
  expect(body.mapping).toEqual(MAPPING);
  const again = await firm.send(updateSource, { params: { id }, body: { mapping: MAPPING } });
  expect([again.status, again.body.version]).toEqual([200, 1]);
});

it("leaves out the values of a delivery that do not fit if its source omits them", async () => {
  const { id, secret } = await createTestSource(firm.apiKey, { invalid_data: "omit" });
  const { status, body } = await deliver(secret, { ...GRACE, case_type: "Tax", value: 7 });
  expect([status, Object.keys(body)]).toEqual([201, ["status", "leadId", "externalId"]]);
  const read = async () => (await firm.send(getLead, { params: { id: body.leadId } })).body.data;
  expect(await read()).toEqual({ value: 7 });
  const omitted = [{ field: "data.case_type", message: "must be one of: Family, Injury" }];
  const deliveries = () => listInboundDeliveries(firm.apiKey, id);
  expect(await deliveries()).toMatchObject([{ outcome: "created", omitted }]);
  await deliver(secret, { ...GRACE, value: 8 });
  await deliver(secret, { ...GRACE, case_type: "Tax", value: "much" });
  expect(await read()).toEqual({ case_type: "Family", value: 8 });
  expect(await deliveries()).toMatchObject([
    { outcome: "duplicate", omitted: [...omitted, { field: "data.value" }] },
    { outcome: "updated", omitted: [] },
    { outcome: "created", omitted },
  ]);
});

it("a source rejects values that do not fit by default", async () => {
  const created = await firm.send(createSource, { body: { key: "form", name: "Form" } });
  expect(created.body.invalid_data).toBe("reject");
  const params = { id: created.body.id };
  const changed = await firm.send(updateSource, { params, body: { invalid_data: "omit" } });
  expect([changed.status, changed.body.invalid_data]).toEqual([200, "omit"]);
  const wrong = await firm.send(updateSource, { params, body: { invalid_data: "drop" } });
  expect([wrong.status, violationFields(wrong)]).toEqual([422, ["invalid_data"]]);
});

it("creates a lead from paths, constants and fallbacks", async () => {
  const { secret } = await createTestSource(firm.apiKey, { mapping: MAPPING });
  const { status, body } = await deliver(secret, {
    no: 1,
    name: "Prince",
    mail: " ",
    contact: { mail: "p@x.io" },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  const params = { id: body.leadId };
  expect((await firm.send(getLead, { params })).body).toMatchObject({
    first_name: "Unknown",
    last_name: "Prince",
    email: "p@x.io",
    data: { case_type: "Family", value: 0 },
  });
  await deliver(secret, { no: 1, name: "Prince Rogers Nelson", worth: 7 });
  const changed = {
    first_name: "Prince Rogers",
    last_name: "Nelson",
    data: { case_type: "Family", value: 7 },
  };
  expect((await firm.send(getLead, { params })).body).toMatchObject(changed);
  const last = await deliver(secret, { no: 1, tel: "212 555 0123" });
  expect(last.body.status).toBe("updated");
  expect((await firm.send(getLead, { params })).body).toMatchObject({ ...changed, phone: "+12125550123" });
});

it.each<[unknown, string[]]>([
  [{ email: {} }, ["mapping.email"]],
  [{ email: { path: "a", paths: ["b"] } }, ["mapping.email"]],
  [{ email: { path: "a", value: "b@c.io" } }, ["mapping.email"]],
  [{ email: { value: "b@c.io", fallback: "b@c.io" } }, ["mapping.email.fallback"]],
  [{ email: { fallback: "b@c.io" } }, ["mapping.email"]],
  [{ "data.summary": { value: "x".repeat(4_001) } }, ["mapping.data.summary.value"]],
])("rejects the mapping %j", async (mapping, fields) => {
  const response = await firm.send(createSource, { body: { key: "form", name: "Form", mapping } });
  expect([response.status, violationFields(response)]).toEqual([422, fields]);
});

it("a source has no json_fields by default, and they can be replaced", async () => {
  const { id } = await createTestSource(firm.apiKey);
  const get = async () => (await firm.send(getSource, { params: { id } })).body;
  const patch = (json_fields: unknown) => firm.send(updateSource, { params: { id }, body: { json_fields } });
  expect(await get()).toMatchObject({ json_fields: [], version: 1 });
  const changed = await patch([" rawRequest ", "answers[0].value"]);
  expect(changed.body).toMatchObject({ json_fields: ["rawRequest", "answers[0].value"], version: 2 });
  expect(await get()).toEqual(changed.body);
  expect((await patch(["rawRequest", "answers[0].value"])).body.version).toBe(2);
  expect((await patch([])).body).toMatchObject({ json_fields: [], version: 3 });
});
