import { expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { createdAtMilliseconds } from "../../shared/runtime/record-id.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

it("a firm's id is a UUIDv7 of its creation", async () => {
  const before = Date.now();
  const { firmId } = await newFirm(table);
  expect(firmId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(createdAtMilliseconds(firmId)).toBeGreaterThanOrEqual(before);
  expect(createdAtMilliseconds(firmId)).toBeLessThanOrEqual(Date.now());
});

it("an older firm, whose id is a UUIDv4, works as before", async () => {
  const id = v4();
  const { apiKey: key } = await newFirm(table, { id });
  expect((await call(getFirm, { key })).body).toMatchObject({ id });
  expect((await call(createLead, { key, body: ADA })).status).toBe(201);
});
