import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import type { Deployment } from "../deployment.ts";
import type { StoredLetter } from "./dead-letter.ts";

/** Reads every object of a bucket. */
export async function* bucketLetters(
  { clientConfig }: Deployment,
  bucket: string,
): AsyncGenerator<StoredLetter> {
  const client = new S3Client(clientConfig);
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key: id = "", LastModified = new Date(0) } of Contents) {
      const object = { Bucket: bucket, Key: id };
      const { Body } = await client.send(new GetObjectCommand(object));
      yield {
        id,
        sentAt: LastModified.toISOString(),
        receiveCount: null,
        body: (await Body?.transformToString()) ?? "",
        attributes: {},
        delete: async () => {
          await client.send(new DeleteObjectCommand(object));
        },
      };
    }
}
