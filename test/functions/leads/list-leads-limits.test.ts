import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { newLead, putLead } from "../../support/leads.ts";
import { putItems } from "../../support/put-items.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const LEADS = 4_450;
/** Every 1,200th lead matches the rare filter. */
const RARE_INTERVAL = 1_200;
const firm = useFirm(table, beforeAll);
beforeAll(async () => {
  const items = Array.from({ length: LEADS }, (_, index) =>
    leadToItem(
      firm.firmId,
      newLead({
        id: idInOrder(index),
        source: index % RARE_INTERVAL === 0 ? "rare" : "website",
        stage: index < 4 ? "lost" : "new",
      }),
      changeAt(1),
    ),
  );
  await putItems(table, items);
});

type Page = { data: { id: string }[]; next_cursor: string | null };

const page = async (query: Record<string, string>): Promise<Page> =>
  (await firm.send(handler, { query })).body;

const readPages = (query: Record<string, string>, limit = 200) =>
  readAllPages(handler, { key: firm.apiKey, query, limit });

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

  it.each(["", " ", "9".repeat(400), ..."0 201 -1 1.5 abc 1e2 0x10 +5 10,20 ９ 1000 NaN".split(" ")])(
    "falls back to 50 for %j",
    async (limit) => {
      expect((await page({ limit })).data).toHaveLength(50);
    },
  );
});

describe("the last page", () => {
  it.each([
    [1, [1, 1, 1, 1]],
    [2, [2, 2]],
    [3, [3, 1]],
    [4, [4]],
    [5, [4]],
  ])("alone has a null next_cursor: four leads, %d per page", async (limit, sizes) => {
    const pages = await readPages({ status: "lost" }, limit);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
  });

  it("holds the remaining leads; no lead is skipped or repeated", async () => {
    const pages = await readPages({});
    const ids = pages.flat().map(({ id }) => id);
    expect(pages.map(({ length }) => length)).toEqual([...Array(22).fill(200), 50]);
    expect([new Set(ids).size, ids]).toEqual([LEADS, [...ids].sort().reverse()]);
  });
});

describe("reading all pages with a rare filter", () => {
  it.each([
    ["source", 200, { source: "rare" }],
    ["source, one at a time", 1, { source: "rare" }],
    ["source within a stage", 50, { source: "rare", status: "new" }],
  ])("returns every matching lead once, although pages are not full: %s", async (_, limit, query) => {
    const ids = (await readPages(query, limit)).flat().map(({ id }) => id);
    const expected =
      "status" in query ? Math.floor(LEADS / RARE_INTERVAL) : Math.floor(LEADS / RARE_INTERVAL) + 1;
    expect([ids.length, new Set(ids).size]).toEqual([expected, expected]);
  });

  it("reads a bounded number of leads per page and continues at its cursor", async () => {
    const [first, ...others] = await readPages({ source: "rare" });
    // Three of the four are among the newest 4,000 of 4,450 leads.
    expect([first?.length, others.flat().length]).toEqual([3, 1]);
  });

  it("ends with an empty page when nothing matches", async () => {
    const pages = await readPages({ q: "nobody" });
    expect(pages.map(({ length }) => length)).toEqual([0, 0]);
  });
});

describe("pages of large leads", () => {
  const LARGE_LEADS = 120;
  const LAMBDA_RESPONSE_BYTES = 6 * 1024 * 1024;

  it("stay below the largest answer of a function, and contain every lead once", async () => {
    const { firmId, apiKey } = await newFirm(table);
    // The most data that a lead may have, in characters of three bytes each.
    const data = { summary: "\u20ac".repeat(21_000) };
    for (let count = 0; count < LARGE_LEADS; count++) await putLead(table, firmId, { data });
    const pages = await readAllPages(handler, { key: apiKey, limit: 200 });
    const ids = pages.flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([LARGE_LEADS, LARGE_LEADS]);
    for (const data of pages) {
      const bytes = Buffer.byteLength(JSON.stringify({ data, next_cursor: "x".repeat(100) }));
      expect(bytes).toBeLessThan(LAMBDA_RESPONSE_BYTES);
    }
  });
});
