import { systemChange } from "../api/change.ts";
import { CALENDAR_SHARDS, type DueKey } from "../table/due-index.ts";
import { parseAttorneyCalendarsKey } from "../table/parse-record-keys.ts";
import { readRecord } from "../table/read-records.ts";
import { type SweepDependencies, sweepDue } from "../table/sweep-due.ts";
import { updateItem } from "../table/update-item.ts";
import { announced, newlyAnnounced } from "./busy-calendar.rules.ts";
import { announceCalendars, parseCalendars } from "./busy-calendar.store.ts";

/**
 * Emits the event of every calendar that is stale, once until a push makes it fresh. Concurrent sweeps never emit the
 * same one twice.
 * @throws the first fault, once the other calendars are done
 */
export const sweepCalendars = (dependencies: SweepDependencies): Promise<boolean> =>
  sweepDue(dependencies, { work: "calendars", shards: CALENDAR_SHARDS }, (due) =>
    announce(dependencies, due),
  );

/** Leaves calendars that have changed since the read to the next sweep. */
const announce = async ({ table, now }: SweepDependencies, { key }: DueKey): Promise<void> => {
  const attorneyId = parseAttorneyCalendarsKey(key)?.attorneyId;
  if (attorneyId === undefined) throw new Error("The key is not that of an attorney's calendars.");
  const before = await readRecord(table, { key, parse: parseCalendars });
  const nowMilliseconds = now();
  const calendars = announced(before.calendars, nowMilliseconds);
  // The index may still show calendars that are fresh again, or gone.
  if (newlyAnnounced(before.calendars, calendars).length === 0) return;
  const change = systemChange(nowMilliseconds);
  await updateItem(table, announceCalendars(key, attorneyId, { before, calendars, change }));
};
