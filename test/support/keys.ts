import { expect } from "@jest/globals";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import type { Scope } from "../../shared/contract/scopes.ts";
import { call } from "./http-call.ts";

export type MadeKey = { readonly id: string; readonly secret: string };

/** A key made over the API by another one, which holds its scopes. */
export const makeKey = async (
  by: string,
  scopes: readonly Scope[],
  others: Record<string, unknown> = {},
): Promise<MadeKey> => {
  const { status, body } = await call(createKey, { key: by, body: { name: "Made", scopes, ...others } });
  expect(status).toBe(201);
  return { id: body.id, secret: body.key };
};
