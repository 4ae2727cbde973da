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
  const asked = history.attorneys.filter(({ id }) => request.attorneyIds.includes(id));
  if (asked.length !== request.attorneyIds.length)
    return [`unknown attorney among ${request.attorneyIds.join()}`];
  const allowed = outcomesOfPool(asked.map((attorney) => outcomesDuring(history, attorney, request)));
  if (allowed.has(request.outcome)) return [];
  const { start, end, outcome, during } = request;
  const slot = `${new Date(start).toISOString()} + ${(end - start) / 60_000} min`;
  return [
    `${outcome} instead of ${[...allowed].join(" or ")}: ${slot}, sent ${new Date(during.from).toISOString()}`,
  ];
};

/** What may be said of several attorneys, by what may be said of each: all of them refuse, or nobody does. */
const outcomesOfPool = (each: readonly (readonly string[])[]): Set<string> => {
  const [only = [], ...others] = each;
  if (others.length === 0) return new Set(only);
  const refusals = each.map((outcomes) => outcomes.filter((outcome) => outcome !== "accepted"));
  if (refusals.some((outcomes) => outcomes.length === 0)) return new Set(["accepted"]);
  const distinct = new Set(refusals.flat());
  const shared = [...distinct].filter((outcome) => refusals.every((outcomes) => outcomes.includes(outcome)));
  const isUnderRules = refusals.every((outcomes) => outcomes.some((outcome) => RULES.includes(outcome)));
  return new Set([
    ...shared,
    ...(distinct.size > 1 ? ["slot_unavailable"] : []),
    ...(isUnderRules ? RULES.filter((outcome) => distinct.has(outcome)) : []),
  ]);
};

/** Two outcomes with one error code. */
const RULES = ["rules", "holds"];

/** Each settings of attorney and firm that may have been in force is a possible world. */
const outcomesDuring = (history: History, attorney: Attorney, request: SlotRequest): string[] => {
  const others = othersDuring(history.slots, attorney, request);
  return settingsDuring(attorney.timeline, request.during).flatMap((settings) =>
    settingsDuring(history.firm, request.during).flatMap((firm) =>
      allowedOutcomes({ ...request, attorney, settings, firm, others, slot: request, now: request.during }),
    ),
  );
};

const othersDuring = (
  slots: readonly TakenSlot[],
  attorney: Attorney,
  { ownIds, during }: SlotRequest,
): Others => {
  const possible = slots.filter(
    (slot) =>
      slot.attorneyId === attorney.id &&
      !ownIds.includes(slot.id) &&
      slot.perhaps.from <= during.to &&
      during.from <= slot.perhaps.to,
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
