import { jest } from "@jest/globals";
import type { Command } from "commander";
import { operatorProgram } from "../../lib/operator/commands.ts";
import type { Table } from "../../shared/table/table.ts";

/** Makes a command throw its refusals, instead of printing them and ending the process. */
const throwRefusals = (command: Command): void => {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(throwRefusals);
};
throwRefusals(operatorProgram);

/**
 * Runs a command, such as `firm list`.
 * @returns the lines that it prints on stdout, and its error if it fails
 */
const run = async (command: string, input: readonly string[]) => {
  const lines: string[] = [];
  const log = jest.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line);
  });
  try {
    await operatorProgram.parseAsync([...command.split(" "), ...input], { from: "user" });
    return { lines, error: null };
  } catch (error) {
    return { lines, error };
  } finally {
    log.mockRestore();
  }
};

/** Runs a command on the table and returns the lines that it prints on stdout. */
export const runCommand = async (table: Table, command: string, ...input: string[]): Promise<string[]> => {
  const { lines, error } = await run(command, [...input, "--table", table.name]);
  if (error !== null) throw error;
  return lines;
};

/** Runs a command on the table with `--json`, and parses its result. */
export const runForJson = async (table: Table, command: string, ...input: string[]) =>
  JSON.parse((await runCommand(table, command, ...input, "--json")).join("\n"));

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a command on the hosted service, or on the target in `input`.
 * @returns its rows, and the message of its error
 */
export const runForRows = async (command: string, ...input: string[]) => {
  const { lines, error } = await run(command, [...input, "--json"]);
  const rows: Row[] = JSON.parse(lines.join("\n") || "[]");
  return { rows, error: error instanceof Error ? error.message : null };
};
