import type { SourceMap } from "node:module";

/** A place in a bundle, by line and column from 1. */
const PLACE = /[^\s(]*index\.cjs:(\d+):(\d+)/g;

/** Replaces each place in the bundle that a stack trace names with the place in the source. */
export const explainStack = (stack: string, map: Pick<SourceMap, "findEntry">): string =>
  stack
    // A log line is JSON.
    .replaceAll("\\n", "\n")
    .replace(PLACE, (place, line: string, column: string) => {
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      return "originalSource" in entry
        ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : place;
    });
