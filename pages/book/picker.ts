import { dayGrid } from "./day-grid.ts";
import { button, element } from "./elements.ts";
import {
  failureNotice,
  type NoticeText,
  notice,
  setbackNotice,
  showFailure,
  showLoading,
} from "./failure-screen.ts";
import { choosePlural, fill } from "./fill.ts";
import { focusOn, type Page } from "./frame.ts";
import { FreeTimes } from "./free-times.ts";
import { failureOf } from "./link-failure.ts";
import { addDays, DAYS_SHOWN } from "./local-days.ts";
import { type PickerOptions, summaryOf } from "./picker-summary.ts";
import { knownFormat, type TimeFormat } from "./time-format.ts";
import { timeElement, timeList } from "./times.ts";

/** The maximum of four-week periods that a search for a first free time covers. */
const SEARCHES = 3;

/** The screen for the choice of a day and a time. */
export class Picker {
  readonly #page: Page;
  readonly #options: PickerOptions;
  readonly #there: TimeFormat | undefined;
  readonly #free: FreeTimes;
  #isBusy = false;

  readonly #notices = element("div");
  readonly #range = element("p", { class: "range" });
  readonly #grid = element("div");
  readonly #times = element("div");
  readonly #choice = element("div", { class: "choice" });
  readonly #back: HTMLButtonElement;
  readonly #earlier: HTMLButtonElement;
  readonly #later: HTMLButtonElement;
  readonly #form: HTMLFormElement;
  readonly #screen: HTMLElement;

  constructor(page: Page, options: PickerOptions) {
    const { texts } = page;
    this.#page = page;
    this.#options = options;
    const { link, meeting, current } = options;
    this.#there = knownFormat(page.locale, (meeting.attorney ?? link.firm).time_zone);
    this.#free = new FreeTimes(page, meeting.duration_min, current);
    this.#back = button(texts.move.back, () => this.#isBusy || options.onBack());
    this.#earlier = button(texts.days.earlier, () => this.#turn(-DAYS_SHOWN), "turn");
    this.#later = button(texts.days.later, () => this.#turn(DAYS_SHOWN), "turn");
    this.#form = element(
      "form",
      { onsubmit: (event) => this.#submit(event) },
      element(
        "fieldset",
        { class: "days" },
        element("legend", {}, texts.days.legend),
        element("div", { class: "turns" }, this.#earlier, this.#range, this.#later),
        this.#grid,
      ),
      this.#times,
      this.#choice,
    );
    this.#screen = element(
      "div",
      { class: "card split" },
      summaryOf(page, options, this.#back),
      element("div", { class: "picker" }, this.#notices, this.#form),
    );
  }

  async open(): Promise<void> {
    const page = this.#page;
    showLoading(page);
    try {
      await this.#free.find(this.#free.earliest, SEARCHES);
    } catch (error) {
      return showFailure(page, error, () => this.open());
    }
    const said = this.#options.notice;
    if (said) this.#notices.replaceChildren(notice(page, said));
    page.show(this.#screen);
    this.#draw();
  }

  async #turn(days: number) {
    const { first, earliest } = this.#free;
    if (days < 0 && first <= earliest) return;
    await this.#runOnce(this.#page.texts.loading, async () => {
      await this.#free.find(addDays(first, days));
      this.#draw();
    });
  }

  async #submit(event: Event) {
    event.preventDefault();
    const { start } = this.#free;
    if (start === undefined) return;
    const { texts } = this.#page;
    await this.#runOnce((this.#options.current ? texts.move : texts.book).submitting, async () => {
      const setback = await this.#options.onChoose(start);
      if (setback?.kind === "taken") await this.#refresh(start);
      else if (setback) this.#warn(setbackNotice(texts, setback));
    });
  }

  /** Shows the free times after a chosen one was taken. */
  async #refresh(gone: string) {
    const { here, texts } = this.#page;
    const { heading, text } = texts.taken;
    try {
      await this.#free.find(this.#free.first);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === "ended") throw failure;
      return this.#warn({ ...failureNotice(texts, failure), heading });
    }
    this.#draw();
    this.#warn({ heading, text: fill(text, { date: here.dayAndTime(gone) }) });
  }

  /** Runs one action at a time, and ignores a second click. */
  async #runOnce(text: string, action: () => Promise<void>) {
    if (this.#isBusy) return;
    this.#setBusy(true);
    this.#notices.replaceChildren();
    this.#page.announce(text);
    try {
      await action();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === "ended") showFailure(this.#page, failure);
      else this.#warn(failureNotice(this.#page.texts, failure));
    } finally {
      this.#setBusy(false);
    }
  }

  #setBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#form.setAttribute("aria-busy", String(isBusy));
    this.#back.setAttribute("aria-disabled", String(isBusy));
  }

  #warn(text: NoticeText) {
    const shown = notice(this.#page, text);
    this.#notices.replaceChildren(shown);
    if (!this.#screen.isConnected) this.#page.show(this.#screen);
    this.#page.announce("");
    focusOn(shown);
  }

  /** Draws the days and their times, and announces how many days have free times. */
  #draw() {
    const { here } = this.#page;
    const { first, last, days, date, earliest } = this.#free;
    this.#range.replaceChildren(here.dateRange(first, last));
    this.#earlier.setAttribute("aria-disabled", String(first <= earliest));
    const onSelect = (chosen: string) => {
      this.#free.choose(chosen);
      this.#drawTimes();
    };
    this.#grid.replaceChildren(dayGrid(this.#page, { first, days, selected: date, onSelect }));
    this.#drawTimes();
    this.#page.announce(this.#found());
  }

  /** Returns a text with the number of days that have free times. */
  #found() {
    const { texts, language, here } = this.#page;
    const { searchedFrom, first, last, days } = this.#free;
    const count = days.length;
    const text = count === 0 ? texts.days.none : choosePlural(texts.days.found, count, language);
    return fill(text, {
      first: here.shortDate(count === 0 ? searchedFrom : first),
      last: here.shortDate(last),
      count: String(count),
    });
  }

  #drawTimes() {
    const { texts } = this.#page;
    const { day, start } = this.#free;
    const onSelect = (chosen: string) => {
      this.#free.start = chosen;
      this.#drawChoice();
    };
    const isPool = this.#options.meeting.attorney === null;
    this.#times.replaceChildren(
      day
        ? timeList(this.#page, { day, there: this.#there, isPool, selected: start, onSelect })
        : notice(this.#page, { heading: this.#found(), text: texts.days.noneHint, mentionsFirm: true }),
    );
    this.#drawChoice();
  }

  #drawChoice() {
    const { texts, here } = this.#page;
    const { day, start } = this.#free;
    this.#choice.hidden = day === undefined;
    const words = this.#options.current ? texts.move : texts.book;
    const time = start && `${here.day(start)}, ${here.timeRange(start, this.#options.meeting.duration_min)}`;
    this.#choice.replaceChildren(
      element("p", {}, ...(start && time ? [timeElement(start, time)] : [texts.times.missing])),
      element("button", { class: "primary" }, words.submit),
    );
  }
}
