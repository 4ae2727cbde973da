import { Command } from "commander";
import { backupRestoreCommand } from "./backup-restore.ts";
import {
  deadLetterDropCommand,
  deadLetterListCommand,
  deadLetterReplayCommand,
} from "./dead-letters/commands.ts";
import { localDirectory } from "./deployment.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { firmEraseCommand } from "./firm-erase.ts";
import { firmExportCommand } from "./firm-export.ts";
import { sourcesRejectedCommand, usageCommand, webhooksFailingCommand } from "./firm-reports.ts";
import {
  firmCreateCommand,
  firmDisableCommand,
  firmEnableCommand,
  firmFindCommand,
  firmLimitCommand,
  firmListCommand,
  firmShowCommand,
} from "./firms.ts";
import { keyFindCommand, keyListCommand, keyRevokeCommand } from "./keys.ts";
import { leadEraseCommand, leadFindCommand } from "./leads.ts";
import { linkListCommand, linkRevokeCommand } from "./links.ts";
import { commandGroup } from "./operator-command.ts";
import { requestCommand } from "./request.ts";

/** Every command of the operator. */
export const operatorProgram = () => {
  const program = new Command("operator")
    .description("Administer Intake")
    .addHelpText("afterAll", DEFAULT_SERVICE);
  const commands = [
    commandGroup("firm", "firms", [
      firmCreateCommand(),
      firmListCommand(),
      firmFindCommand(),
      firmShowCommand(),
      firmDisableCommand(),
      firmEnableCommand(),
      firmLimitCommand(),
      firmExportCommand(),
      firmEraseCommand(),
    ]),
    commandGroup("key", "keys of a firm", [keyListCommand(), keyFindCommand(), keyRevokeCommand()]),
    commandGroup("lead", "leads of a firm", [leadFindCommand(), leadEraseCommand()]),
    commandGroup("link", "links of clients", [linkListCommand(), linkRevokeCommand()]),
    commandGroup("webhooks", "endpoints of firms", [webhooksFailingCommand()]),
    commandGroup("sources", "where leads come in from", [sourcesRejectedCommand()]),
    requestCommand(),
    usageCommand(),
    commandGroup("backup", "backups of the table", [backupRestoreCommand()]),
    doctorCommand(),
    commandGroup("dead-letters", "what could not be published, fanned out or delivered", [
      deadLetterListCommand(),
      deadLetterReplayCommand(),
      deadLetterDropCommand(),
    ]),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
};

/** Said in the help of the program and of every command. */
const DEFAULT_SERVICE = () => `
Without --stage and --table, a command works on the local service that runs on the folder ${localDirectory()}.`;
