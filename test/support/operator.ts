import { jest } from "@jest/globals";
import type { Command } from "commander";
import type { Table } from "../../shared/storage/dynamodb/table.ts";

/** Runs a command of the operator on the table and returns the lines that it prints on stdout. */
export const runCommand = async (table: Table, command: Command, ...input: string[]): Promise<string[]> => {
  const lines: string[] = [];
  const log = jest.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line);
  });
  try {
    await command.parseAsync([...input, "--table", table.name], { from: "user" });
  } finally {
    log.mockRestore();
  }
  return lines;
};

/** The same with `--json`, and the result parsed. */
export const runForJson = async (table: Table, command: Command, ...input: string[]) =>
  JSON.parse((await runCommand(table, command, ...input, "--json")).join("\n"));
