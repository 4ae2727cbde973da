import { IntakeApiError, type Lead } from "../../../client/src/index.ts";
// Not by requests.ts, which brings what only writes need.
import { client } from "../session.ts";
import { contactOf, type Filters, queryOf } from "./filters.ts";

export type Page = { readonly data: readonly Lead[]; readonly next_cursor: string | null };

const PAGE = 50;
/** The service examines thousands of leads for a page. A rare filter may need some pages to find the newest leads. */
const PAGES_MAXIMUM = 4;

const NOTHING: Page = { data: [], next_cursor: null };

/** A text that only looks like an address or number finds nothing. */
const orNothing = (error: unknown): Page => {
  if (error instanceof IntakeApiError && error.status === 422) return NOTHING;
  throw error;
};

/** Creates what reads the leads under some filters, page by page. */
export const createReader = (filters: Filters) => {
  const contact = contactOf(filters.text);
  let isLookup = contact !== null;

  const lookUp = async (cursor: string | null): Promise<Page> => {
    const query = { ...contact, ...(cursor !== null && { cursor }) };
    return client().lookUpLeads({ query }).catch(orNothing);
  };

  const readList = async (list: string, cursor: string | null, missing = PAGE, pages = 1): Promise<Page> => {
    const page = await client().listLeads({ query: queryOf(filters, list, cursor) });
    const { data, next_cursor } = page;
    if (data.length >= missing || next_cursor === null || pages === PAGES_MAXIMUM) return page;
    const rest = await readList(list, next_cursor, missing - data.length, pages + 1);
    return { ...rest, data: [...data, ...rest.data] };
  };

  return {
    /** Reads a page: of those with the address or number that was typed, or if there are none, of a list. */
    readPage: async (list: string, cursor: string | null): Promise<Page> => {
      const found = isLookup ? await lookUp(cursor) : NOTHING;
      isLookup &&= found.data.length > 0;
      return isLookup ? found : readList(list, cursor);
    },
  };
};
