import type { CallInput } from "./request.ts";
import type { RequestOptions } from "./request-options.ts";

/** An operation of the client, regardless of its types. */
export type Method = (input?: CallInput, options?: RequestOptions) => Promise<unknown>;

type Page = { readonly data: readonly unknown[]; readonly next_cursor: string | null };

/** Returns the iterators of an operation that answers with pages. */
export const iterators = (call: Method) => {
  async function* pages(input: CallInput = {}, options?: RequestOptions) {
    let cursor = input.query?.cursor;
    do {
      const page = (await call({ ...input, query: { ...input.query, cursor } }, options)) as Page;
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* items(input?: CallInput, options?: RequestOptions) {
    for await (const { data } of pages(input, options)) {
      for (const item of data) {
        options?.signal?.throwIfAborted();
        yield item;
      }
    }
  }
  return { pages, items };
};
