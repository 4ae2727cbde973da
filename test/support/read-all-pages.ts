import { expect } from "@jest/globals";
import { type ApiRequest, call } from "./http-call.ts";

type Request = ApiRequest & { readonly limit: number };

/** Reads a list page by page until next_cursor is null. */
export const readAllPages = async <Listed extends { readonly id: string }>(
  handler: Parameters<typeof call>[0],
  { limit, query, ...request }: Request,
): Promise<Listed[][]> => {
  const pages: Listed[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = { ...query, limit: String(limit), ...(cursor && { cursor }) };
    const { status, body } = await call(handler, { ...request, query: page });
    expect([status, body.data.length <= limit]).toEqual([200, true]);
    pages.push(body.data);
    cursor = body.next_cursor;
  }
  return pages;
};
