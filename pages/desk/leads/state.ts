import { computed, signal } from "@preact/signals";
import type { IntakeEvent, Lead } from "../../../client/src/index.ts";
import { choosePlural, fill } from "../../shared/fill.ts";
import { loadOthers, others } from "../load-others.ts";
import { announce } from "../parts.tsx";
import { can } from "../session.ts";
import { LOCALE, t } from "../texts.ts";
import { counted } from "../words.ts";
import { EVERY_STAGE, type Filters, NO_FILTERS } from "./filters.ts";
import { createReader } from "./read-leads.ts";
import {
  countNew,
  hasUnknownStage,
  listsOf,
  NOTHING_SHOWN,
  type Order,
  type View,
  withEvents,
  withLead,
  withPage,
} from "./rules.ts";
import { readStages, stages } from "./stages.ts";

export type LeadsState = ReturnType<typeof createLeads>;
export type OfState = { readonly state: LeadsState };

const VIEW = "intake-leads-view";

/** Creates what the view of leads shows, and what can be done in it. */
export const createLeads = () => {
  const view = signal<View>(localStorage.getItem(VIEW) === "list" ? "list" : "board");
  const filters = signal(NO_FILTERS);
  const shown = signal(NOTHING_SHOWN);
  /** The text in the search field, which is searched when the typing pauses. */
  const typed = signal("");
  /** The stage that a phone shows; the first one if there is none of this key. */
  const chosenStage = signal("");
  const order = signal<Order>("newest");
  /** The id of the lead that is dragged. */
  const dragged = signal<string | null>(null);
  const isReading = signal(false);
  const hasFailed = signal(false);
  let reader = createReader(NO_FILTERS);
  /** The events since the present reading began: its answers may be older. */
  let events: IntakeEvent[] = [];
  let newLeads = 0;

  /** Runs a reading. A newer one of other leads makes it void. */
  const reading = async (run: (isCurrent: () => boolean) => Promise<void>) => {
    const mine = reader;
    isReading.value = true;
    const hasWorked = await run(() => mine === reader).then(
      () => true,
      () => false,
    );
    if (mine !== reader) return;
    isReading.value = false;
    hasFailed.value = !hasWorked;
  };

  const read = (): Promise<void> => {
    const asked = filters.peek();
    reader = createReader(asked);
    events = [];
    const { readPage } = reader;
    return reading(async (isCurrent) => {
      const lists = listsOf(view.peek(), asked, stages());
      const pages = await Promise.all(lists.map((list) => readPage(list, null)));
      if (!isCurrent()) return;
      const found = pages.reduce(
        (all, page, index) => withPage(all, lists[index] ?? "", page),
        NOTHING_SHOWN,
      );
      shown.value = withEvents(found, asked, events);
    });
  };

  const filter = (changes: Partial<Filters>): void => {
    filters.value = { ...filters.peek(), ...changes };
    read().then(announceFound);
  };

  const announceFound = () => {
    const count = shown.peek().leads.size;
    const isMore = [...shown.peek().reaches.values()].some(({ cursor }) => cursor !== null);
    const text = choosePlural(t().leads.found, count, LOCALE);
    if (!isReading.peek()) announce(fill(text, { count: `${count}${isMore ? "+" : ""}` }));
  };

  const put = (lead: Lead) => {
    shown.value = withLead(shown.peek(), lead);
  };

  /** What changes leads; undefined until its script is there. */
  const actions = computed(() => others.value?.createActions({ shown, put }));

  return {
    view,
    filters,
    typed,
    shown,
    chosenStage,
    order,
    dragged,
    isReading: computed(() => isReading.value),
    hasFailed: computed(() => hasFailed.value),
    read,
    /** Reads the leads, and then the script of what changes them. */
    start: async (): Promise<void> => {
      if (shown.peek().reaches.size === 0) await read();
      if (can("leads:write")) await loadOthers();
    },
    put,
    actions,
    /** Moves a lead to a stage, also if it is chosen before the script of what changes leads is there. */
    move: async (id: string, to: string): Promise<void> => {
      await loadOthers();
      await actions.peek()?.moves.move(id, to);
    },
    /** Reads older leads of a stage. */
    readOlder: (list: string): Promise<void> =>
      reading(async (isCurrent) => {
        const key = shown.peek().reaches.has(EVERY_STAGE) ? EVERY_STAGE : list;
        const cursor = shown.peek().reaches.get(key)?.cursor ?? null;
        const page = await reader.readPage(key, cursor);
        if (isCurrent()) shown.value = withPage(shown.peek(), key, page);
      }),
    show: (next: View): void => {
      view.value = next;
      localStorage.setItem(VIEW, next);
      read();
    },
    filter,
    showAll: (): void => {
      typed.value = "";
      filter(NO_FILTERS);
    },
    follow: (news: readonly IntakeEvent[]): void => {
      if (isReading.peek()) events.push(...news);
      newLeads += countNew(filters.peek(), news);
      shown.value = withEvents(shown.peek(), filters.peek(), news);
      if (hasUnknownStage(shown.peek(), stages())) readStages().then(read, () => {});
    },
    /** Says how many leads have come, once for all of them. */
    announceNew: (): void => {
      if (newLeads > 0) announce(counted(t().leads.came, newLeads));
      newLeads = 0;
    },
  };
};
