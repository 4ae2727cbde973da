import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { AwsError } from "../host/aws-call.ts";
import { hasErrorCode } from "../host/start-error.ts";
import { writeStateFile } from "../host/state-file.ts";
import { nameFromArn } from "../template/resource-names.ts";

type BucketStoreOptions = {
  readonly directory: string;
  readonly bucketNames: readonly string[];
  readonly log: (line: string) => void;
};

type StoredObject = { readonly key: string; readonly modifiedAt: Date; readonly bytes: number };

/** The declared buckets, each a folder with a file for each object. Every call throws AwsError for any other bucket. */
export class BucketStore {
  readonly #options: BucketStoreOptions;

  constructor(options: BucketStoreOptions) {
    this.#options = options;
  }

  put(bucketArn: string, key: string, body: string) {
    const name = nameFromArn(bucketArn);
    const file = this.#fileOf(name, key);
    mkdirSync(dirname(file), { recursive: true });
    writeStateFile(file, body);
    this.#options.log(`s3  ${name}  ${key}`);
  }

  /** Every object, ordered by key. */
  list(bucket: string): StoredObject[] {
    const folder = this.#folderOf(bucket);
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".new"))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const { mtime: modifiedAt, size: bytes } = statSync(file);
        return { key: relative(folder, file), modifiedAt, bytes };
      })
      .sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** @throws AwsError if there is no such object */
  get(bucket: string, key: string): string {
    try {
      return readFileSync(this.#fileOf(bucket, key), "utf8");
    } catch (error) {
      if (!hasErrorCode(error, "ENOENT")) throw error;
      throw new AwsError("NoSuchKey", "The specified key does not exist.");
    }
  }

  /** Succeeds also if there is no such object, as S3 does. */
  delete(bucket: string, key: string) {
    rmSync(this.#fileOf(bucket, key), { force: true });
  }

  #folderOf(bucket: string) {
    const { directory, bucketNames } = this.#options;
    if (bucketNames.includes(bucket)) return join(directory, bucket);
    throw new AwsError("NoSuchBucket", `There is no bucket ${bucket}.`);
  }

  #fileOf(bucket: string, key: string) {
    const folder = this.#folderOf(bucket);
    const file = join(folder, key);
    if (relative(folder, file).startsWith(".."))
      throw new AwsError("NoSuchKey", "A key may not leave its bucket.");
    return file;
  }
}
