import { InvalidArgumentError } from "commander";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord } from "./output.ts";
import { type RestorePoint, restoreTable } from "./restore-table.ts";

type Options = OperatorOptions & { readonly at: RestorePoint; readonly to: string };

const parseInstant = (text: string): RestorePoint => {
  if (text === "latest") return text;
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(instant.getTime()))
    throw new InvalidArgumentError("It must be an instant such as 2026-11-22T08:30:00Z, or latest.");
  return instant;
};

const parseTableName = (text: string) => {
  if (!/^[\w.-]{3,255}$/.test(text)) throw new InvalidArgumentError("It must be a name of a table.");
  return text;
};

const restore = async (options: Options) => {
  const from = await openTable(options);
  if (options.to === from.name) throw new Error("--to must name a new table");
  const onProgress = (line: string) => console.error(line);
  const to = { client: from.client, name: options.to };
  printRecord(await restoreTable({ from, to, at: options.at, onProgress }), options);
};

export const backupRestoreCommand = () =>
  operatorCommand({
    usage: "restore",
    description: "restore the table as it was at an instant, as a new table; the stack stays as it is",
    examples: ["--at 2026-11-22T08:30:00Z --to intake-prod-restored --table <TableName>"],
  })
    .requiredOption("--at <instant>", "the instant, within the last 35 days, or latest", parseInstant)
    .requiredOption(
      "--to <name>",
      "the new table; one that exists is only prepared and compared",
      parseTableName,
    )
    .action(restore);
