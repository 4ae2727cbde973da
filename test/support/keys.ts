import { expect } from "@jest/globals";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import type { Scope } from "../../shared/contract/scopes.ts";
import { call } from "./http-call.ts";

export type TestKey = { readonly id: string; readonly secret: string };

/** Creates a key through the API with the key `by`, which must hold the scopes. */
export const createTestKey = async (
  by: string,
  scopes: readonly Scope[],
  fields: Record<string, unknown> = {},
): Promise<TestKey> => {
  const { status, body } = await call(createKey, { key: by, body: { name: "Test key", scopes, ...fields } });
  expect(status).toBe(201);
  return { id: body.id, secret: body.key };
};
