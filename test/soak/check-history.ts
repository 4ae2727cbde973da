import {
  type Attorney,
  type FirmSettings,
  type History,
  type SlotRequest,
  settingsDuring,
  type TakenSlot,
} from "./history.ts";
import { allowedOutcomes, type Certainty, hasTooManyHolds, type Question, type Slot } from "./verdict.ts";

/** Replays a history by the contract. Returns a line for each answer that no order of the requests explains. */
export const checkHistory = (history: History): string[] => [
  ...history.requests.flatMap((request) => checkRequest(history, request)),
  ...history.attorneys.flatMap(({ id }) =>
    findOverlaps(history.slots.filter((slot) => slot.attorneyId === id)),
  ),
];

const KEPT_MILLISECONDS = 5_000;

/** The outcome of a start that could be on a list of free ones, and is not. */
export const NOT_OFFERED = "not offered";

const checkRequest = (history: History, request: SlotRequest): string[] => {
  const { start, outcome, during, taken, isListed } = request;
  // A list may use settings of the firm that an instance keeps for some seconds.
  const firmDuring = isListed ? { ...during, from: during.from - KEPT_MILLISECONDS } : during;
  const allowed = new Set(
    clearedDuring(history, request).flatMap((isCleared) =>
      isCleared
        ? settingsDuring(history.firm, firmDuring).flatMap((firm) => outcomesBy(history, request, firm))
        : ["conflict_not_cleared"],
    ),
  );
  const isRefusal = (each: string) => each !== "accepted";
  if (allowed.has(outcome) || (outcome === NOT_OFFERED && [...allowed].some(isRefusal))) return [];
  const slot = `${new Date(start).toISOString()} + ${taken?.minutes ?? request.minutes ?? "its type's"} min`;
  return [
    `${outcome} instead of ${[...allowed].join(" or ")}: ${slot}, sent ${new Date(during.from).toISOString()}`,
  ];
};

/** Returns whether the gate may have let the request pass, and whether it may have refused it, before it judged the slot. */
const clearedDuring = ({ clearances }: History, { leadId = "", during }: SlotRequest): boolean[] => {
  const timeline = clearances.get(leadId);
  return timeline ? [...new Set(settingsDuring(timeline, during))] : [true];
};

/** Returns the answers that are possible with these settings of the firm. */
const outcomesBy = (history: History, request: SlotRequest, firm: FirmSettings): string[] => {
  const [type] = firm.consultation_types;
  const asked = request.attorneyId === null ? type.attorney_ids : [request.attorneyId];
  const minutes = request.minutes ?? type.duration_min;
  const { taken } = request;
  if (taken && !(asked.includes(taken.attorneyId) && minutes === taken.minutes)) return [];
  const slot = { start: request.start, end: request.start + minutes * 60_000 };
  const members = history.attorneys
    .filter(({ id }) => (taken ? id === taken.attorneyId : asked.includes(id)))
    .map((attorney) => ({
      outcomes: outcomesDuring(history, attorney, { request, firm, slot }),
      isFull: hasTooManyHolds({ ...request, ...slotsDuring(history.slots, attorney, request) }),
    }));
  return possiblePools(members).flatMap((pool) => [...outcomesOfPool(pool.map(({ outcomes }) => outcomes))]);
};

/** Returns the members who may have counted: one with the maximum of holds is passed over, unless all have it. */
const possiblePools = <Member extends { readonly isFull: Certainty }>(
  members: readonly Member[],
): (readonly Member[])[] => {
  let pools: Member[][] = [[]];
  for (const member of members)
    pools = [
      ...(member.isFull.certain ? [] : pools.map((pool) => [...pool, member])),
      ...(member.isFull.possible ? pools : []),
    ];
  return pools.map((pool) => (pool.length > 0 ? pool : members));
};

/** Returns the possible answers of several attorneys from those of each. They refuse only if all of them refuse. */
const outcomesOfPool = (each: readonly (readonly string[])[]): Set<string> => {
  const [only = [], ...others] = each;
  if (others.length === 0) return new Set(only);
  const refusals = each.map((outcomes) => outcomes.filter((outcome) => outcome !== "accepted"));
  if (refusals.some((outcomes) => outcomes.length === 0)) return new Set(["accepted"]);
  const distinct = new Set(refusals.flat());
  const shared = [...distinct].filter((outcome) => refusals.every((outcomes) => outcomes.includes(outcome)));
  const allRefuseBy = (codes: readonly string[]) =>
    refusals.every((outcomes) => outcomes.some((outcome) => codes.includes(outcome)));
  const shown = (codes: readonly string[]) => codes.filter((outcome) => distinct.has(outcome));
  return new Set([
    ...shared,
    ...(new Set([...distinct].map(codeOf)).size > 1 ? ["slot_unavailable"] : []),
    ...(allRefuseBy(RULES) ? shown(RULES) : []),
    // The answer names the calendars of those that are busy.
    ...(allRefuseBy(UNAVAILABLE) ? shown(["busy_time"]) : []),
  ]);
};

/** Each pair of outcomes has one error code. */
const RULES = ["rules", "holds"];
const UNAVAILABLE = ["busy_time", "attorney_unavailable"];

const codeOf = (outcome: string) =>
  [RULES, UNAVAILABLE].find((pair) => pair.includes(outcome))?.[0] ?? outcome;

type Asked = { readonly request: SlotRequest; readonly firm: FirmSettings; readonly slot: Slot };

/** Returns the possible outcomes, for each settings of the attorney that may have been in force. */
const outcomesDuring = (history: History, attorney: Attorney, { request, firm, slot }: Asked): string[] => {
  const slots = slotsDuring(history.slots, attorney, request);
  const calendars = attorney.calendars.map(({ timeline }) => settingsDuring(timeline, request.during));
  return settingsDuring(attorney.timeline, request.during).flatMap((settings) =>
    allowedOutcomes({ ...request, ...slots, attorney, settings, firm, calendars, slot, now: request.during }),
  );
};

/** Returns the attorney's slots that may, or must, have been taken during a request: all consultations, and those of others. */
const slotsDuring = (
  slots: readonly TakenSlot[],
  attorney: Attorney,
  { ownIds, during }: SlotRequest,
): Pick<Question, "others" | "consultations"> => {
  const isOwn = ({ id }: TakenSlot) => ownIds.includes(id);
  const possible = slots.filter(
    ({ attorneyId, perhaps }) =>
      attorneyId === attorney.id && perhaps.from <= during.to && during.from <= perhaps.to,
  );
  // A request releases its own slot by its end.
  const certain = possible.filter(
    (slot) =>
      slot.certainly.from <= during.from && during.to <= (isOwn(slot) ? slot.perhaps.to : slot.certainly.to),
  );
  const ofOthers = (each: readonly TakenSlot[]) => each.filter((slot) => !isOwn(slot));
  const consultations = (each: readonly TakenSlot[]) => each.filter(({ isHold }) => !isHold);
  return {
    others: { certain: ofOthers(certain), possible: ofOthers(possible) },
    consultations: { certain: consultations(certain), possible: consultations(possible) },
  };
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
