import { readFileSync, renameSync, type WriteFileOptions, writeFileSync } from "node:fs";
import type * as z from "zod";

/** Returns the folder of a local service's data, where it registers itself. */
export const localDirectory = () => process.env.INTAKE_LOCAL_DIR?.trim() || ".local";

/** @returns undefined if the file is missing or malformed */
export const readStateFile = <Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | undefined => {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
};

/** Replaces the file atomically: a kill leaves the old contents or the new ones. */
export const writeStateFile = (file: string, contents: string, options: WriteFileOptions = {}) => {
  writeFileSync(`${file}.new`, contents, options);
  renameSync(`${file}.new`, file);
};
