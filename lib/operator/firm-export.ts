import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { exportFirm } from "../../shared/operations/firm/export-firm.ts";
import { findFirm } from "../../shared/operations/firm/find-firm.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, progressOf } from "./output.ts";

type Options = OperatorOptions & { readonly output?: string };

const exportRecords = async (id: string, options: Options) => {
  const table = await openTable(options);
  const { firmId } = await findFirm(table, id);
  const onScanned = progressOf((items) => `${items} items read`);
  const { output } = options;
  const file = output === undefined ? null : createWriteStream(output, { flags: "wx", mode: 0o600 });
  if (file) await once(file, "open");
  let [records, scanned] = [0, 0];
  for await (const page of exportFirm(table, firmId)) {
    const lines = page.records.map((record) => `${JSON.stringify(record)}\n`);
    await write(file ?? process.stdout, lines.join(""));
    records += lines.length;
    scanned += page.scanned;
    onScanned(scanned);
  }
  if (file === null) return console.error(`${records} records exported`);
  file.end();
  await once(file, "close");
  printRecord({ firm_id: firmId, records, file: output }, options);
};

const write = async (stream: Writable, text: string) => {
  if (text !== "" && !stream.write(text)) await once(stream, "drain");
};

export const firmExportCommand = () =>
  operatorCommand("export <firm>", "write every record of the firm as JSON lines, without secrets")
    .option("--output <file>", "a new file, instead of stdout")
    .action(exportRecords);
