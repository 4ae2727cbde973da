/**
 * Returns the order in which members take turns, as indexes: one round with each member's weight in places. Counted from
 * its beginning, each member has its share of the places, to within one, after every place (Tijdeman, "The chairman
 * assignment problem", 1980).
 */
export const ringOf = (weights: readonly number[]): number[] => {
  const length = weights.reduce((sum, weight) => sum + weight, 0);
  const taken = weights.map(() => 0);
  return Array.from({ length }, (_, place) => {
    const next = nextMember(weights, taken, place + 1);
    taken[next] = (taken[next] ?? 0) + 1;
    return next;
  });
};

/**
 * Of those who have fallen behind their shares by more than the least excusable, returns the one whose next place is due
 * first. All numbers are whole: shares times the length, times `2 * members - 2`.
 */
const nextMember = (weights: readonly number[], taken: readonly number[], places: number): number => {
  const length = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = Math.max(1, 2 * weights.length - 2);
  const candidates = weights.flatMap((weight, index) => {
    const behind = scale * (weight * places - length * (taken[index] ?? 0));
    return behind >= length ? [{ index, weight, slack: (scale - 1) * length - behind }] : [];
  });
  const [first, ...others] = candidates;
  if (first === undefined) throw new Error("Nobody has fallen behind their share.");
  // Due first: slack / weight is least.
  return others.reduce((due, each) => (each.slack * due.weight < due.slack * each.weight ? each : due), first)
    .index;
};
