import { Button, Notice } from "../parts.tsx";
import { t } from "../texts.ts";
import type { List } from "./lists.ts";

/** Says that a list could not be read, in place of it. */
export const Unread = <Item,>({ list }: { readonly list: List<Item> }) =>
  list.isFailed.value ? (
    <Notice kind="warn">
      <p>{t().lead.listUnread}</p>
      <Button onClick={list.load}>{t().lead.tryAgain}</Button>
    </Notice>
  ) : null;
