import * as z from "zod/mini";
import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import { lazy } from "../schema/zod.ts";
import { newKeyCheck } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import { type RecordRef, readRecord } from "../table/read-records.ts";
import { apiKeyRecordKey, calendarLinksKey, sha256 } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import { unchanged } from "../table/update-item.ts";
import type { CalendarLink, CalendarLinks } from "./calendar-link.rules.ts";

const linksItem = lazy(() =>
  z.object({
    version: z.number(),
    links: z.array(z.object({ id: z.string(), showsNames: z.boolean(), sha256: z.string() })),
  }),
);

/** Reads the calendar links of a member. One item has all of them, so that their number has an exact limit. */
export const calendarLinksRecord = (firm: FirmId, memberId: string): RecordRef<CalendarLinks> => ({
  key: calendarLinksKey(firm, memberId),
  parse: (item) => ({ memberId, ...linksItem().parse(item ?? { version: 0, links: [] }) }),
});

/** Reads pages of the same links, newest first. */
export const calendarLinkPage =
  (firm: FirmId, memberId: string) =>
  async (table: Table, { limit, afterId }: PageRange): Promise<Page<CalendarLink>> => {
    const { links } = await readRecord(table, calendarLinksRecord(firm, memberId));
    const records = afterId === null ? links : links.filter(({ id }) => id < afterId);
    return unionOfPages([{ records, lastId: null }], limit);
  };

type NewCalendarLink = {
  readonly before: CalendarLinks;
  readonly secret: string;
  readonly key: KeyRecord;
};

/** Adds a link and its key, which must have its firm's marks. Requires the member's links unchanged since the read. */
export const addCalendarLink = (firm: FirmId, { before, secret, key }: NewCalendarLink): Write[] => {
  const link = { id: key.id, showsNames: key.showsNames === true, sha256: sha256(secret) };
  return [
    newKeyCheck(firm, key),
    putLinks(firm, before, [...before.links, link]),
    { New: keyToItem(secret, key) },
  ];
};

type RemovedCalendarLink = { readonly before: CalendarLinks; readonly link: CalendarLink };

/** Removes a link and its key. Requires the member's links unchanged since the read. */
export const removeCalendarLink = (firm: FirmId, { before, link }: RemovedCalendarLink): Write[] => [
  putLinks(
    firm,
    before,
    before.links.filter(({ id }) => id !== link.id),
  ),
  { Delete: { Key: apiKeyRecordKey(link.sha256) } },
];

const putLinks = (
  firm: FirmId,
  { memberId, version }: CalendarLinks,
  links: readonly CalendarLink[],
): Write => ({
  Put: {
    Item: { ...calendarLinksKey(firm, memberId), version: version + 1, links },
    ...unchanged({ version }),
  },
});
