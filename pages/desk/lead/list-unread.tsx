import { Unread } from "../parts.tsx";
import { t } from "../texts.ts";
import type { List } from "./lists.ts";

/** Says that a list could not be read, in place of it. */
export const ListUnread = <Item,>({ list }: { readonly list: List<Item> }) =>
  list.isFailed.value ? <Unread text={t().lead.listUnread} onRetry={list.load} /> : null;
