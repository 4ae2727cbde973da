import { type ReadonlySignal, signal } from "@preact/signals";
import type { Consultation, Event, FindAvailabilityResult } from "../../../client/src/generated.ts";
import { needKeys } from "../directory.ts";
import { intake } from "../requests.ts";
import { can } from "../session.ts";
import { withEvents } from "./history-rules.ts";

const HISTORY_PAGE = 50;
const LONG = { limit: 200 };

/** Creates a list that belongs to an id. What is read too late, for another id, is dropped. */
export const createList = <Item>(
  id: ReadonlySignal<string>,
  read: (id: string) => Promise<readonly Item[]>,
) => {
  const items = signal<readonly Item[] | null>(null);
  const isFailed = signal(false);
  const load = async (): Promise<void> => {
    const asked = id.peek();
    const found = await read(asked).catch(() => null);
    if (asked !== id.peek()) return;
    isFailed.value = found === null;
    items.value = found ?? items.peek();
  };
  const clear = () => {
    items.value = null;
  };
  return { items, isFailed, load, clear };
};

export type List<Item> = ReturnType<typeof createList<Item>>;

const dataOf =
  <Item>(read: (id: string) => Promise<{ readonly data: readonly Item[] }>) =>
  async (id: string) =>
    (await read(id)).data;

export type Start = FindAvailabilityResult["data"][number];

const DAY_MILLISECONDS = 86_400_000;
const SOON_DAYS = 3;
const LONGEST_DAYS = 31;
const STARTS = 3;

/** Reads the soonest free starts of a type: of some days, and of a month only if these are full. */
export const readSoonest = async (type: string, days = SOON_DAYS): Promise<readonly Start[]> => {
  const [from, to] = [Date.now(), Date.now() + days * DAY_MILLISECONDS].map((at) =>
    new Date(at).toISOString(),
  );
  const query = { type, from: from ?? "", to: to ?? "", step_min: 30 };
  const { data } = await intake().findAvailability({ query });
  return data.length < STARTS && days === SOON_DAYS ? readSoonest(type, LONGEST_DAYS) : data.slice(0, STARTS);
};

/** Creates what belongs to a lead: what its reader has no scope for is never asked. */
export const createLists = (id: ReadonlySignal<string>) => {
  const older = signal<string | null>(null);
  const readEvents = async (lead: string, cursor?: string): Promise<Event[]> => {
    const query = { lead, limit: HISTORY_PAGE, ...(cursor && { cursor }) };
    const page = await intake().listEvents({ query });
    if (lead === id.peek()) older.value = page.next_cursor;
    if (page.data.some(({ actor }) => actor.type === "api_key")) await needKeys();
    return page.data;
  };
  const duplicates = createList(
    id,
    dataOf((lead) => intake().listDuplicates({ path: { id: lead } })),
  );
  const consultations = createList(
    id,
    dataOf((lead) => intake().listConsultations({ query: { ...LONG, lead } })),
  );
  const links = createList(
    id,
    dataOf((lead) => intake().listLinks({ path: { id: lead }, query: LONG })),
  );
  const checks = createList(
    id,
    dataOf((lead) => intake().listConflictChecks({ path: { id: lead } })),
  );
  // An event may come while an earlier state of the history is read.
  const history: List<Event> = createList<Event>(id, async (lead) => {
    const found = await readEvents(lead);
    return withEvents(history.items.peek() ?? [], found);
  });

  return {
    duplicates,
    consultations,
    links,
    /** The conflict checks, newest first. */
    checks,
    history,
    /** The cursor of the events before those that are shown; null when there are none. */
    older,
    readOlder: async (): Promise<void> => {
      const asked = id.peek();
      const found = await readEvents(asked, older.peek() ?? undefined);
      if (asked === id.peek()) history.items.value = withEvents(history.items.peek() ?? [], found);
    },
    putConsultation: (changed: Consultation): void => {
      const others = (consultations.items.peek() ?? []).filter((each) => each.id !== changed.id);
      consultations.items.value = changed.archived ? others : [changed, ...others];
    },
    load: (): void => {
      duplicates.load();
      if (can("events:read")) history.load();
      if (!can("consultations:read")) return;
      consultations.load();
      links.load();
    },
    clear: (): void => {
      for (const list of [duplicates, consultations, links, checks, history]) list.clear();
    },
  };
};
