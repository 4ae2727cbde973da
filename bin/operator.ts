import { Command } from "commander";
import { deadLetterDropCommand } from "../lib/operator/dead-letters/drop.ts";
import { deadLetterListCommand } from "../lib/operator/dead-letters/list.ts";
import { deadLetterReplayCommand } from "../lib/operator/dead-letters/replay.ts";
import { doctorCommand } from "../lib/operator/doctor/doctor.ts";
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
  commandGroup("dead-letters", "what could not be published, fanned out or delivered", [
    deadLetterListCommand(),
    deadLetterReplayCommand(),
    deadLetterDropCommand(),
  ]),
  doctorCommand(),
];

const operator = new Command("operator").description("Administer Intake");
for (const command of COMMANDS) operator.addCommand(command);

try {
  await operator.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
