import { computed, signal } from "@preact/signals";
import type { InboundDelivery, Source } from "../../../client/src/index.ts";
import { needSources, sources } from "../directory.ts";
import { markFresh } from "../fresh.ts";
import { intake } from "../requests.ts";
import { countRejected } from "./badge.ts";
import { type List, merge, PAGE, refreshed, SOURCES_MAXIMUM, withOlder } from "./rules.ts";

/** A delivery with the id of its source. */
export type Delivery = InboundDelivery & { readonly sourceId: string };

type Filter = "all" | "rejected";

/** What a read of news asks for: more than come in half a minute. */
const NEWS = 20;

export type Query = {
  readonly filter: Filter;
  readonly cursor?: string | null | undefined;
  readonly limit?: number;
};

/** Reads a page of a source's deliveries. */
export const readPage = async (
  id: string,
  { filter, cursor, limit = PAGE }: Query,
): Promise<List<Delivery>> => {
  const query = {
    limit,
    ...(cursor && { cursor }),
    ...(filter === "rejected" && { outcome: filter }),
  } as const;
  const { data, next_cursor } = await intake().listInboundDeliveries({ path: { id }, query });
  return { items: data.map((delivery) => ({ ...delivery, sourceId: id })), cursor: next_cursor };
};

/** Reads one delivery, among those of its source. @returns null for one that is not kept any more */
export const readDelivery = async (sourceId: string, id: string): Promise<Delivery | null> => {
  let cursor: string | null | undefined;
  do {
    const page: List<Delivery> = await readPage(sourceId, { filter: "all", cursor });
    const found = page.items.find((delivery) => delivery.id === id);
    if (found) return found;
    cursor = (page.items.at(-1)?.id ?? id) < id ? null : page.cursor;
  } while (cursor);
  return null;
};

/** The deliveries of the chosen sources, merged and kept fresh. */
export const createInbox = () => {
  const filter = signal<Filter>("all");
  const lists = signal<ReadonlyMap<string, List<Delivery> | undefined>>(new Map());
  const wanted = signal(PAGE);
  const isReading = signal(true);
  const hasFailed = signal(false);
  const merged = computed(() => merge(lists.value, wanted.value));
  /** What is shown while everything is read again. */
  const before = signal<readonly Delivery[] | null>(null);
  const last = signal<Delivery | null>(null);
  /** Counts the beginnings: what was asked before the last one is dropped. */
  let beginning = 0;

  const put = (id: string, list: List<Delivery>, begun: number) => {
    if (begun === beginning && lists.peek().has(id)) lists.value = new Map(lists.peek()).set(id, list);
  };

  /** Reads on where a list ends, unless another read has moved the end meanwhile. */
  const readOlder = async (id: string, begun: number) => {
    const end = () => lists.peek().get(id)?.cursor;
    const cursor = end();
    const page = await readPage(id, { filter: filter.peek(), cursor });
    if (begun === beginning && end() === cursor) put(id, withOlder(lists.peek().get(id), page), begun);
  };

  const readWanted = async (begun: number) => {
    while (begun === beginning && merged.peek().next.length > 0)
      await Promise.all(merged.peek().next.map((id) => readOlder(id, begun)));
  };

  /** Reads until as many as wanted can be shown. */
  const fill = async () => {
    const begun = beginning;
    isReading.value = true;
    hasFailed.value = false;
    const isDone = await readWanted(begun).then(
      () => true,
      () => false,
    );
    if (begun !== beginning) return;
    isReading.value = false;
    hasFailed.value = !isDone;
    before.value = null;
    if (filter.peek() === "all") last.value = merged.peek().shown[0] ?? null;
  };

  const begin = (ids: Iterable<string>) => {
    beginning++;
    lists.value = new Map([...ids].map((id) => [id, undefined]));
    return fill();
  };

  const readNews = async (id: string) => {
    const begun = beginning;
    const page = await readPage(id, { filter: filter.peek(), limit: NEWS });
    put(id, refreshed(lists.peek().get(id), page), begun);
  };

  /** Reads what is new of the chosen sources. @returns how many deliveries have come */
  const refresh = async (isMeant: (source: Source) => boolean = () => true) => {
    const chosen = sources.peek()?.filter((source) => lists.peek().has(source.id) && isMeant(source)) ?? [];
    const newest = merged.peek().shown[0]?.id ?? "";
    await Promise.all(chosen.map(({ id }) => readNews(id)));
    if (merged.peek().next.length > 0) await fill();
    markFresh();
    return merged.peek().shown.filter(({ id }) => id > newest).length;
  };

  const count = () => countRejected().catch(() => {});

  const open = async () => {
    try {
      await needSources();
    } catch {
      hasFailed.value = true;
      return;
    }
    const all = sources.peek() ?? [];
    const used = all.length > SOURCES_MAXIMUM ? all.filter(({ enabled }) => enabled) : all;
    await Promise.all([begin(used.slice(0, SOURCES_MAXIMUM).map(({ id }) => id)), count()]);
  };

  return {
    filter,
    chosen: computed(() => [...lists.value.keys()]),
    shown: computed(() => before.value ?? merged.value.shown),
    hasMore: computed(() => merged.value.hasMore),
    /** The last delivery of all, as far as it is known. */
    last,
    isReading,
    hasFailed,
    refresh,
    open,
    /** Tries again what has failed. */
    retry: () => (lists.peek().size === 0 ? open() : fill()),
    choose: (id: string, isChosen: boolean) =>
      begin(isChosen ? [...lists.peek().keys(), id] : [...lists.peek().keys()].filter((each) => each !== id)),
    show: (shown: Filter) => {
      filter.value = shown;
      wanted.value = PAGE;
      return begin(lists.peek().keys());
    },
    more: () => {
      wanted.value += PAGE;
      return fill();
    },
    /** Reads everything again, after a change of many deliveries. */
    reread: () => {
      before.value = merged.peek().shown;
      return Promise.all([begin(lists.peek().keys()), count()]);
    },
  };
};

export type Inbox = ReturnType<typeof createInbox>;
