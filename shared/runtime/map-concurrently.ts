/** Returns the results in order, with at most `limit` actions running at a time. */
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

/** Runs every action, even after a failure. Returns the results in order, and the faults. */
export const settleConcurrently = async <Entry, Result>(
  entries: readonly Entry[],
  limit: number,
  action: (entry: Entry, index: number) => Promise<Result>,
): Promise<{ readonly results: Result[]; readonly faults: unknown[] }> => {
  const faults: unknown[] = [];
  const results = await mapConcurrently(entries, limit, async (entry, index) => {
    try {
      return { succeeded: [await action(entry, index)] };
    } catch (error) {
      faults.push(error);
      return { succeeded: [] };
    }
  });
  return { results: results.flatMap(({ succeeded }) => succeeded), faults };
};
