import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Page } from "../../shared/table/list-newest-first.ts";
import { unionOfPages } from "../../shared/table/union-of-pages.ts";
import { checkProperty } from "../support/check-property.ts";

type Record = { readonly id: string };

const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 1 }));

/** Returns a page of a list as the table reads it, perhaps cut before its limit. */
const pageOf = (list: readonly string[], afterId: string | null, limit: number): Page<Record> => {
  const rest = list.filter((id) => afterId === null || id < afterId);
  const records = rest.slice(0, limit).map((id) => ({ id }));
  return { records, lastId: rest.length > limit ? (records.at(-1)?.id ?? null) : null };
};

const newestFirst = (list: readonly string[]) => [...list].sort().reverse();

describe("the union of pages", () => {
  it("contains every record of any list once, newest first, however the pages of each are cut", async () => {
    const lists = fc.array(fc.tuple(ids, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 3 });
    await checkProperty(
      fc.property(lists, fc.integer({ min: 1, max: 4 }), (each, limit) => {
        const walked: string[] = [];
        let afterId: string | null = null;
        do {
          const pages = each.map(([list, cut]) => pageOf(newestFirst(list), afterId, Math.min(cut, limit)));
          const { records, lastId } = unionOfPages<Record>(pages, limit);
          expect(records.length).toBeLessThanOrEqual(limit);
          walked.push(...records.map(({ id }) => id));
          afterId = lastId;
        } while (afterId !== null);
        expect(walked).toEqual(newestFirst([...new Set(each.flatMap(([list]) => list))]));
      }),
      500,
    );
  });

  it("continues after the records that a rare filter has examined without a match", () => {
    const examined: Page<Record> = { records: [], lastId: "c" };
    expect(unionOfPages([examined, { records: [{ id: "b" }], lastId: null }], 2)).toEqual(examined);
  });

  it("ends at one megabyte, as the page of a list does", () => {
    const page = (names: string[]): Page<Record> => ({
      records: names.map((id) => ({ id, text: "x".repeat(600_000) })),
      lastId: null,
    });
    const { records, lastId } = unionOfPages([page(["f", "d"]), page(["e", "c"])], 4);
    expect([records.map(({ id }) => id), lastId]).toEqual([["f", "e"], "e"]);
  });

  it("of no lists is empty", () => {
    expect(unionOfPages([], 2)).toEqual({ records: [], lastId: null });
  });
});
