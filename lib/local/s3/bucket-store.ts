import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeStateFile } from "../host/state-file.ts";
import { nameFromArn } from "../template/declared-stack.ts";

type BucketStoreOptions = {
  readonly directory: string;
  readonly bucketNames: readonly string[];
  readonly log: (line: string) => void;
};

/** The declared buckets, each a folder with a file for each object. */
export class BucketStore {
  readonly #options: BucketStoreOptions;

  constructor(options: BucketStoreOptions) {
    this.#options = options;
  }

  /** @throws Error if no such bucket is declared */
  put(bucketArn: string, key: string, body: string) {
    const { directory, bucketNames, log } = this.#options;
    const name = nameFromArn(bucketArn);
    if (!bucketNames.includes(name)) throw new Error(`There is no bucket ${name}.`);
    const file = join(directory, name, key);
    mkdirSync(dirname(file), { recursive: true });
    writeStateFile(file, body);
    log(`s3  ${name}  ${key}`);
  }
}
