import { expect } from "@jest/globals";
import { handler as createSource } from "../../functions/sources/create-source.ts";
import { call } from "./http-call.ts";

export type MadeSource = { readonly id: string; readonly key: string; readonly secret: string };

let serial = 0;

/** A source made over the API, and its ingestion key. */
export const makeSource = async (by: string, changes: Record<string, unknown> = {}): Promise<MadeSource> => {
  const body = { key: `source-${serial++}`, name: "Form", ...changes };
  const answer = await call(createSource, { key: by, body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return { id: answer.body.id, key: answer.body.key, secret: answer.body.ingestion_key };
};
