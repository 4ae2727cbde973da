import { differingFormat, knownFormat, timeElsewhere, timeRange } from "../shared/time-format.ts";
import { isAhead, titleOf } from "./appointment-title.ts";
import { calendarLinks } from "./calendar-links.ts";
import { askToCancel } from "./cancel-dialog.ts";
import { changeHints } from "./change-hints.ts";
import { button, element, heading, linkBeside } from "./elements.ts";
import { type NoticeText, notice, showFailure } from "./failure-screen.ts";
import { focusOn, type Page } from "./frame.ts";
import type { Appointment, Link } from "./link-api.ts";
import { LinkFailure } from "./link-failure.ts";
import { meetingFacts } from "./meeting-facts.ts";
import { paragraph, timeElement } from "./times.ts";

type AppointmentOptions = {
  /** Null if the link's present permissions could not be read. */
  readonly link: Link | null;
  readonly appointment: Appointment;
  readonly firmName: string;
  /** The visitor's last action. */
  readonly done?: "booked" | "moved" | undefined;
  readonly notice?: NoticeText | undefined;
  readonly onMove?: () => void;
  readonly onCancel?: () => void;
  readonly onReload: () => void;
};

/** Shows the screen of an appointment, with the actions that the link allows. */
export const showAppointment = (page: Page, options: AppointmentOptions): void => {
  const { texts } = page;
  const { link, appointment, onMove, onCancel } = options;
  const notices = element("div", {}, options.notice && notice(page, options.notice));
  page.show(
    notices,
    element(
      "section",
      { class: "card appointment" },
      heading(titleOf(page, options)),
      appointmentTime(page, appointment),
      meetingFacts(page, appointment),
      calendars(page, options, notices),
      element(
        "div",
        { class: "actions" },
        link?.allowed.reschedule && onMove && button(texts.appointment.move, onMove),
        link?.allowed.cancel &&
          onCancel &&
          button(texts.appointment.cancel, () => askToCancel(page, appointment, onCancel), "danger"),
      ),
      element("div", { class: "hint" }, ...rules(page, options)),
      page.contact(),
    ),
  );
};

const appointmentTime = (page: Page, { status, start_at, duration_min, attorney }: Appointment) => {
  const { texts, here, locale } = page;
  const other = differingFormat(start_at, here, knownFormat(locale, attorney.time_zone));
  return element(
    "div",
    { class: status === "canceled" ? "when canceled" : "when" },
    element("p", { class: "date" }, timeElement(start_at, here.day(start_at))),
    element(
      "p",
      { class: "time" },
      timeElement(start_at, timeRange(texts.times, here, start_at, duration_min)),
      element("span", { class: "zone" }, ` ${here.zoneName(start_at)}`),
    ),
    other &&
      paragraph(texts.appointment.attorneyTime, {
        time: timeElement(start_at, timeElsewhere(texts.times, start_at, here, other)),
        zone: other.zoneName(start_at),
      }),
  );
};

/** Returns the deadlines for moving and canceling, and what to do after them. */
const rules = (page: Page, { link, appointment, onReload }: AppointmentOptions) => {
  const { texts, language, here } = page;
  const { appointment: words } = texts;
  if (appointment.status === "canceled") return [element("p", {}, words.canceledHint)];
  if (!isAhead(page, appointment)) return [];
  if (link === null) return [element("p", {}, words.unread), button(texts.retry, onReload)];
  const { allowed } = link;
  if (!allowed.reschedule && !allowed.cancel) return [element("p", {}, words.fixed)];
  return changeHints(texts, language, link).map(({ text, until }) =>
    until === undefined
      ? element("p", {}, text)
      : paragraph(text, { date: timeElement(until, here.dayAndTime(until)) }),
  );
};

/** Returns the ways into the visitor's calendar: links to two that open a new entry, and a file for all others. */
const calendars = (page: Page, { appointment, firmName }: AppointmentOptions, notices: HTMLElement) => {
  const { calendar: words } = page.texts;
  if (appointment.status === "canceled") return calendarButton(page, words.update, notices);
  const file = calendarButton(page, words.file, notices);
  if (!isAhead(page, appointment)) return file;
  const title = [appointment.type, appointment.attorney.name, firmName].filter((part) => part !== "");
  const { google, outlook } = calendarLinks({ ...appointment, title: title.join(", ") });
  return element(
    "div",
    { role: "group", "aria-labelledby": "calendars" },
    element("p", { id: "calendars", class: "part" }, words.heading),
    element(
      "div",
      { class: "actions inline" },
      linkBeside(google, words.google, "button"),
      linkBeside(outlook, words.outlook, "button"),
      file,
    ),
  );
};

/** Fetches the file first, because a link cannot carry the token as a header. Ignores a click meanwhile. */
const calendarButton = (page: Page, label: string, notices: HTMLElement) => {
  let isBusy = false;
  const setBusy = (busy: boolean) => {
    isBusy = busy;
    file.setAttribute("aria-disabled", String(busy));
    if (file.isConnected) page.announce(busy ? page.texts.loading : "");
  };
  const file = button(label, async () => {
    if (isBusy) return;
    setBusy(true);
    notices.replaceChildren();
    await download(page).catch((error: unknown) => showFileFailure(page, notices, error));
    setBusy(false);
  });
  return file;
};

const download = async ({ api, texts }: Page) => {
  const address = URL.createObjectURL(await api.calendar());
  element("a", { href: address, download: texts.calendar.fileName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

const showFileFailure = (page: Page, notices: HTMLElement, error: unknown) => {
  if (error instanceof LinkFailure && error.kind === "ended") return showFailure(page, error);
  const shown = notice(page, { heading: page.texts.calendar.failed });
  notices.replaceChildren(shown);
  focusOn(shown);
};
