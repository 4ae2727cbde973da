import * as z from "zod";
import { type AwsCall, AwsError, type AwsResponse } from "../host/aws-call.ts";
import type { BucketStore } from "./bucket-store.ts";

const KEYS_MAXIMUM = 1_000;

const listInput = z.object({
  Bucket: z.string(),
  prefix: z.string().default(""),
  "max-keys": z.coerce.number().int().min(0).max(KEYS_MAXIMUM).default(KEYS_MAXIMUM),
  /** The last key of the page before. */
  "continuation-token": z.string().default(""),
});
const objectInput = z.object({ Bucket: z.string(), Key: z.string() });

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const xmlResponse = (status: number, xml: string): AwsResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${xml}`,
});

const OPERATIONS: Record<string, (store: BucketStore, request: unknown) => AwsResponse> = {
  ListObjectsV2: (store, request) => {
    const { Bucket, prefix, ...page } = listInput.parse(request);
    const after = store
      .list(Bucket)
      .filter(({ key }) => key.startsWith(prefix) && key > page["continuation-token"]);
    const objects = after.slice(0, page["max-keys"]);
    const contents = objects.map(
      ({ key, modifiedAt, bytes }) =>
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes}</Size></Contents>`,
    );
    const isTruncated = after.length > objects.length;
    const token = isTruncated
      ? `<NextContinuationToken>${escapeXml(objects.at(-1)?.key ?? "")}</NextContinuationToken>`
      : "";
    return xmlResponse(
      200,
      `<ListBucketResult><Name>${Bucket}</Name><KeyCount>${objects.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join("")}</ListBucketResult>`,
    );
  },
  GetObject: (store, request) => {
    const { Bucket, Key } = objectInput.parse(request);
    return { status: 200, body: store.get(Bucket, Key) };
  },
  DeleteObject: (store, request) => {
    const { Bucket, Key } = objectInput.parse(request);
    store.delete(Bucket, Key);
    return { status: 204, body: "" };
  },
};

/** S3's API for the operator's commands: list, get and delete. */
export const callBuckets = (store: BucketStore, { operation, request }: AwsCall): AwsResponse => {
  try {
    const execute = OPERATIONS[operation];
    if (execute) return execute(store, request);
    throw new AwsError("NotImplemented", `The local service does not host s3:${operation}.`);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const { code, message } = error;
    return xmlResponse(404, `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`);
  }
};
