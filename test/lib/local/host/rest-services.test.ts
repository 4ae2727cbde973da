import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetEventSourceMappingCommand, InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DynamoDbProxy } from "../../../../lib/local/dynamodb/dynamodb-proxy.ts";
import { createAwsListener } from "../../../../lib/local/host/aws-endpoint.ts";
import { listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { Teardown } from "../../../../lib/local/host/teardown.ts";
import { FunctionPool } from "../../../../lib/local/lambda/function-pool.ts";
import { createLambdaCalls } from "../../../../lib/local/lambda/lambda-calls.ts";
import { BucketStore } from "../../../../lib/local/s3/bucket-store.ts";
import { allow, sampleFunction } from "../sample-resources.ts";

const SOURCE = `exports.handler = async (event) => {
  if (event.fails) throw new Error("Dana");
  return { got: event };
};`;

const directory = mkdtempSync(join(tmpdir(), "intake-rest-"));
const teardown = new Teardown();
const READER = sampleFunction({
  name: "Reader",
  statements: [allow("s3:*", "arn:aws:s3:::other"), allow("lambda:InvokeFunction", "arn:aws:other")],
});
const store = new BucketStore({ bucketNames: ["discarded"], log: () => {} });
let endpoint: string;

beforeAll(async () => {
  writeFileSync(join(directory, "some.cjs"), SOURCE);
  const target = sampleFunction({ module: join(directory, "some"), timeoutSeconds: 20 });
  const pool = new FunctionPool(target, { awsEndpoint: "http://127.0.0.1:1", log: () => {} });
  const notHosted = { call: () => ({}) };
  const listener = createAwsListener({
    functions: [READER],
    partitionKey: "pk",
    dynamoDb: new DynamoDbProxy("http://127.0.0.1:1"),
    events: notHosted,
    sqs: notHosted,
    lambda: createLambdaCalls({
      functionNames: ["Some"],
      invoke: (_name, payload) => pool.invoke(payload),
      lastProcessingResults: () => new Map([["mapping", "OK"]]),
    }),
    s3: store,
    log: () => {},
    onAnswered: () => {},
  });
  const server = await listenOnLoopback(listener, 0);
  teardown.add(() => rmSync(directory, { recursive: true }));
  teardown.add(() => pool.stop());
  teardown.add(() => server.stop());
  endpoint = `http://127.0.0.1:${server.port}`;
});
afterAll(() => teardown.run());

const settings = (accessKeyId = "operator") => ({
  endpoint,
  region: "local",
  credentials: { accessKeyId, secretAccessKey: "local" },
  maxAttempts: 1,
});
const lambda = (accessKeyId?: string) => new LambdaClient(settings(accessKeyId));
const s3 = (accessKeyId?: string) => new S3Client(settings(accessKeyId));

describe("Lambda at the local endpoint", () => {
  const invoke = async (event: object, FunctionName = "Some") => {
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await lambda().send(command);
    return { FunctionError, payload: JSON.parse(Payload?.transformToString() ?? "") };
  };

  it("invokes a function and waits for its result, or its error", async () => {
    expect(await invoke({ a: "ä" })).toEqual({ FunctionError: undefined, payload: { got: { a: "ä" } } });
    expect(await invoke({ fails: true })).toMatchObject({
      FunctionError: "Unhandled",
      payload: { errorType: "Error", errorMessage: expect.stringContaining("Dana") },
    });
  });

  it("rejects a function that does not exist", async () => {
    await expect(invoke({}, "Other")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  it("describes event source mappings", async () => {
    const describe = (UUID: string) => lambda().send(new GetEventSourceMappingCommand({ UUID }));
    expect(await describe("mapping")).toMatchObject({ State: "Enabled", LastProcessingResult: "OK" });
    await expect(describe("other")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  it("denies a function without the grant", async () => {
    const command = new InvokeCommand({ FunctionName: "Some", Payload: "{}" });
    await expect(lambda("Reader").send(command)).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});

describe("S3 at the local endpoint", () => {
  const Bucket = "discarded";
  const keys = ["aws/lambda/2026-11-22T01.02.03-a", "aws/lambda/b", "aws/lambda/c"];
  beforeAll(() => {
    for (const key of keys) store.put(`arn:aws:s3:::${Bucket}`, key, `{"of":"${key}"}`);
  });

  it("lists objects, with when they were written", async () => {
    const listed = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket }))
      listed.push(...Contents);
    expect(listed.map(({ Key }) => Key)).toEqual([...keys].sort());
    for (const { LastModified } of listed) expect(Date.now() - Number(LastModified)).toBeLessThan(60_000);
  });

  it("puts, gets and deletes an object", async () => {
    const [, Key = ""] = keys;
    const get = async () =>
      (await s3().send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
    expect(await get()).toBe(`{"of":"${Key}"}`);
    await s3().send(new PutObjectCommand({ Bucket, Key, Body: "other" }));
    expect(await get()).toBe("other");
    for (let n = 0; n < 2; n++) await s3().send(new DeleteObjectCommand({ Bucket, Key }));
    await expect(s3().send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: "NoSuchKey",
    });
  });

  it("rejects other buckets", async () => {
    const listOther = s3().send(new ListObjectsV2Command({ Bucket: "other" }));
    await expect(listOther).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  it("denies a function without the grant", async () => {
    const get = s3("Reader").send(new GetObjectCommand({ Bucket, Key: "aws/lambda/c" }));
    await expect(get).rejects.toThrow();
  });
});
