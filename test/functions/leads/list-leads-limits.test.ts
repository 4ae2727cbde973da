import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { newLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const LEADS = 4_450;
/** Every 1,200th lead matches the rare filter. */
const RARE_INTERVAL = 1_200;
let key: string;

beforeAll(async () => {
  const { firmId, apiKey } = await newFirm(table);
  key = apiKey;
  const items = Array.from({ length: LEADS }, (_, index) =>
    leadToItem(
      firmId,
      newLead({
        id: newRecordId(1_764_000_000_000 + index),
        source: index % RARE_INTERVAL === 0 ? "rare" : "website",
        stage: index < 4 ? "lost" : "new",
      }),
      changeAt(1),
    ),
  );
  for (let from = 0; from < items.length; from += 25) {
    const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
});

type Page = { data: { id: string }[]; next_cursor: string | null };

const page = async (query: Record<string, string>): Promise<Page> =>
  (await call(handler, { key, query })).body;

const readPages = async (query: Record<string, string>): Promise<Page[]> => {
  const pages: Page[] = [];
  for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null)
    pages.push(await page({ ...query, ...(cursor && { cursor }) }));
  return pages;
};

describe("the page limit", () => {
  it.each([
    ["1", 1],
    ["2", 2],
    ["050", 50],
    ["199", 199],
    ["200", 200],
  ])("of %s is applied", async (limit, records) => {
    expect((await page({ limit })).data).toHaveLength(records);
  });

  it.each([
    "0",
    "201",
    "-1",
    "1.5",
    "abc",
    "",
    " ",
    "1e2",
    "0x10",
    "+5",
    "10,20",
    "９",
    "1000",
    "NaN",
    "9".repeat(400),
  ])("falls back to 50 for %j", async (limit) => {
    expect((await page({ limit })).data).toHaveLength(50);
  });

  it("is 50 by default", async () => {
    expect((await page({})).data).toHaveLength(50);
  });
});

describe("the last page", () => {
  it.each([
    [1, [1, 1, 1, 1]],
    [2, [2, 2]],
    [3, [3, 1]],
    [4, [4]],
    [5, [4]],
  ])("alone has a null next_cursor: four leads, %d per page", async (limit, sizes) => {
    const pages = await readPages({ status: "lost", limit: String(limit) });
    expect(pages.map(({ data }) => data.length)).toEqual(sizes);
  });

  it("holds the remaining leads; no lead is skipped or repeated", async () => {
    const pages = await readPages({ limit: "200" });
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(pages.map(({ data }) => data.length)).toEqual([...Array(22).fill(200), 50]);
    expect([new Set(ids).size, ids]).toEqual([LEADS, [...ids].sort().reverse()]);
  });
});

describe("reading all pages with a rare filter", () => {
  it.each([
    ["source", { source: "rare", limit: "200" }],
    ["source, one at a time", { source: "rare", limit: "1" }],
    ["source within a stage", { source: "rare", status: "new", limit: "50" }],
  ])("returns every matching lead once, although pages are not full: %s", async (_, query) => {
    const pages = await readPages(query);
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    const expected =
      "status" in query ? Math.floor(LEADS / RARE_INTERVAL) : Math.floor(LEADS / RARE_INTERVAL) + 1;
    expect([ids.length, new Set(ids).size]).toEqual([expected, expected]);
  });

  it("reads a bounded number of leads per page and continues at its cursor", async () => {
    const [first, ...others] = await readPages({ source: "rare", limit: "200" });
    // the newest 4,000 of 4,450 leads contain three of the four
    expect([first?.data.length, first?.next_cursor]).toEqual([3, expect.any(String)]);
    expect(others.flatMap(({ data }) => data)).toHaveLength(1);
  });

  it("without a match ends with an empty page", async () => {
    const pages = await readPages({ q: "nobody" });
    expect(pages.map(({ data }) => data.length)).toEqual([0, 0]);
  });
});
