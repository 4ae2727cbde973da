import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

const position = z.object({
  streamArn: z.string(),
  shards: z.record(
    z.string(),
    z.object({ after: z.string().optional(), finished: z.boolean().default(false) }),
  ),
});

/** How far a mapping has come: in each shard, the last record that is done with. */
export type StreamPosition = z.output<typeof position>;

/** @returns undefined if there is none, or none that can be read */
export const loadPosition = (file: string): StreamPosition | undefined => {
  try {
    return position.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
};

/** Replaces the file in one step: whenever the service is killed, it finds the old position or the new one. */
export const savePosition = (file: string, value: StreamPosition) => {
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
};
