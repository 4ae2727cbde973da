import { Command } from "commander";
import { localDirectory } from "../local/host/state-file.ts";
import { alarmsTestCommand } from "./alarms-test.ts";
import { backupCompareCommand } from "./backup-compare.ts";
import { backupRestoreCommand } from "./backup-restore.ts";
import { consultationCancelCommand, webhookDeleteCommand } from "./consultations.ts";
import { backupContinueCommand } from "./continue-logs.ts";
import { DEAD_LETTER_COMMANDS } from "./dead-letters/commands.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { firmEraseCommand } from "./firm-erase.ts";
import { firmExportCommand } from "./firm-export.ts";
import { sourcesRejectedCommand, usageCommand, webhooksFailingCommand } from "./firm-reports.ts";
import { FIRM_COMMANDS } from "./firms.ts";
import { KEY_COMMANDS, LINK_COMMANDS } from "./keys.ts";
import { leadImportCommand } from "./lead-import.ts";
import { LEAD_COMMANDS } from "./leads.ts";
import {
  feedDeleteCommand,
  memberDeactivateCommand,
  memberSignInCommand,
  memberSignOutCommand,
} from "./members.ts";
import { requestCommand } from "./request.ts";

/** Groups the commands of a noun. */
const group = (name: string, description: string, commands: readonly Command[]) => {
  const noun = new Command(name).description(description);
  for (const command of commands) noun.addCommand(command);
  return noun;
};

const COMMANDS = [
  group("firm", "firms", [...FIRM_COMMANDS, firmExportCommand, firmEraseCommand]),
  group("key", "keys of a firm", KEY_COMMANDS),
  group("lead", "leads of a firm", [...LEAD_COMMANDS, leadImportCommand]),
  group("consultation", "consultations of a firm", [consultationCancelCommand]),
  group("member", "members of a firm", [memberSignInCommand, memberSignOutCommand, memberDeactivateCommand]),
  group("feed", "calendars that the service reads", [feedDeleteCommand]),
  group("link", "links of clients", LINK_COMMANDS),
  group("webhooks", "endpoints of firms", [webhooksFailingCommand, webhookDeleteCommand]),
  group("sources", "sources of leads", [sourcesRejectedCommand]),
  requestCommand,
  usageCommand,
  group("backup", "backups of the table", [
    backupRestoreCommand,
    backupCompareCommand,
    backupContinueCommand,
  ]),
  doctorCommand,
  group("alarms", "alarms of a stage", [alarmsTestCommand]),
  group(
    "dead-letters",
    "records and events that could not be published, fanned out or delivered",
    DEAD_LETTER_COMMANDS,
  ),
];

/** The operator's program, with every command. */
export const operatorProgram = new Command("operator").description("Administer Intake").addHelpText(
  "afterAll",
  () => `
Without --stage and --table, a command works on the local service that runs on the folder ${localDirectory()}.`,
);
for (const command of COMMANDS) operatorProgram.addCommand(command);
