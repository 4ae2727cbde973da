import type { Page } from "./list-newest-first.ts";

/**
 * Pages that several lists have for one range, as one page of their union, each record once. What a list has after its page
 * is not known, so the union ends where the first of the pages does.
 */
export const unionOfPages = <Record extends { readonly id: string }>(
  pages: readonly Page<Record>[],
  limit: number,
): Page<Record> => {
  const knownFrom = pages.reduce((newest, { lastId }) => (lastId && lastId > newest ? lastId : newest), "");
  const distinct = new Map(pages.flatMap(({ records }) => records.map((record) => [record.id, record])));
  const known = [...distinct.values()]
    .filter(({ id }) => id >= knownFrom)
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const records = known.slice(0, limit);
  return { records, lastId: (known.length > limit && records.at(-1)?.id) || knownFrom || null };
};
