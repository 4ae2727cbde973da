import type { Source } from "../../../client/src/generated.ts";
import type { Shown } from "./rules.ts";

/** Returns the sources that a lead may come from, with their names: those of the firm, and others that leads name. */
export const sourcesIn = (
  { leads }: Shown,
  sources: readonly Source[] | null,
): (readonly [value: string, name: string])[] => {
  const named = new Map([...leads.values()].map(({ lead: { source } }) => [source, source]));
  for (const { key, name } of sources ?? []) named.set(key, name);
  return [...named].sort(([, a], [, b]) => a.localeCompare(b));
};
