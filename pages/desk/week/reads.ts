import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Consultation, Lead } from "../../../client/src/generated.ts";
import { IntakeApiError, type IntakeEvent } from "../../../client/src/index.ts";
import { intake } from "../requests.ts";
import { can } from "../session.ts";
import type { Calendar } from "./blocks.ts";
import { type Interval, MINUTE } from "./half-hours.ts";

/** What is shown, and so read. */
export type Question = {
  readonly attorneyIds: readonly string[];
  /** Those of them who can be booked. */
  readonly bookableIds: readonly string[];
  readonly range: Interval;
  /** The length of which free starts are read. */
  readonly minutes: number;
};

export type Read = { readonly calendar: Calendar; readonly zone: string; readonly at: number };
type ByAttorney<Value> = ReadonlyMap<string, Value>;
type Starts = ByAttorney<readonly string[]>;

const STEP_MINUTES = 15;
const IDS_OF_A_READ = 50;

const iso = (instant: number) => new Date(instant).toISOString();

/** Reads what takes the attorneys' time, what is free, and who the leads are. */
export const createReads = (question: ReadonlySignal<Question>) => {
  const calendars = signal<ByAttorney<Read>>(new Map());
  const starts = signal<Starts>(new Map());
  const leads = signal<ReadonlyMap<string, Lead>>(new Map());
  const failure = signal<IntakeApiError | null>(null);
  const answered = signal<string | null>(null);
  const asking = computed(() => JSON.stringify(question.value));

  const readStarts = async (): Promise<Starts> => {
    const { bookableIds, range, minutes } = question.peek();
    const found = new Map(bookableIds.map((id): [string, string[]] => [id, []]));
    const from = Math.max(range.start, Date.now());
    if (bookableIds.length === 0 || from >= range.end) return found;
    const { data } = await intake().findAvailability({
      query: {
        attorneys: bookableIds.join(","),
        duration_min: minutes,
        step_min: STEP_MINUTES,
        from: iso(from),
        to: iso(range.end),
      },
    });
    for (const { start_at, attorney_ids } of data)
      for (const id of attorney_ids) found.get(id)?.push(start_at);
    return found;
  };

  const readCalendar = async (id: string): Promise<[string, Read]> => {
    const { range } = question.peek();
    const at = Date.now();
    const query = { from: iso(range.start), to: iso(range.end) };
    const { data, time_zone } = await intake().getCalendar({ path: { id }, query });
    return [id, { calendar: data, zone: time_zone, at }];
  };

  const noteLeads = (changed: readonly Lead[]) => {
    leads.value = new Map([...leads.peek(), ...changed.map((lead): [string, Lead] => [lead.id, lead])]);
  };
  const readLeads = async () => {
    if (!can("leads:read")) return;
    const booked = [...calendars.peek().values()].flatMap(({ calendar }) => calendar.consultations);
    const ids = [...new Set(booked.map(({ lead_id }) => lead_id))].filter((id) => !leads.peek().has(id));
    for (let first = 0; first < ids.length; first += IDS_OF_A_READ) {
      const query = { ids: ids.slice(first, first + IDS_OF_A_READ).join(","), limit: IDS_OF_A_READ };
      noteLeads((await intake().listLeads({ query })).data);
    }
  };

  let latest = 0;
  /** Reads, and takes the answer unless something else is asked or read meanwhile. */
  const reading = async (
    run: () => Promise<{ found: Starts; read: readonly (readonly [string, Read])[] }>,
  ) => {
    const asked = asking.peek();
    const number = ++latest;
    try {
      const { found, read } = await run();
      if (asked !== asking.peek() || number !== latest) return;
      starts.value = found;
      calendars.value = new Map([...calendars.peek(), ...read]);
      answered.value = asked;
      failure.value = null;
      await readLeads();
    } catch (error) {
      if (!(error instanceof IntakeApiError)) throw error;
      failure.value = error;
    }
  };

  const read = (ids: readonly string[] = question.peek().attorneyIds) =>
    reading(async () => {
      const [found, ...read] = await Promise.all([readStarts(), ...ids.map(readCalendar)]);
      return { found, read };
    });

  let turn = 0;
  /**
   * Reads the free starts of all, and the calendars of those whose starts have changed and of one more in turn: two
   * requests where nothing happens, however many are shown.
   */
  const refresh = () => {
    const ids = question.peek().attorneyIds;
    const next = ids[turn++ % ids.length];
    return reading(async () => {
      const found = await readStarts();
      const changed = ids.filter((id) => id === next || laterOf(id, found) !== laterOf(id, starts.peek()));
      return { found, read: await Promise.all(changed.map(readCalendar)) };
    });
  };

  /** Reads again what events have changed. */
  const follow = async (events: readonly IntakeEvent[]) => {
    const about = (noun: string) => events.filter(({ type }) => type.startsWith(noun));
    noteLeads(
      about("lead.").flatMap(({ data }) => (leads.peek().has(Object(data).id) ? [Object(data)] : [])),
    );
    const theirs = about("consultation.").flatMap(({ data, previous }) => [
      Object(data).attorney_id,
      Object(previous).attorney_id,
    ]);
    const changed = question.peek().attorneyIds.filter((id) => theirs.includes(id));
    if (changed.length > 0) await read(changed);
  };

  /** Shows a consultation as a write answered it, then reads. */
  const put = (consultation: Consultation) => {
    const changed = [...calendars.peek()].map(([id, each]): [string, Read] => {
      const others = each.calendar.consultations.filter((other) => other.id !== consultation.id);
      const consultations = id === consultation.attorney_id ? [...others, consultation] : others;
      return [id, { ...each, calendar: { ...each.calendar, consultations } }];
    });
    calendars.value = new Map(changed);
    return read();
  };

  return {
    calendars,
    starts,
    leads,
    failure,
    asking,
    /** Returns a consultation as it is now, where it is shown. */
    live: (shown: Consultation): Consultation =>
      [...calendars.value.values()]
        .flatMap(({ calendar }) => calendar.consultations)
        .find(({ id }) => id === shown.id) ?? shown,
    /** True when what is shown was read, and not only something else before it. */
    isRead: computed(() => answered.value === asking.value),
    noteLeads,
    read,
    refresh,
    follow,
    put,
  };
};

/** Returns an attorney's free starts, without those that are about to pass. */
const laterOf = (id: string, starts: Starts) =>
  starts
    .get(id)
    ?.filter((start) => Date.parse(start) > Date.now() + 2 * MINUTE)
    .join();
