import * as z from "zod";
import { readStateFile, writeStateFile } from "../host/state-file.ts";

const position = z.object({
  streamArn: z.string(),
  shards: z.record(
    z.string(),
    z.object({ after: z.string().optional(), finished: z.boolean().default(false) }),
  ),
});

/** A mapping's progress: the last processed record of each shard. */
export type StreamPosition = z.output<typeof position>;

/** @returns undefined if the file is missing or malformed */
export const loadPosition = (file: string): StreamPosition | undefined => readStateFile(file, position);

export const savePosition = (file: string, value: StreamPosition) =>
  writeStateFile(file, JSON.stringify(value));
