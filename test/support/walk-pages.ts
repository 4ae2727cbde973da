import { expect } from "@jest/globals";
import { type Call, call } from "./http-call.ts";

type Listed = { readonly id: string };

/** A list's pages, from the first to the one without a next cursor. */
export const walkPages = async (
  handler: Parameters<typeof call>[0],
  { key, limit }: { key: string; limit: number },
): Promise<Listed[][]> => {
  const pages: Listed[][] = [];
  let query: Call["query"] = { limit: String(limit) };
  while (query !== undefined) {
    const { status, body } = await call(handler, { key, query });
    expect(status).toBe(200);
    pages.push(body.data);
    query = body.next_cursor === null ? undefined : { limit: String(limit), cursor: body.next_cursor };
  }
  return pages;
};
