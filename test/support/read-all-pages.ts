import { expect } from "@jest/globals";
import { type ApiRequest, call } from "./http-call.ts";

type ListedRecord = { readonly id: string };

/** Reads a list page by page until next_cursor is null. */
export const readAllPages = async (
  handler: Parameters<typeof call>[0],
  { key, limit }: { key: string; limit: number },
): Promise<ListedRecord[][]> => {
  const pages: ListedRecord[][] = [];
  let query: ApiRequest["query"] = { limit: String(limit) };
  while (query !== undefined) {
    const { status, body } = await call(handler, { key, query });
    expect(status).toBe(200);
    pages.push(body.data);
    query = body.next_cursor === null ? undefined : { limit: String(limit), cursor: body.next_cursor };
  }
  return pages;
};
