import type { Appointment, History, LeadEvent, Reminder, SlotRequest, Span, TakenSlot } from "./history.ts";
import { CLOCK_SKEW } from "./verdict.ts";

type Slot = Pick<TakenSlot, "id" | "attorneyId" | "start" | "end" | "isHold">;

const NEVER: Span = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * Collects the clients' observations: the slots that their requests took and released, every answer about a slot, and
 * reminders.
 */
export const newRecorder = () => {
  const slots = new Map<string, TakenSlot[]>();
  const requests: SlotRequest[] = [];
  const current = new Map<string, Appointment>();
  const past: Appointment[] = [];
  const reminders: Reminder[] = [];
  const leadEvents: LeadEvent[] = [];
  const sweeps: Span[] = [];

  const endAppointment = (id: string, during: Span) => {
    const appointment = current.get(id);
    if (appointment) past.push({ ...appointment, ended: during });
    current.delete(id);
  };

  /** A change of only the duration or the attorney does not affect the reminders. */
  const setAppointment = (id: string, start: number, during: Span) => {
    if (current.get(id)?.start === start) return;
    endAppointment(id, during);
    current.set(id, { id, start, set: during, ended: NEVER });
  };

  /** `expiresAt` ends a hold. */
  const take = (slot: Slot, during: Span, expiresAt = Number.POSITIVE_INFINITY) => {
    const taken = {
      ...slot,
      perhaps: { from: during.from, to: expiresAt + CLOCK_SKEW },
      certainly: { from: during.to, to: expiresAt },
    };
    slots.set(slot.id, [...(slots.get(slot.id) ?? []), taken]);
  };

  const release = (id: string, during: Span) => {
    const taken = slots.get(id) ?? [];
    const ended = taken.map((slot) => ({
      ...slot,
      perhaps: { ...slot.perhaps, to: Math.min(slot.perhaps.to, during.to) },
      certainly: { ...slot.certainly, to: Math.min(slot.certainly.to, during.from) },
    }));
    slots.set(id, ended);
  };

  return {
    take,
    release,
    setAppointment,
    endAppointment,
    reminded: (reminder: Reminder) => reminders.push(reminder),
    leadTold: (event: LeadEvent) => leadEvents.push(event),
    swept: (during: Span) => sweeps.push(during),
    answered: (request: SlotRequest) => requests.push(request),
    slots: (): History["slots"] => [...slots.values()].flat(),
    ofBookings: (): Pick<History, "requests" | "appointments" | "reminders" | "leadEvents" | "sweeps"> => ({
      requests,
      appointments: [...past, ...current.values()],
      reminders,
      leadEvents,
      sweeps,
    }),
  };
};

export type Recorder = ReturnType<typeof newRecorder>;
