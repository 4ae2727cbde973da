/**
 * Returns the name that a misspelled one most likely means: within two edits, with the same beginning, or a usual word
 * for it. Null for none.
 */
export const nearestName = (misspelled: string, names: readonly string[]): string | null => {
  if (misspelled.length > NAME_CHARACTERS) return null;
  const text = normalized(misspelled);
  const isNear = (edits: number) => (name: string) =>
    // At most one edit for every three letters: any two short names are near each other.
    edits * 3 <= name.length && isWithin(edits, text, normalized(name));
  const isBegun = (name: string) => text.length >= BEGINNING && normalized(name).startsWith(text);
  const isMeant = (name: string) => OTHER_WORDS.get(name)?.includes(text) ?? false;
  const rules = [isNear(0), isMeant, isNear(1), isNear(2), isBegun];
  for (const rule of rules) {
    const name = names.find(rule);
    if (name !== undefined) return name;
  }
  return null;
};

/** Other words for a name, normalized. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["actor", ["actorid"]],
  ["cursor", ["nextcursor", "page", "pagetoken"]],
  ["duration_min", ["durationminutes", "minutes", "length"]],
  ["from", ["start", "startat", "startdate", "since"]],
  ["lead", ["leadid"]],
  ["limit", ["pagesize", "perpage"]],
  ["phone", ["phonenumber"]],
  ["q", ["query", "search"]],
  ["start_at", ["starttime", "startdate", "datetime"]],
  ["step_min", ["stepminutes"]],
  ["to", ["end", "endat", "enddate", "until"]],
  ["type", ["eventtype"]],
]);

/** Longer than any name. */
const NAME_CHARACTERS = 100;
const BEGINNING = 3;

/** Treats `timeZone`, `time-zone`, `time_zone` and `time_zone[]` as the same name. */
const normalized = (name: string) => name.toLowerCase().replace(/[\s_[\]-]/g, "");

/** Returns whether `edits` insertions, deletions, replacements and swaps of neighbors turn one text into the other. */
const isWithin = (edits: number, from: string, to: string): boolean => {
  if (Math.abs(from.length - to.length) > edits) return false;
  const start = firstDifference(from, to);
  if (start === to.length && start === from.length) return true;
  if (edits === 0) return false;
  const [rest, target] = [from.slice(start), to.slice(start)];
  const isSwapped = rest[0] === target[1] && rest[1] === target[0];
  return (
    isWithin(edits - 1, rest.slice(1), target.slice(1)) ||
    isWithin(edits - 1, rest, target.slice(1)) ||
    isWithin(edits - 1, rest.slice(1), target) ||
    (isSwapped && isWithin(edits - 1, rest.slice(2), target.slice(2)))
  );
};

const firstDifference = (one: string, other: string): number => {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
};
