import type { Download } from "../../shared/calendars/feed-download.rules.ts";
import { type FeedDependencies, readFeed } from "../../shared/calendars/read-feed.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { feedKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { readItem } from "./read-item.ts";

/** An event: its first and last instant, and its UID. */
export type FeedEvent = readonly [start: Date, end: Date, uid?: string];

const instantText = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

/** Returns a calendar file with these events. */
export const calendarFile = (events: readonly FeedEvent[], comment = "") =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Example//${comment}//EN`,
    ...events.flatMap(([start, end, uid], index) => [
      "BEGIN:VEVENT",
      `UID:${uid ?? `event-${index}@example.com`}`,
      `DTSTART:${instantText(start)}`,
      `DTEND:${instantText(end)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

export const changed = (file: string, validators: object = {}): Download => ({
  result: "changed",
  file: Buffer.from(file),
  etag: "",
  lastModified: "",
  ...validators,
});

type Id = { readonly firmId: FirmId; readonly attorneyId: string; readonly id: string };

/** Returns the item of a feed. */
export const feedItem = async (table: Table, { firmId, attorneyId, id }: Id) => {
  const item = await readItem(table, feedKey(firmId, attorneyId, id));
  return item as Record<string, ReturnType<typeof JSON.parse>> | undefined;
};

/** Reads a feed as `fetch-feed` does, with a given download and clock. */
export const reading = async (
  table: Table,
  id: Id,
  download: Download | FeedDependencies["download"],
  { now = Date.now(), version }: { readonly now?: number; readonly version?: number } = {},
) => {
  const stored = await feedItem(table, id);
  const dependencies: FeedDependencies = {
    table,
    download: typeof download === "function" ? download : async () => download,
    now: () => now,
    random: () => 0.5,
  };
  const message = { ...id, version: version ?? stored?.version ?? 0 };
  return runInvocation({ function: "fetch-feed" }, () => readFeed(dependencies, message));
};
