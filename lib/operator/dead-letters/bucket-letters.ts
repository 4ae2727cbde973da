import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import type { StoredLetter } from "./dead-letter.ts";

/** Reads every object of the bucket at this path of construct ids. */
export async function* bucketLetters(deployment: Deployment, path: string): AsyncGenerator<StoredLetter> {
  const client = new S3Client(deployment.clientConfig);
  const Bucket = physicalIdOf(deployment, "AWS::S3::Bucket", path);
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key: id = "", LastModified = new Date(0) } of Contents) {
      const object = { Bucket, Key: id };
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
