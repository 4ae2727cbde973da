import type { Firm, Lead } from "../../../client/src/generated.ts";
import type { IntakeEvent } from "../../../client/src/index.ts";
import { byWait } from "../clock-rules.ts";
import { EVERY_STAGE, type Filters, filterOf, matcherOf } from "./filters.ts";

export type Stage = Firm["stages"][number];
export type View = "board" | "list";

/** A lead as it is known. `sequence` is that of its last event; 0 if none has come. */
export type Known = { readonly lead: Lead; readonly sequence: number };

/** The part of a list that has been read: every lead from this id on. A null `cursor` is that of a list read to its end. */
export type Reach = { readonly fromId: string; readonly cursor: string | null };

export type Shown = {
  readonly leads: ReadonlyMap<string, Known>;
  /** By the key of a stage, or EVERY_STAGE. */
  readonly reaches: ReadonlyMap<string, Reach>;
};

export const NOTHING_SHOWN: Shown = { leads: new Map(), reaches: new Map() };

/** Sorts after every id. */
const NO_ID = "~";

/** A board reads a list for each stage. The list, and what is rare wherever it is shown, read one. */
export const listsOf = (
  view: View,
  { text, isAwaiting, conflict }: Filters,
  stages: readonly Stage[],
): readonly string[] =>
  view === "board" && text === "" && !isAwaiting && conflict === ""
    ? stages.map(({ key }) => key)
    : [EVERY_STAGE];

/** Puts a page of a list into what is shown, without setting back what an event has changed since. */
export const withPage = (
  { leads, reaches }: Shown,
  list: string,
  { data, next_cursor: cursor }: { readonly data: readonly Lead[]; readonly next_cursor: string | null },
): Shown => {
  const known = new Map(leads);
  for (const lead of data) known.set(lead.id, newer(known.get(lead.id), { lead, sequence: 0 }));
  const lastId = data.at(-1)?.id ?? reaches.get(list)?.fromId ?? NO_ID;
  const reach = { fromId: cursor === null ? "" : lastId, cursor };
  return { leads: known, reaches: new Map(reaches).set(list, reach) };
};

/** Of two states of a lead that say the same time, that of an event is the later: a list may lag behind. */
const newer = (known: Known | undefined, read: Known): Known => {
  if (known === undefined) return read;
  const [before, after] = [known.lead.last_activity_at, read.lead.last_activity_at];
  const isNewer = after > before || (after === before && read.sequence >= known.sequence);
  return isNewer ? { lead: read.lead, sequence: Math.max(read.sequence, known.sequence) } : known;
};

/** Puts an answer to a write, or a lead that was just read, into what is shown. */
export const withLead = (shown: Shown, lead: Lead): Shown => {
  const sequence = shown.leads.get(lead.id)?.sequence ?? 0;
  return withKnown(shown, { lead, sequence });
};

const withKnown = (shown: Shown, known: Known): Shown => {
  const { lead } = known;
  const present = shown.leads.get(lead.id);
  const kept = newer(present, known);
  return kept === present ? shown : { ...shown, leads: new Map(shown.leads).set(lead.id, kept) };
};

/** Puts the leads of events into what is shown. Returns the same object if none of them changes it. */
export const withEvents = (before: Shown, filters: Filters, events: readonly IntakeEvent[]): Shown => {
  const isAsked = matcherOf(filters);
  const isShown = (shown: Shown, event: LeadEvent) =>
    shown.leads.has(event.data.id) || (isAsked(event.data) && isWithin(shown, event));
  return events.filter(isOfLead).reduce((shown, event) => {
    const { type, data: lead, sequence } = event;
    const merged = type === "lead.merged" ? withMerged(shown, event.merged_from, lead.id) : shown;
    return isShown(shown, event) ? withKnown(merged, { lead, sequence }) : merged;
  }, before);
};

type LeadEvent = Extract<IntakeEvent, { type: `lead.${string}` }>;

const isOfLead = (event: IntakeEvent): event is LeadEvent => event.type.startsWith("lead.");

/** A lead that was archived before its merge has no event of its own. */
const withMerged = (shown: Shown, id: string, survivorId: string): Shown => {
  const lead = shown.leads.get(id)?.lead;
  return lead ? withLead(shown, { ...lead, archived: true, merged_into: survivorId }) : shown;
};

/** Returns true for a lead among those that were read. A new one is the first of all. */
const isWithin = ({ reaches }: Shown, { type, data }: LeadEvent): boolean => {
  const reach = reaches.get(EVERY_STAGE) ?? reaches.get(data.status.key);
  return reach !== undefined && (type === "lead.created" || data.id >= reach.fromId);
};

/** Counts the leads that came by events and are shown under the filters. */
export const countNew = (filters: Filters, events: readonly IntakeEvent[]): number => {
  const isAsked = matcherOf(filters);
  return events.filter((event) => event.type === "lead.created" && isAsked(event.data)).length;
};

/** The order of leads: the API's, or by who waits longest, among those that have been read. */
export type Order = "newest" | "wait";

/** The leads that are shown. `isMore` is true if the API has older ones. */
export type Column = { readonly leads: readonly Lead[]; readonly isMore: boolean };

/** The stages to which leads are moving, by id; null for a lead that stays, and says why whatever the filters. */
export type Targets = ReadonlyMap<string, string | null>;

/** Returns the leads of a stage, or of EVERY_STAGE. */
export const columnOf = (
  { leads, reaches }: Shown,
  filters: Filters,
  { list, targets, order }: { readonly list: string; readonly targets: Targets; readonly order: Order },
): Column => {
  const isFiltered = filterOf(filters);
  const isShown = (lead: Lead) => targets.has(lead.id) || isFiltered(lead);
  const isIn = (lead: Lead) => list === EVERY_STAGE || (targets.get(lead.id) ?? lead.status.key) === list;
  const found = [...leads.values()].map(({ lead }) => lead).filter((lead) => isShown(lead) && isIn(lead));
  const reach = reaches.get(EVERY_STAGE) ?? reaches.get(list);
  return {
    leads: found.sort(order === "wait" ? byWait : byNewest),
    isMore: reach !== undefined && reach.cursor !== null,
  };
};

const byNewest = (one: Lead, other: Lead) => (one.id < other.id ? 1 : -1);

/** What is shown, and a plus where there is more, since nothing counts it. */
export const countText = ({ leads, isMore }: Column): string => `${leads.length}${isMore ? "+" : ""}`;

/** Returns true if a lead is in a stage that was added since the stages were read. */
export const hasUnknownStage = ({ leads }: Shown, stages: readonly Stage[]): boolean =>
  [...leads.values()].some(({ lead }) => !stages.some(({ key }) => key === lead.status.key));
