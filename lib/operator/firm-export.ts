import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportFirm } from "../../shared/firm/export-firm.ts";
import { operatorCommand, type WalkOptions } from "./operator-command.ts";
import { progressOf } from "./output.ts";
import { openFirm } from "./select-firms.ts";

type Options = WalkOptions & { readonly output?: string };

const exportRecords = async (options: Options, id: string) => {
  const { table, firmId } = await openFirm(id, options);
  const { output } = options;
  let records = 0;
  const lines = async function* () {
    const onScanned = progressOf((items) => `${items} items read`);
    let scanned = 0;
    for await (const page of exportFirm(table, firmId, options.onFault)) {
      yield page.records.map((record) => `${JSON.stringify(record)}\n`).join("");
      records += page.records.length;
      scanned += page.scanned;
      onScanned(scanned);
    }
  };
  if (output !== undefined) {
    await writeNewFile(output, lines);
    return { firm_id: firmId, records, file: output };
  }
  await pipeline(lines, process.stdout, { end: false });
  await flush(process.stdout);
  console.error(`${records} records exported`);
  return undefined;
};

/**
 * Writes a file that only its owner may read. Until it is complete, it has a name that no other export uses.
 * @throws Error if there is a file of the final name
 */
const writeNewFile = async (name: string, lines: () => AsyncGenerator<string>) => {
  if (existsSync(name)) throw new Error(`The file ${name} exists already.`);
  const part = `${name}.${randomUUID()}.part`;
  const file = await open(part, "wx", 0o600);
  try {
    await pipeline(lines, file.createWriteStream());
    // Takes the name, so that the renaming replaces nothing else.
    await (await open(name, "wx", 0o600)).close();
    await rename(part, name);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
};

/** Waits for the last writes to a stream that stays open. */
const flush = (stream: Writable) =>
  new Promise<void>((resolve, reject) => {
    stream.write("", (error) => (error ? reject(error) : resolve()));
  });

export const firmExportCommand = operatorCommand({
  usage: "export <firm>",
  description: "write every record of the firm as JSON lines, without secrets",
  examples: ["<firm> --output <file>"],
  run: exportRecords,
}).option("--output <file>", "a new file, instead of stdout");
