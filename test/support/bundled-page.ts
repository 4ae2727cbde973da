import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import type { publicPage } from "../../shared/api/public-page.ts";
import { httpEvent, lambdaContext } from "./http-call.ts";

/** Bundles a page for its function. Returns the folder of its files, and what the function answers for each. */
export const useBundledPage = (
  bundle: (folder: string) => unknown,
  handler: ReturnType<typeof publicPage>,
) => {
  const directory = mkdtempSync(join(tmpdir(), "intake-page-"));
  const folder = join(directory, "page");
  beforeAll(() => {
    bundle(folder);
    process.env.LAMBDA_TASK_ROOT = directory;
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const get = async (file?: string, headers?: Record<string, string>) => {
    const params = file === undefined ? undefined : { file };
    const answer = await handler(httpEvent({ headers, params }), lambdaContext());
    const bytes = Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8");
    return { ...answer, size: Buffer.byteLength(JSON.stringify(answer)), bytes };
  };
  return { folder, get };
};
