import {
  type Attorney,
  type FirmSettings,
  type History,
  type SlotRequest,
  settingsDuring,
  type TakenSlot,
} from "./history.ts";
import { allowedOutcomes, type Others, type Slot } from "./verdict.ts";

/** Replays a history by the contract. Returns a line for each answer that no order of the requests explains. */
export const checkHistory = (history: History): string[] => [
  ...history.requests.flatMap((request) => checkRequest(history, request)),
  ...history.attorneys.flatMap(({ id }) =>
    findOverlaps(history.slots.filter((slot) => slot.attorneyId === id)),
  ),
];

const checkRequest = (history: History, request: SlotRequest): string[] => {
  const { start, outcome, during, taken } = request;
  const allowed = new Set(
    settingsDuring(history.firm, during).flatMap((firm) => outcomesBy(history, request, firm)),
  );
  if (allowed.has(outcome)) return [];
  const slot = `${new Date(start).toISOString()} + ${taken?.minutes ?? request.minutes ?? "its type's"} min`;
  return [
    `${outcome} instead of ${[...allowed].join(" or ")}: ${slot}, sent ${new Date(during.from).toISOString()}`,
  ];
};

/** Returns the answers that are possible with these settings of the firm. */
const outcomesBy = (history: History, request: SlotRequest, firm: FirmSettings): string[] => {
  const [type] = firm.consultation_types;
  const asked = request.attorneyId === null ? type.attorney_ids : [request.attorneyId];
  const minutes = request.minutes ?? type.duration_min;
  const { taken } = request;
  if (taken && !(asked.includes(taken.attorneyId) && minutes === taken.minutes)) return [];
  const slot = { start: request.start, end: request.start + minutes * 60_000 };
  const each = history.attorneys
    .filter(({ id }) => (taken ? id === taken.attorneyId : asked.includes(id)))
    .map((attorney) => outcomesDuring(history, attorney, { request, firm, slot }));
  return [...outcomesOfPool(each)];
};

/** Returns the possible answers of several attorneys from those of each. They refuse only if all of them refuse. */
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

type Asked = { readonly request: SlotRequest; readonly firm: FirmSettings; readonly slot: Slot };

/** Returns the possible outcomes, for each settings of the attorney that may have been in force. */
const outcomesDuring = (history: History, attorney: Attorney, { request, firm, slot }: Asked): string[] => {
  const others = othersDuring(history.slots, attorney, request);
  return settingsDuring(attorney.timeline, request.during).flatMap((settings) =>
    allowedOutcomes({ ...request, attorney, settings, firm, others, slot, now: request.during }),
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

/** Returns the overlapping pairs of one attorney's slots that were certainly taken at one time. */
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
