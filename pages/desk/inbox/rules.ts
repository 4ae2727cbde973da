import type { InboundDelivery, InboundPreview } from "../../../client/src/generated.ts";

/** The most sources whose deliveries are shown together. Of more, the office chooses. */
export const SOURCES_MAXIMUM = 20;
export const PAGE = 50;

type Identified = { readonly id: string };

/** The newest deliveries of a source that were read, and the cursor of the older ones; null for none. */
export type List<Item extends Identified> = {
  readonly items: readonly Item[];
  readonly cursor: string | null;
};

/** Before every id, and after it. */
const [NEWEST, OLDEST] = ["g", ""];

const oldestOf = <Item extends Identified>(list: List<Item> | undefined): string =>
  list === undefined ? NEWEST : list.cursor === null ? OLDEST : (list.items.at(-1)?.id ?? NEWEST);

/**
 * Merges the deliveries of several sources, newest first: those that nothing unread can precede. `next` has the sources
 * that must be read before as many as wanted can be shown. Ids sort by the time of their receipt.
 */
export const merge = <Item extends Identified>(
  lists: ReadonlyMap<string, List<Item> | undefined>,
  wanted: number,
): { shown: Item[]; next: string[]; hasMore: boolean } => {
  const all = [...lists.values()]
    .flatMap((list) => list?.items ?? [])
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const oldest = [...lists].map(([source, list]) => [source, oldestOf(list)] as const);
  const horizon =
    oldest
      .map(([, id]) => id)
      .sort()
      .at(-1) ?? OLDEST;
  const last = all[wanted - 1]?.id ?? OLDEST;
  return {
    shown: all.filter(({ id }) => id >= horizon).slice(0, wanted),
    next: oldest.filter(([, id]) => id > last).map(([source]) => source),
    hasMore: all.length > wanted || horizon !== OLDEST,
  };
};

/** Adds the page after those that were read. */
export const withOlder = <Item extends Identified>(
  list: List<Item> | undefined,
  page: List<Item>,
): List<Item> => ({
  items: [...(list?.items ?? []), ...page.items],
  cursor: page.cursor,
});

/** Puts a newly read first page before what was read. Where more came than it holds, what was read is read anew. */
export const refreshed = <Item extends Identified>(
  list: List<Item> | undefined,
  page: List<Item>,
): List<Item> => {
  const last = page.items.at(-1)?.id ?? NEWEST;
  const older = list?.items.filter(({ id }) => id < last) ?? [];
  const meets =
    list?.items.some(({ id }) => id >= last) && page.items.some(({ id }) => id <= (list.items[0]?.id ?? ""));
  return page.cursor === null || !meets
    ? page
    : { items: [...page.items, ...older], cursor: list?.cursor ?? null };
};

/** Returns whether a delivery was rejected, and nobody has mended or dismissed it. A replay's original is the one. */
export const isOpen = ({ outcome, dismissed_at, replayed_as, replay_of }: InboundDelivery): boolean =>
  outcome === "rejected" &&
  dismissed_at === null &&
  replay_of === null &&
  (replayed_as === null || replayed_as.outcome === "rejected");

/** The way a delivery is shown: its outcome, or what a person did about its rejection. */
export type State = InboundDelivery["outcome"] | "mended" | "dismissed";

export const stateOf = (delivery: InboundDelivery): State => {
  if (delivery.outcome !== "rejected" || delivery.replay_of !== null || isOpen(delivery))
    return delivery.outcome;
  return delivery.dismissed_at === null ? "mended" : "dismissed";
};

export const MARKS: Readonly<Record<State, string>> = {
  created: "✓",
  updated: "↻",
  duplicate: "=",
  ignored: "–",
  test: "–",
  rejected: "✕",
  mended: "✓",
  dismissed: "–",
};

/** Removes the marks by which a text from outside would turn the words around it, which name it without quotes. */
export const withoutOverrides = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

/** The path of an answer, which its name tells from others: `answers[ref=phone].text`. */
const NAMED = /[\w.]+\[[\w.]+=([^\s\]"]+)\][\w.]*/g;

/** Divides the reason of a rejection into what is wrong, and where it was looked for. */
export const reasonOf = ({ error }: Pick<InboundDelivery, "error">): { reason: string; places: string } => {
  const message = withoutOverrides(error?.details?.[0]?.message ?? error?.message ?? "");
  const at = [" Looked at ", " Nothing uses "]
    .map((start) => message.indexOf(start))
    .filter((index) => index > 0);
  const end = Math.min(message.length, ...at);
  const places = message.slice(end).trim().replace(NAMED, "$1");
  return { reason: message.slice(0, end), places };
};

/** Returns whether a preview ends in a lead, new or known. */
export const becomesLead = ({ outcome }: Pick<InboundPreview, "outcome">): boolean =>
  outcome === "created" || outcome === "updated" || outcome === "duplicate";

/** The count of rejections as the frame shows it: beyond a page, no more are counted. */
export const countText = (count: number): string => (count > PAGE ? `${PAGE}+` : String(count));
