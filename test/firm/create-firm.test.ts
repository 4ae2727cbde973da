import { expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as createMember } from "../../functions/members/create-member.ts";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { createdAtMilliseconds } from "../../shared/runtime/record-id.ts";
import { memberCountKey } from "../../shared/table/record-keys.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { readItem } from "../support/read-item.ts";
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

it("a new firm's first member counts", async () => {
  const { firmId, apiKey: key } = await newFirm(table);
  const { status } = await call(createMember, { key, body: { name: "Dana", email: "dana@example.com" } });
  expect([status, await readItem(table, memberCountKey(firmId))]).toMatchObject([201, { memberCount: 2 }]);
});
