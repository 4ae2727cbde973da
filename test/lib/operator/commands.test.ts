import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Command } from "commander";
import { operatorProgram } from "../../../lib/operator/commands.ts";
import { HOPS } from "../../../lib/operator/dead-letters/hops.ts";
import { headingAnchors } from "../../support/headings.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
const guide = read("operations.md");
const runbooks = read("runbooks.md");

const namesOf = (command: Command): string[] =>
  command.commands.length === 0
    ? [command.name()]
    : command.commands.flatMap((each) => namesOf(each).map((name) => `${command.name()} ${name}`));

const commands = operatorProgram().commands.flatMap(namesOf);

describe("the operations guide", () => {
  it("lists exactly the operator's commands", () => {
    const lines = [...guide.matchAll(/^npm run operator -- (.+)$/gm)].map(([, line = ""]) => line);
    expect(lines.every((line) => commands.some((name) => line.startsWith(name)))).toBe(true);
    expect(commands.filter((name) => !lines.some((line) => line.startsWith(name)))).toEqual([]);
  });

  it("names each hop of dead letters, with its runbook and commands of its name", () => {
    const anchors = headingAnchors(runbooks);
    for (const { name, runbook } of HOPS) {
      expect(anchors).toContain(runbook);
      expect(runbooks).toContain(`dead-letters replay ${name}`);
    }
    const named = [...`${guide}${runbooks}`.matchAll(/dead-letters (?:list|replay|drop) ([A-Z]\w+)/g)].map(
      ([, hop]) => hop,
    );
    expect(HOPS.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });
});
