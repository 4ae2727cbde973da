import type { History, SlotRequest, Span, TakenSlot } from "./history.ts";
import { CLOCK_SKEW } from "./verdict.ts";

type Slot = Pick<TakenSlot, "id" | "attorneyId" | "start" | "end" | "isHold">;

/** Collects what clients saw: the slots that their requests took and released, and every answer about a slot. */
export const newRecorder = () => {
  const slots = new Map<string, TakenSlot[]>();
  const requests: SlotRequest[] = [];

  /** A hold ends by itself. */
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
    answered: (request: SlotRequest) => requests.push(request),
    slots: (): History["slots"] => [...slots.values()].flat(),
    requests: (): History["requests"] => requests,
  };
};

export type Recorder = ReturnType<typeof newRecorder>;
