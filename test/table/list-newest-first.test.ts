import { describe, expect, it } from "@jest/globals";
import { type ListQuery, listNewestFirst, type Page } from "../../shared/table/list-newest-first.ts";
import type { Table } from "../../shared/table/table.ts";
import { givenTable } from "../support/given-table.ts";
import { idInOrder } from "../support/ids-in-order.ts";

type Lead = { readonly id: string; readonly number: number; readonly text: string };

const MEGABYTE = 1024 * 1024;

/** Returns a table of so many records that answers a query as DynamoDB does: up to its limit, and to a megabyte. */
const tableOf = (count: number, text = "") => {
  const items = Array.from({ length: count }, (_, number) => ({
    sk: idInOrder(number),
    number,
    text,
  })).reverse();
  const send = async ({ input }: { input: { Limit: number; ExpressionAttributeValues: object } }) => {
    const { ":sk": after } = input.ExpressionAttributeValues as { ":sk"?: string };
    const rest = items.filter(({ sk }) => after === undefined || sk < after);
    const inMegabyte = text === "" ? rest.length : Math.ceil(MEGABYTE / Buffer.byteLength(text));
    const Items = rest.slice(0, Math.min(input.Limit, inMegabyte));
    const isLast = Items.length === rest.length && Items.length < input.Limit;
    return { Items, LastEvaluatedKey: isLast ? undefined : {} };
  };
  return givenTable(send);
};

/** Reads all pages of a list. */
const readPages = async (table: Table, limit: number, matches?: ListQuery<Lead>["matches"]) => {
  const parse: ListQuery<Lead>["parse"] = ({ sk, ...item }) => ({ id: String(sk), ...item }) as Lead;
  const list = { partition: { pk: "leads" }, parse, ...(matches && { matches }) };
  const pages: (readonly Lead[])[] = [];
  for (let afterId: string | null = null; ; ) {
    const { records, lastId }: Page<Lead> = await listNewestFirst(table, list, { limit, afterId });
    pages.push(records);
    if (lastId === null) return pages;
    afterId = lastId;
  }
};

const sizes = (pages: readonly (readonly Lead[])[]) => pages.map(({ length }) => length);
const isRare = ({ number }: Lead) => number % 1_200 === 0;

describe("a list that is read page by page", () => {
  it.each([
    [1, [1, 1, 1, 1]],
    [2, [2, 2]],
    [3, [3, 1]],
    [4, [4]],
    [5, [4]],
  ])("ends with its last record: four, %d per page", async (limit, expected) => {
    expect(sizes(await readPages(tableOf(4), limit))).toEqual(expected);
  });

  it("skips and repeats no record", async () => {
    const pages = await readPages(tableOf(4_450), 200);
    expect(sizes(pages)).toEqual([...Array(22).fill(200), 50]);
    expect(pages.flat().map(({ number }) => number)).toEqual([...Array(4_450).keys()].reverse());
  });

  it.each([1, 50, 200])("has each match of a rare filter once, %d per page", async (limit) => {
    const numbers = (await readPages(tableOf(4_450), limit, isRare)).flat().map(({ number }) => number);
    expect(numbers).toEqual([3_600, 2_400, 1_200, 0]);
  });

  it("examines a bounded number of records for a page, and continues after them", async () => {
    // Three of the four are among the newest 4,000.
    expect(sizes(await readPages(tableOf(4_450), 200, isRare))).toEqual([3, 1]);
    expect(sizes(await readPages(tableOf(4_450), 200, () => false))).toEqual([0, 0]);
  });

  it("has pages below the largest answer of a function, and every large record once", async () => {
    // The most data that a lead may have, in characters of three bytes each.
    const pages = await readPages(tableOf(120, "\u20ac".repeat(21_000)), 200);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(5 * MEGABYTE);
  });
});
