import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Command } from "commander";
import { operatorProgram } from "../../../lib/operator/commands.ts";
import { runForRows } from "../../support/operator.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
const guide = read("operations.md");
const runbooks = read("runbooks.md");

/** Returns every command that does something, with its name after the program's. */
const leavesOf = (command: Command, path = ""): { readonly name: string; readonly command: Command }[] =>
  command.commands.length === 0
    ? [{ name: path, command }]
    : command.commands.flatMap((each) => leavesOf(each, `${path} ${each.name()}`.trimStart()));

/** Returns the output of `--help`. */
const helpOf = (command: Command) => {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
};

const leaves = leavesOf(operatorProgram);
const commands = leaves.map(({ name }) => name);

const examplesIn = (text: string) =>
  [...text.matchAll(/^ *npm run operator -- (.+)$/gm)].map(([, line = ""]) => line);

describe("the help", () => {
  it.each(leaves)("of $name has examples", ({ name, command }) => {
    const examples = examplesIn(helpOf(command));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(`${example} `).toContain(`${name} `);
  });

  it("names the default service, for all commands and for each", () => {
    for (const command of [operatorProgram, ...leaves.map((each) => each.command)])
      expect(helpOf(command)).toMatch(/Without --stage and --table, .* the local service .* folder \S+\.\n$/);
  });
});

const [ONE, OTHER] = ["019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50", "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c51"];

describe("an option that is given twice", () => {
  it.each([
    ["--lead <lead>", "dead-letters drop", ["--lead", ONE, "--lead", OTHER]],
    ["--scopes <scopes>", "key create", [ONE, "--scopes", "leads:read", "--scopes=leads:write"]],
    ["--email <email>", "lead find", [ONE, "--email", "a@example.com", "--email", "a@example.com"]],
    ["--hours <number>", "request", [ONE, "--hours", "24", "--hours", "48"]],
    ["--stage <name>", "firm list", ["--stage", "staging", "--stage", "prod"]],
    ["--confirm <text>", "firm erase", [ONE, "--confirm", "One", "--confirm", "Other"]],
  ])("is refused by its name: %s", async (option, command, input) => {
    const { error } = await runForRows(command, ...input);
    expect(error).toBe(`error: option '${option}' can be given only once`);
  });

  it("is accepted where it takes a list", async () => {
    const ids = ["--id", "one", "--id", "other"];
    const { error } = await runForRows("dead-letters drop", "unknown", ...ids);
    expect(error).toMatch("too many arguments");
  });
});

describe("the guides operations and runbooks", () => {
  it("name only commands that exist", () => {
    const nouns = operatorProgram.commands
      .filter((each) => each.commands.length > 0)
      .map((each) => each.name());
    const pattern = new RegExp(`(?:\`|operator -- )((?:${nouns.join("|")}) [a-z][a-z-]+)`, "g");
    const named = [...`${guide}${runbooks}`.matchAll(pattern)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  });
});
