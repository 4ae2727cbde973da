import type { Command } from "commander";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";

export type ConfirmOptions = { readonly confirm?: string };

/** Makes a command that destroys something a dry run until it is confirmed. */
export const withConfirmation = (command: Command): Command =>
  command.option("--confirm <firm>", "do it; repeat the firm's id. Without it, print what would be done");

/** @throws when another firm is confirmed */
export const isConfirmed = ({ confirm }: ConfirmOptions, firmId: FirmId): boolean => {
  if (confirm === undefined) return false;
  if (confirm.toLowerCase() !== firmId) throw new Error("--confirm must repeat the firm's id");
  return true;
};
