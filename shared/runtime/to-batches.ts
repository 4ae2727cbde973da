/** In order, as many per batch as the maximum allows. */
export const batchesOf = <Entry>(entries: readonly Entry[], entriesMaximum: number): Entry[][] =>
  toBatches(entries, { entriesMaximum, bytesMaximum: Number.POSITIVE_INFINITY, bytesOf: () => 0 });

type BatchLimits<Entry> = {
  readonly entriesMaximum: number;
  readonly bytesMaximum: number;
  readonly bytesOf: (entry: Entry) => number;
};

/** In order, as many per batch as fit; an entry over the limit gets a batch of its own. */
export const toBatches = <Entry>(
  entries: readonly Entry[],
  { entriesMaximum, bytesMaximum, bytesOf }: BatchLimits<Entry>,
): Entry[][] => {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = bytesOf(entry);
    const last = batches.at(-1);
    const fits = last && last.length < entriesMaximum && bytes + size <= bytesMaximum;
    if (fits) last.push(entry);
    else batches.push([entry]);
    bytes = fits ? bytes + size : size;
  }
  return batches;
};
