import { type Attorney, type History, type SlotRequest, settingsDuring, type TakenSlot } from "./history.ts";
import { allowedOutcomes, type Others } from "./verdict.ts";

/** Replays a history by the contract. Returns a line for each answer that no order of the requests explains. */
export const checkHistory = (history: History): string[] => [
  ...history.requests.flatMap((request) => checkRequest(history, request)),
  ...history.attorneys.flatMap(({ id }) =>
    findOverlaps(history.slots.filter((slot) => slot.attorneyId === id)),
  ),
];

const checkRequest = (history: History, request: SlotRequest): string[] => {
  const attorney = history.attorneys.find(({ id }) => id === request.attorneyId);
  if (attorney === undefined) return [`unknown attorney ${request.attorneyId}`];
  const allowed = new Set(outcomesDuring(history, attorney, request));
  if (allowed.has(request.outcome)) return [];
  const { start, end, outcome, during } = request;
  const slot = `${new Date(start).toISOString()} + ${(end - start) / 60_000} min`;
  return [
    `${outcome} instead of ${[...allowed].join(" or ")}: ${slot}, sent ${new Date(during.from).toISOString()}`,
  ];
};

/** Each settings of attorney and firm that may have been in force is a possible world. */
const outcomesDuring = (history: History, attorney: Attorney, request: SlotRequest): string[] => {
  const others = othersDuring(history.slots, request);
  return settingsDuring(attorney.timeline, request.during).flatMap((settings) =>
    settingsDuring(history.firm, request.during).flatMap((firm) =>
      allowedOutcomes({ ...request, attorney, settings, firm, others, slot: request, now: request.during }),
    ),
  );
};

const othersDuring = (slots: readonly TakenSlot[], { attorneyId, ownIds, during }: SlotRequest): Others => {
  const possible = slots.filter(
    ({ id, perhaps, ...slot }) =>
      slot.attorneyId === attorneyId &&
      !ownIds.includes(id) &&
      perhaps.from <= during.to &&
      during.from <= perhaps.to,
  );
  const certain = possible.filter(
    ({ certainly }) => certainly.from <= during.from && during.to <= certainly.to,
  );
  return { possible, certain };
};

/** Pairs of one attorney's slots that were certainly taken at one time and overlap. */
const findOverlaps = (slots: readonly TakenSlot[]): string[] => {
  const sorted = slots.toSorted((one, other) => one.start - other.start);
  return sorted.flatMap((slot, index) => {
    const overlapping: string[] = [];
    for (let next = index + 1; (sorted[next]?.start ?? slot.end) < slot.end; next++) {
      const other = sorted[next];
      if (other && other.id !== slot.id && coexist(slot, other))
        overlapping.push(`${slot.id} and ${other.id}`);
    }
    return overlapping.map((pair) => `overlap: ${pair}`);
  });
};

const coexist = ({ certainly: one }: TakenSlot, { certainly: other }: TakenSlot) =>
  Math.max(one.from, other.from) < Math.min(one.to, other.to);
