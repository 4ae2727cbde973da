import { choosePlural, fill } from "../shared/fill.ts";
import { timeRange } from "../shared/time-format.ts";
import type { FailedOutcome } from "./confirmed-write.ts";
import { button, element, heading, onKey } from "./elements.ts";
import type { NoticeText } from "./failure-screen.ts";
import type { Page } from "./frame.ts";
import type { FreeTimes } from "./free-times.ts";
import type { Appointment, Link } from "./link-api.ts";
import { type Meeting, meetingFacts } from "./meeting-facts.ts";
import { paragraph, timeElement } from "./times.ts";

export type PickerOptions = {
  readonly link: Link;
  readonly meeting: Meeting;
  /** The appointment to move; null to book one. */
  readonly current: Appointment | null;
  readonly notice?: NoticeText | undefined;
  /** Resolves to false if the choice is no longer open: then another screen is shown. */
  readonly stillAllowed: () => Promise<boolean>;
  /** Books or moves. Resolves to undefined if another screen is shown. */
  readonly onChoose: (start: string) => Promise<FailedOutcome | undefined>;
  readonly onBack: () => void;
};

/** Returns the meeting to book or move, which stands beside the choice, and what else stands there. */
export const summaryOf = (
  page: Page,
  { link, meeting, current }: PickerOptions,
  ...others: readonly HTMLElement[]
): HTMLElement => {
  const { book, move } = page.texts;
  return element(
    "section",
    { class: "summary" },
    heading(current ? move.heading : fill(book.heading, { name: link.first_name })),
    meetingFacts(page, meeting),
    ...others,
  );
};

/** Returns a text about the appointment to move. */
export const currentTime = ({ texts, here }: Page, { start_at }: Appointment): HTMLElement =>
  paragraph(texts.move.current, { date: timeElement(start_at, here.dayAndTime(start_at)) });

/** Returns a text with the number of days that have free times. */
export const foundText = ({ texts, language, here }: Page, free: FreeTimes): string => {
  const { searchedFrom, dates, days } = free;
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const count = days.length;
  const text = count === 0 ? texts.days.none : choosePlural(texts.days.found, count, language);
  return fill(text, {
    first: here.shortDate(count === 0 ? searchedFrom : first),
    last: here.shortDate(last),
    count: String(count),
  });
};

/** Returns the summary of the chosen time, with the button that books it. Escape leads back to the time. */
export const choiceOf = (
  page: Page,
  { meeting, current }: PickerOptions,
  start: string | undefined,
  onBack: () => void,
): HTMLElement => {
  const { texts, here } = page;
  const submit = element("button", { class: "primary" }, (current ? texts.move : texts.book).submit);
  if (start === undefined)
    return element("div", { class: "choice" }, element("p", {}, texts.times.missing), submit);
  const time = `${here.day(start)}, ${timeRange(texts.times, here, start, meeting.duration_min)}`;
  return element(
    "div",
    {
      class: "choice chosen",
      tabindex: "-1",
      role: "group",
      "aria-label": texts.times.chosen,
      "aria-describedby": "choice",
      onkeydown: onKey((key) => {
        if (key === "Escape") onBack();
        return key === "Escape";
      }),
    },
    element(
      "div",
      { id: "choice" },
      element(
        "p",
        { class: "chosen-time" },
        timeElement(start, time),
        element("span", { class: "zone" }, ` ${here.zoneName(start)}`),
      ),
      meetingFacts(page, meeting),
    ),
    element("div", { class: "actions inline" }, button(texts.times.back, onBack), submit),
  );
};
