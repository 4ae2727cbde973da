import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { BucketStore } from "../../../../lib/local/s3/bucket-store.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-buckets-"));
const lines: string[] = [];
const store = new BucketStore({ directory, bucketNames: ["discarded"], log: (line) => lines.push(line) });

afterAll(() => rmSync(directory, { recursive: true }));

describe("BucketStore", () => {
  it("stores an object as a file below the bucket's folder, and logs its key only", () => {
    store.put("arn:aws:s3:::discarded", "aws/lambda/some", "body");
    expect(readFileSync(join(directory, "discarded", "aws", "lambda", "some"), "utf8")).toBe("body");
    expect(lines).toEqual(["s3  discarded  aws/lambda/some"]);
  });

  it("rejects a bucket that is not declared", () => {
    expect(() => store.put("arn:aws:s3:::other", "some", "body")).toThrow("other");
  });
});
