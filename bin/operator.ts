import { Command } from "commander";
import { backupRestoreCommand } from "../lib/operator/backup-restore.ts";
import { firmCreateCommand } from "../lib/operator/firm-create.ts";
import { firmEraseCommand } from "../lib/operator/firm-erase.ts";
import { firmExportCommand } from "../lib/operator/firm-export.ts";
import { firmListCommand, firmShowCommand } from "../lib/operator/firm-list.ts";
import { firmDisableCommand, firmEnableCommand } from "../lib/operator/firm-state.ts";
import { keyListCommand, keyRevokeCommand } from "../lib/operator/keys.ts";
import { leadEraseCommand } from "../lib/operator/lead-erase.ts";
import { commandGroup } from "../lib/operator/operator-command.ts";
import { usageCommand } from "../lib/operator/usage.ts";

const COMMANDS = [
  commandGroup("firm", "firms", [
    firmCreateCommand(),
    firmListCommand(),
    firmShowCommand(),
    firmDisableCommand(),
    firmEnableCommand(),
    firmExportCommand(),
    firmEraseCommand(),
  ]),
  commandGroup("key", "keys of a firm", [keyListCommand(), keyRevokeCommand()]),
  commandGroup("lead", "leads of a firm", [leadEraseCommand()]),
  usageCommand(),
  commandGroup("backup", "backups of the table", [backupRestoreCommand()]),
];

const operator = new Command("operator").description("Administer Intake");
for (const command of COMMANDS) operator.addCommand(command);

try {
  await operator.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
