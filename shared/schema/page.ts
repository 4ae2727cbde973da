import * as z from "zod/mini";
import { LIMITS } from "./limits.ts";

const pageSize = (value = "") => {
  const size = value.length <= 3 && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return size >= 1 && size <= LIMITS.pageSizeMaximum ? size : LIMITS.pageSizeDefault;
};

/** The query parameters of every list. An unusable `limit` falls back to the default. */
export const pageQuery = () => ({
  limit: z.pipe(z.optional(z.string()), z.transform(pageSize)),
  cursor: z.optional(z.string()),
});

/** The response of every list. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) });
