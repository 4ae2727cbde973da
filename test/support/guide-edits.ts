import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A block of a guide: a new file, or lines to change in one. */
type Block = { readonly file: string; readonly text: string; readonly isNew: boolean };

/** Returns the blocks of a guide: those with a file's name, and the parts of those of differences. */
export const blocksOf = (guide: string): Block[] =>
  [...guide.matchAll(/^```(?:ts (\S+)|diff)\n(.*?)^```$/gms)].flatMap(([, file, text = ""]) =>
    file === undefined ? text.split(/^@@ /m).slice(1).map(changeOf) : [{ file, text, isNew: true }],
  );

const changeOf = (part: string): Block => {
  const [file = "", ...lines] = part.trimEnd().split("\n");
  return { file, text: lines.join("\n"), isNew: false };
};

/** Applies a block to a copy of the tree. */
export const applyBlock = (copy: string, { file, text, isNew }: Block) => {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, isNew ? text : changed(readFileSync(path, "utf8"), text, file), {
    flag: isNew ? "wx" : "w",
  });
};

/** Adds the lines with `+` below the line above them, or at the beginning. */
const changed = (before: string, difference: string, file: string) => {
  const lines = before.split("\n");
  let place = 0;
  for (const line of difference.split("\n")) {
    if (line.startsWith("+")) lines.splice(place, 0, line.slice(1));
    else place = placeOf(lines, line.slice(1), { place, file });
    place += 1;
  }
  return lines.join("\n");
};

type Position = { readonly place: number; readonly file: string };

const placeOf = (lines: readonly string[], line: string, { place, file }: Position) => {
  const found = lines.indexOf(line, place);
  if (found < 0) throw new Error(`${file} lacks the line: ${line}`);
  return found;
};
