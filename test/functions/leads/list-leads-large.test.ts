import { beforeAll, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const LEADS = 120;
const LAMBDA_RESPONSE_BYTES = 6 * 1024 * 1024;
let key: string;
beforeAll(async () => {
  const { firmId, apiKey } = await newFirm(table);
  key = apiKey;
  // As much data as a lead may have, in characters of three bytes each.
  const data = { summary: "\u20ac".repeat(21_000) };
  for (let count = 0; count < LEADS; count++) await putLead(table, firmId, { data });
});

it("a page of large leads stays below what a function can return", async () => {
  const { status, body } = await call(handler, { key, query: { limit: "200" } });
  expect(status).toBe(200);
  expect(body.next_cursor).not.toBeNull();
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(LAMBDA_RESPONSE_BYTES);
});

it("every large lead is on exactly one page", async () => {
  const pages = await readAllPages(handler, { key, limit: 200 });
  const ids = pages.flat().map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([LEADS, LEADS]);
  for (const page of pages) {
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(LAMBDA_RESPONSE_BYTES);
  }
});
