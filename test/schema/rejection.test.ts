import { expect, it } from "@jest/globals";
import { listInLine, problemOf, rejection } from "../../shared/schema/rejection.ts";

const MAXIMUM = 120;
const START = "Looked at ";

it.each<[string, string[], string]>([
  ["one path", ["a.b"], "Looked at a.b."],
  [
    "paths that fill the line",
    ["a".repeat(50), "b".repeat(48)],
    `Looked at ${"a".repeat(50)}, ${"b".repeat(48)}.`,
  ],
  [
    "paths that are longer than the line",
    ["a".repeat(50), "b".repeat(50)],
    `Looked at ${"a".repeat(50)} and more.`,
  ],
  ["a longer path by its end", [`${"a".repeat(200)}.email`], `Looked at …${"a".repeat(93)}.email.`],
  [
    "a path that begins within a character",
    [`${"a".repeat(9)}😀${"b".repeat(99)}`],
    `Looked at …${"b".repeat(99)}.`,
  ],
])("lists %s", (_title, paths, expected) => {
  expect(listInLine(START, paths)).toBe(expected);
});

it.each([["a".repeat(300)], ["a ".repeat(150)], ["a, ".repeat(100)], [`${"a".repeat(119)} b`]])(
  "keeps a sentence and a list of paths in a line: %s",
  (text) => {
    expect(problemOf({ field: "email", message: text }).sentence.length).toBeLessThanOrEqual(MAXIMUM);
    expect(listInLine(START, [text, text]).length).toBeLessThanOrEqual(MAXIMUM);
  },
);

it.each([1, 2, 3, 4, 50])(
  "keeps the message of %i problems in a line, and counts those that it leaves out",
  (count) => {
    const problem = problemOf({ field: "email", message: "must have at most 254 characters" });
    const { message, details } = rejection(Array.from({ length: count }, () => problem));
    const shown = message.split(problem.sentence).length - 1;
    const counted = Number(/And (\d+) more, see details\.$/.exec(message)?.[1] ?? 0);
    expect([shown + counted, details?.length]).toEqual([count, count]);
    expect(message.length).toBeLessThanOrEqual(MAXIMUM);
  },
);
