import {
  addDays,
  DAYS_SHOWN,
  daysBetween,
  groupByDay,
  type LocalDay,
  rangeOf,
  shownDates,
  startOfWeek,
} from "../shared/local-days.ts";
import { firstWeekday, type TimeFormat } from "../shared/time-format.ts";
import type { Appointment, LinkApi } from "./link-api.ts";

/** Half hours offer enough choice for a long meeting. */
const stepOf = (durationMinutes: number) => (durationMinutes >= 30 ? 30 : 15);

type TimesPage = {
  readonly api: Pick<LinkApi, "availability" | "now">;
  readonly locale: string;
  readonly here: TimeFormat;
};

type TimesOptions = {
  readonly meeting: { readonly duration_min: number };
  /** The appointment to move, whose time is no choice. */
  readonly current: Appointment | null;
  readonly stillAllowed: () => Promise<boolean>;
};

const WEEK_DAYS = 7;

/** The free times of four weeks, and the visitor's choice. */
export class FreeTimes {
  readonly #page: TimesPage;
  readonly #stepMinutes: number;
  readonly #taken: string | undefined;
  readonly #stillAllowed: () => Promise<boolean>;
  /** The first day of the shown weeks. */
  first: string;
  /** The first day of the last search. */
  searchedFrom: string;
  days: readonly LocalDay[] = [];
  date: string | undefined;
  start: string | undefined;

  constructor(page: TimesPage, { meeting, current, stillAllowed }: TimesOptions) {
    this.#page = page;
    this.#stepMinutes = stepOf(meeting.duration_min);
    this.#taken = current?.start_at;
    this.#stillAllowed = stillAllowed;
    this.first = this.earliest;
    this.searchedFrom = this.earliest;
  }

  /** The first day of the first four weeks. */
  get earliest(): string {
    return startOfWeek(this.today, firstWeekday(this.#page.locale));
  }

  get today(): string {
    const { api, here } = this.#page;
    return here.dateOf(new Date(api.now()).toISOString());
  }

  get day(): LocalDay | undefined {
    return this.days.find(({ date }) => date === this.date);
  }

  /** The day of the chosen time in the zone that the page has now, or else the chosen day. */
  get #wished(): string | undefined {
    return this.start === undefined ? this.date : this.#page.here.dateOf(this.start);
  }

  /** The shown days: without the present week once others of its days have passed and none is free. */
  get dates(): string[] {
    const dates = shownDates(this.first);
    const isOver = this.first < this.today && !this.days.some(({ date }) => dates.indexOf(date) < WEEK_DAYS);
    return isOver ? dates.slice(WEEK_DAYS) : dates;
  }

  /** True if no earlier weeks can be shown. */
  get isEarliest(): boolean {
    return this.first <= this.earliest;
  }

  /**
   * Searches four weeks and, while nothing is free, the following ones, at most `searches` times. Keeps the chosen day,
   * or takes the next free one, and keeps the chosen time if it is still free. An empty list may also mean that the link
   * no longer allows the choice.
   * @returns false if the choice is no longer open
   */
  async find(first: string, searches = 1, searchedFrom = first): Promise<boolean> {
    const { api, here } = this.#page;
    const starts = await api.availability(rangeOf(first, api.now()), this.#stepMinutes);
    const dates = shownDates(first);
    const days = groupByDay(
      starts.filter((start) => start !== this.#taken),
      here.timeZone,
    ).filter(({ date }) => dates.includes(date));
    if (days.length === 0 && searches > 1)
      return this.find(addDays(first, DAYS_SHOWN), searches - 1, searchedFrom);
    if (days.length === 0 && !(await this.#stillAllowed())) return false;
    this.first = first;
    this.searchedFrom = searchedFrom;
    this.days = days;
    const wished = this.#wished ?? "";
    this.choose((days.find(({ date }) => date >= wished) ?? days[0])?.date);
    return true;
  }

  /** Searches again in the zone that the page has now. Shows the weeks of the chosen time, or else the same ones. */
  findAgain(): Promise<boolean> {
    return this.find(this.weeksOf(this.#wished ?? this.first));
  }

  /**
   * Returns the first day of the four weeks that have a date: the shown ones, or those before or after them, but none
   * that have passed since the page was opened.
   */
  weeksOf(date: string): string {
    const periods = Math.floor(daysBetween(this.first, date) / DAYS_SHOWN);
    const dates = [this.earliest, addDays(this.first, periods * DAYS_SHOWN)];
    return dates.sort().at(-1) ?? this.first;
  }

  choose(date: string | undefined): void {
    this.date = date;
    if (!this.day?.starts.includes(this.start ?? "")) this.start = undefined;
  }
}
