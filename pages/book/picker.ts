import { fill } from "../shared/fill.ts";
import { addDays, DAYS_SHOWN } from "../shared/local-days.ts";
import { knownFormat, type TimeFormat } from "../shared/time-format.ts";
import { dayGrid } from "./day-grid.ts";
import { button, element, isPress, isRepeat } from "./elements.ts";
import {
  failedWriteNotice,
  failureNotice,
  type NoticeText,
  notice,
  showFailure,
  showLoading,
} from "./failure-screen.ts";
import { focusOn, type Page } from "./frame.ts";
import { FreeTimes } from "./free-times.ts";
import { failureOf } from "./link-failure.ts";
import { choiceOf, currentTime, foundText, type PickerOptions, summaryOf } from "./picker-summary.ts";
import { timeList } from "./times.ts";
import { zoneChoice } from "./zone-choice.ts";

/** The maximum of four-week periods that a search for a first free time covers. */
const SEARCHES = 3;

/** The part of the window's height that stays for the times beside a choice in sight. */
const TIMES_PIXELS = 160;

/** The screen for the choice of a day and a time. */
export class Picker {
  readonly #page: Page;
  readonly #options: PickerOptions;
  readonly #there: TimeFormat | undefined;
  readonly #free: FreeTimes;
  #isBusy = false;

  readonly #notices = element("div");
  readonly #current = element("div");
  readonly #range = element("p", { id: "range", class: "range" });
  readonly #grid = element("div");
  readonly #times = element("div", { class: "day-times" });
  #choice: HTMLElement = element("div");
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
    const { time_zone } = meeting.attorney ?? link.firm;
    this.#there = knownFormat(page.locale, time_zone);
    this.#free = new FreeTimes(page, options);
    this.#back = button(texts.move.back, () => this.#isBusy || options.onBack());
    const turn = (label: string, days: number) =>
      element("button", { type: "button", class: "turn", onclick: () => this.#turn(days) }, label);
    this.#earlier = turn(texts.days.earlier, -DAYS_SHOWN);
    this.#later = turn(texts.days.later, DAYS_SHOWN);
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
    for (const type of ["click", "keydown"]) this.#form.addEventListener(type, this.#holdBack, true);
    this.#screen = element(
      "div",
      { class: "card split" },
      summaryOf(
        page,
        options,
        ...(current ? [this.#current, this.#back] : []),
        zoneChoice(page, {
          there: time_zone,
          country: link.firm.country,
          isBusy: () => this.#isBusy,
          onChoose: (zone) => this.#setZone(zone),
        }),
      ),
      element("div", { class: "picker" }, this.#notices, this.#form),
    );
  }

  async open(): Promise<void> {
    const page = this.#page;
    showLoading(page);
    try {
      // The appointment may have been moved or canceled since it was shown.
      if (this.#options.current && !(await this.#options.stillAllowed())) return;
      if (!(await this.#free.find(this.#free.earliest, SEARCHES))) return;
    } catch (error) {
      return showFailure(page, error, () => this.open());
    }
    const message = this.#options.notice;
    if (message) this.#notices.replaceChildren(notice(page, message));
    page.show(this.#screen);
    this.#draw();
  }

  /** Shows the four weeks before or after the present ones. */
  async #turn(days: number) {
    const { first, isEarliest } = this.#free;
    if (days < 0 && isEarliest) return;
    await this.#find(() => this.#free.find(this.#free.weeksOf(addDays(first, days))));
  }

  /** Shows the four weeks to which a key leads, and moves the focus to its day. */
  async #goTo(date: string) {
    const { dates, isEarliest } = this.#free;
    if (isEarliest && date < (dates[0] ?? "")) return;
    await this.#find(() => this.#free.find(this.#free.weeksOf(date)));
    const cell = (selector: string) => this.#grid.querySelector(selector);
    focusOn(cell(`[data-date="${date}"]`) ?? cell("[tabindex='0']"));
  }

  /** Shows all times in another zone. Keeps the present one if the times cannot be read. */
  async #setZone(zone: string) {
    const page = this.#page;
    const before = page.here.timeZone;
    await this.#find(async () => {
      page.setZone(zone);
      const isOpen = await this.#free.findAgain().catch((error) => {
        page.setZone(before);
        throw error;
      });
      if (isOpen) page.showLink(this.#options.link);
      return isOpen;
    });
  }

  async #find(find: () => Promise<boolean>) {
    await this.#runOnce(this.#page.texts.loading, async () => {
      if (await find()) this.#draw();
    });
  }

  async #submit(event: Event) {
    event.preventDefault();
    const { start } = this.#free;
    if (start === undefined) return;
    const { texts } = this.#page;
    await this.#runOnce((this.#options.current ? texts.move : texts.book).submitting, async () => {
      const failed = await this.#options.onChoose(start);
      if (failed?.kind === "taken") await this.#refresh(start);
      else if (failed) this.#warn(failedWriteNotice(texts, failed));
    });
  }

  /** Shows the free times after a chosen one was taken. */
  async #refresh(gone: string) {
    const { here, texts } = this.#page;
    const { heading, text, none } = texts.taken;
    try {
      if (!(await this.#free.findAgain())) return;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === "ended") throw failure;
      return this.#warn({ ...failureNotice(texts, failure), heading });
    }
    this.#draw();
    const isAnyFree = this.#free.days.length > 0;
    this.#warn({ heading, text: fill(isAnyFree ? text : none, { date: here.dayAndTime(gone) }) });
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

  /**
   * Takes no choice while an action runs, nor from a second click, which may only turn to other weeks. Disabled elements
   * would lose the focus.
   */
  readonly #holdBack = (event: Event) => {
    const isChoice = !(event instanceof KeyboardEvent) || isPress(event.key);
    const isStray = isRepeat(event) && event.target !== this.#earlier && event.target !== this.#later;
    if (!isStray && !(this.#isBusy && isChoice)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #setBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#form.setAttribute("aria-busy", String(isBusy));
    const submit = this.#choice.querySelector(".primary");
    for (const part of [this.#back, submit, ...this.#form.querySelectorAll("fieldset")])
      part?.setAttribute("aria-disabled", String(isBusy));
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
    const { dates, days, date, isEarliest, today } = this.#free;
    const { current } = this.#options;
    if (current) this.#current.replaceChildren(currentTime(this.#page, current));
    this.#range.replaceChildren(here.dateRange(dates[0] ?? today, dates.at(-1) ?? today));
    this.#earlier.setAttribute("aria-disabled", String(isEarliest));
    const onSelect = (chosen: string) => {
      this.#free.choose(chosen);
      this.#drawTimes();
    };
    const onLeave = (target: string) => this.#goTo(target);
    this.#grid.replaceChildren(
      dayGrid(this.#page, { dates, today, days, selected: date, onSelect, onLeave }),
    );
    this.#drawTimes();
    this.#page.announce(foundText(this.#page, this.#free));
  }

  #drawTimes() {
    const { texts } = this.#page;
    const { day, start } = this.#free;
    const onSelect = (chosen: string) => {
      this.#free.start = chosen;
      this.#drawChoice();
      // The summary may have appeared above the time.
      this.#chosenTime()?.scrollIntoView({ block: "nearest" });
    };
    const onReview = () => focusOn(this.#choice);
    const isPool = this.#options.meeting.attorney === null;
    this.#times.replaceChildren(
      day
        ? timeList(this.#page, { day, there: this.#there, isPool, selected: start, onSelect, onReview })
        : notice(this.#page, {
            heading: foundText(this.#page, this.#free),
            text: texts.days.noneHint,
            mentionsFirm: true,
          }),
    );
    this.#drawChoice();
  }

  #drawChoice() {
    const { day, start } = this.#free;
    const choice = choiceOf(this.#page, this.#options, start, () => focusOn(this.#chosenTime()));
    choice.hidden = day === undefined;
    this.#choice.replaceWith(choice);
    this.#choice = choice;
    const { offsetHeight } = choice;
    const isTall = offsetHeight > innerHeight - TIMES_PIXELS;
    choice.classList.toggle("tall", isTall);
    document.documentElement.style.setProperty("--chosen-height", `${isTall ? 0 : offsetHeight}px`);
  }

  #chosenTime() {
    return this.#times.querySelector("input:checked");
  }
}
