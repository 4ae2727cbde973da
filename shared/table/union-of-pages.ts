import { countFitting, type Page } from "./list-newest-first.ts";

/**
 * Joins the pages of several lists for one range into one page, with each record once. The records after a page are
 * unknown, so the union ends where the first page ends.
 */
export const unionOfPages = <Record extends { readonly id: string }>(
  pages: readonly Page<Record>[],
  limit: number,
): Page<Record> => {
  const knownFrom = pages.reduce((newest, { lastId }) => (lastId && lastId > newest ? lastId : newest), "");
  const known = newestOfAll(pages.map((page) => page.records)).filter(({ id }) => id >= knownFrom);
  const records = known.slice(0, Math.min(limit, countFitting(known)));
  return { records, lastId: (known.length > records.length && records.at(-1)?.id) || knownFrom || null };
};

/** Returns the records of several lists, newest first, each once. */
export const newestOfAll = <Record extends { readonly id: string }>(
  lists: readonly (readonly Record[])[],
): Record[] => {
  const distinct = new Map(lists.flat().map((record) => [record.id, record]));
  return [...distinct.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
};
