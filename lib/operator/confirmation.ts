import type { Command } from "commander";

export type ConfirmOptions = { readonly confirm?: string };

/**
 * Makes a command that destroys something a dry run until it is confirmed.
 * @param what must be repeated, such as "the firm's id"
 */
export const withConfirmation = (command: Command, what: string): Command =>
  command.option("--confirm <text>", `do it; repeat ${what}. Without it, print what would be done`);

/** @throws when something else is confirmed */
export const isConfirmed = ({ confirm }: ConfirmOptions, expected: string, what: string): boolean => {
  if (confirm === undefined) return false;
  if (confirm.toLowerCase() !== expected.toLowerCase()) throw new Error(`--confirm must repeat ${what}`);
  return true;
};
