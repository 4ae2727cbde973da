import type { Consultation } from "../../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { newSampleLead, storeItems, storeLead, type World } from "../world.ts";

const COUNT = 25;
const HOUR = 3_600_000;

/** Returns a consultation that starts in an hour. */
const itemOf = ({ firmId, attorney }: World, changes: Partial<Consultation>) => {
  const startAt = new Date(Date.now() + HOUR).toISOString();
  const consultation = newConsultation({ attorneyId: attorney.id, startAt, ...changes });
  return consultationToItem(firmId, consultation, changeAt(Date.now()));
};

/** Returns the event of a reminder, whose lead the function reads. */
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

/**
 * Returns reminders that one sweep emits, and the costs that it may have for each in addition to those of an idle sweep.
 */
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

/** Returns leads whose deadline or next contact has come, which one sweep finds. */
export const leadSweep = ({ table, firmId }: World) => ({
  label: `${COUNT} deadlines and ${COUNT} next contacts due`,
  roundTrips: 2 * 2 * COUNT,
  maxWriteUnits: 7 * 2 * COUNT,
  event: async () => {
    const at = new Date().toISOString();
    await storeItems(table, 2 * COUNT, (index) => {
      const due = index % 2 === 0 ? { respondBy: at } : { nextContactAt: at };
      return leadToItem(firmId, { ...newSampleLead(), ...due }, changeAt(Date.now()));
    });
    return {};
  },
});
