import type { Consultation } from "../../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { storeItems, storeLead, type World } from "../world.ts";

const COUNT = 25;
const HOUR = 3_600_000;

/** A consultation that starts in an hour. */
const itemOf = ({ firmId, attorney }: World, changes: Partial<Consultation>) => {
  const startAt = new Date(Date.now() + HOUR).toISOString();
  const consultation = newConsultation({ attorneyId: attorney.id, startAt, ...changes });
  return consultationToItem(firmId, consultation, changeAt(Date.now()));
};

/** The event of a reminder, for which the lead is read. */
export const publicationOfReminder = async (world: World) => {
  const { id: leadId } = await storeLead(world);
  const event = () => {
    const { id } = newConsultation();
    const [before, after] = [{ reminderMinutes: [60] }, {}].map((reminders) =>
      itemOf(world, { id, leadId, ...reminders }),
    );
    return streamEvent(streamRecord(before ?? null, after ?? null));
  };
  return { label: "a reminder", event };
};

/** Reminders that one sweep lets come, and what it may take for each beside what it takes when nothing is due. */
export const reminderSweeps = (world: World) => {
  const sweepOf = (label: string, reminderMinutes: readonly number[], writeUnits: number) => ({
    label: `${COUNT} reminders due${label}`,
    roundTrips: 2 * COUNT,
    maxWriteUnits: writeUnits * COUNT,
    event: async () => {
      await storeItems(world.table, COUNT, () => itemOf(world, { reminderMinutes }));
      return {};
    },
  });
  return [sweepOf("", [60], 6), sweepOf(", each before another", [60, 30], 7)];
};
