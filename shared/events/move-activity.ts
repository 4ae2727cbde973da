import { moveLastActivity } from "../leads/last-activity.store.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import type { EventType } from "./event-types.contract.ts";
import type { FailedRecords } from "./failed-records.ts";
import type { PublishableChange } from "./read-changes.ts";

/** The changes of a consultation that are an activity of its lead. */
const ACTIVITIES: readonly string[] = [
  "consultation.booked",
  "consultation.rescheduled",
  "consultation.canceled",
  "consultation.completed",
  "consultation.no_show",
] satisfies readonly EventType[];

type Move = { readonly firmId: FirmId; readonly leadId: string; readonly at: string; readonly index: number };

const CONCURRENT_WRITES = 10;

/** Moves the last activity of the leads of changed consultations: each lead once, to the latest of the changes. */
export const moveActivity = async (
  table: Table,
  changes: readonly PublishableChange[],
  failures: FailedRecords,
): Promise<void> => {
  const latest = new Map<string, Move>();
  for (const move of changes.flatMap(movesOf)) {
    const known = latest.get(move.leadId);
    // After a failure, the stream delivers all from the first change again.
    latest.set(move.leadId, { ...move, at: later(known?.at, move.at), index: known?.index ?? move.index });
  }
  await mapConcurrently([...latest.values()], CONCURRENT_WRITES, async ({ firmId, index, ...move }) => {
    try {
      await moveLastActivity(table, firmId, move);
    } catch (error) {
      failures.addTransient(index, error);
    }
  });
};

const later = (one: string | undefined, other: string) => (one !== undefined && one > other ? one : other);

const movesOf = ({ firmId, index, events }: PublishableChange): Move[] =>
  events.flatMap(({ event: { type, created_at: at, data } }) =>
    ACTIVITIES.includes(type) ? [{ firmId, index, leadId: String(data.lead_id), at }] : [],
  );
