/** The results in order, with at most `limit` of the actions running at a time. */
export const mapConcurrently = async <Entry, Result>(
  entries: readonly Entry[],
  limit: number,
  action: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const remaining = entries.entries();
  const work = async () => {
    for (const [index, entry] of remaining) results[index] = await action(entry, index);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
};
