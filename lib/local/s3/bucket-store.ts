import * as z from "zod";
import { type AwsCall, AwsError, type AwsResponse } from "../host/aws-call.ts";
import { nameFromArn } from "../template/resource-names.ts";

const bucketInput = z.object({ Bucket: z.string() });
const objectInput = z.object({ Key: z.string(), body: z.string() });

type StoredObject = { readonly body: string; readonly writtenAt: string };
type Bucket = Map<string, StoredObject>;

/** The declared buckets, with S3's API for the operator's commands. They end with the process. */
export class BucketStore {
  readonly #log: (line: string) => void;
  readonly #buckets: ReadonlyMap<string, Bucket>;

  constructor({ bucketNames, log }: { bucketNames: readonly string[]; log: (line: string) => void }) {
    this.#log = log;
    this.#buckets = new Map(bucketNames.map((name) => [name, new Map()]));
  }

  /** @throws AwsError if no such bucket is declared */
  put(bucketArn: string, key: string, body: string) {
    this.#get(nameFromArn(bucketArn)).set(key, { body, writtenAt: new Date().toISOString() });
    this.#log(`s3  ${nameFromArn(bucketArn)}  ${key}`);
  }

  call({ operation, request }: Pick<AwsCall, "operation" | "request">): AwsResponse {
    try {
      const bucket = this.#get(bucketInput.parse(request).Bucket);
      if (operation === "ListObjectsV2") return xmlResponse(200, listing(bucket));
      const { Key, body } = objectInput.parse(request);
      if (operation === "PutObject") bucket.set(Key, { body, writtenAt: new Date().toISOString() });
      if (operation === "DeleteObject") bucket.delete(Key);
      return { body: operation === "GetObject" ? getObject(bucket, Key) : "" };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return xmlResponse(404, `<Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`);
    }
  }

  #get(bucketName: string) {
    const bucket = this.#buckets.get(bucketName);
    if (bucket) return bucket;
    throw new AwsError("NoSuchBucket", "The specified bucket does not exist.");
  }
}

/** Lists all objects on one page. Only the host writes them, with keys that need no escaping. */
const listing = (bucket: Bucket) => {
  const contents = [...bucket].map(
    ([key, { writtenAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${writtenAt}</LastModified></Contents>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`;
};

const getObject = (bucket: Bucket, key: string) => {
  const stored = bucket.get(key);
  if (stored) return stored.body;
  throw new AwsError("NoSuchKey", "The specified key does not exist.");
};

const xmlResponse = (status: number, xml: string): AwsResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${xml}`,
});
