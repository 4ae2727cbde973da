import { handler as createSource } from "../../functions/sources/create-source.ts";
import { bodyOf, call } from "./http-call.ts";

export type TestSource = { readonly id: string; readonly key: string; readonly secret: string };

let serial = 0;

/** Creates a source through the API. */
export const createTestSource = async (
  by: string,
  changes: Record<string, unknown> = {},
): Promise<TestSource> => {
  const body = { key: `source-${serial++}`, name: "Form", ...changes };
  const { id, key, ingestion_key: secret } = bodyOf(await call(createSource, { key: by, body }), 201);
  return { id, key, secret };
};
