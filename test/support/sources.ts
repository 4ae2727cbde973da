import { expect } from "@jest/globals";
import { handler as createSource } from "../../functions/sources/create-source.ts";
import { call } from "./http-call.ts";

export type TestSource = { readonly id: string; readonly key: string; readonly secret: string };

let serial = 0;

/** Creates a source through the API. */
export const createTestSource = async (
  by: string,
  changes: Record<string, unknown> = {},
): Promise<TestSource> => {
  const body = { key: `source-${serial++}`, name: "Form", ...changes };
  const response = await call(createSource, { key: by, body });
  expect([response.status, response.body.error]).toEqual([201, undefined]);
  return { id: response.body.id, key: response.body.key, secret: response.body.ingestion_key };
};
