import { elapsed } from "../shared/clock.ts";
import { showAppointment } from "./appointment-screen.ts";
import { type Attempt, afterRefusal, obstacleTo } from "./attempt.ts";
import {
  confirmedWrite,
  type FailedOutcome,
  type Outcome,
  resumeWrite,
  type World,
} from "./confirmed-write.ts";
import {
  failedWriteNotice,
  failureNotice,
  type NoticeText,
  showFailure,
  showLoading,
  showMessage,
  showUnsureEnd,
} from "./failure-screen.ts";
import type { Page } from "./frame.ts";
import { keepAttempt } from "./kept-attempt.ts";
import type { Appointment, Link } from "./link-api.ts";
import { failureOf, LinkFailure } from "./link-failure.ts";
import { Picker } from "./picker.ts";
import type { PickerOptions } from "./picker-summary.ts";
import { waitingScreen } from "./waiting-screen.ts";

type Message = { readonly done?: "booked" | "moved" | undefined; readonly notice?: NoticeText };

/** Shows the screen of the link's state. An attempt from before a reload comes first. */
export const openLink = (page: Page, state: Link | LinkFailure, attempt: Attempt | null): void => {
  if (attempt) resume(page, attempt);
  else if (state instanceof LinkFailure) showFailure(page, state, page.reload);
  else showState(page, state);
};

const resume = async (page: Page, attempt: Attempt) => {
  showLoading(page);
  page.showLink(attempt.before);
  const failed = showOutcome(page, attempt, await resumeWrite(worldOf(page, attempt), attempt));
  if (failed) showState(page, failed.link, { notice: failedWriteNotice(page.texts, failed) });
};

const showState = (page: Page, link: Link, message: Message = {}): void => {
  page.showLink(link);
  const { consultation, type, duration_min } = link;
  if (consultation) openAppointment(page, link, consultation, message);
  else if (link.allowed.book && type !== null && duration_min !== null)
    openPicker(page, link, {
      current: null,
      meeting: { ...link, type, duration_min },
      notice: message.notice,
    });
  else showMessage(page, page.texts.disabled);
};

const openAppointment = (page: Page, link: Link, appointment: Appointment, message: Message) =>
  showAppointment(page, {
    link,
    appointment,
    firmName: link.firm.name,
    ...message,
    onMove: () => openPicker(page, link, { current: appointment, meeting: appointment }),
    onCancel: () => cancel(page, link),
    onReload: page.reload,
  });

type Choice = Pick<PickerOptions, "current" | "meeting" | "notice">;

const openPicker = (page: Page, link: Link, choice: Choice) => {
  const kind = choice.current ? "move" : "book";
  const stillAllowed = () => isStillAllowed(page, { kind, before: link });
  const onChoose = (start: string) => write(page, { kind, start, before: link });
  const onBack = () => showPresent(page, link);
  new Picker(page, { link, ...choice, stillAllowed, onChoose, onBack }).open();
};

const cancel = async (page: Page, before: Link) => {
  const { texts } = page;
  // The visitor can begin nothing else meanwhile.
  showLoading(page);
  page.announce(texts.cancel.submitting);
  const failed = await write(page, { kind: "cancel", before });
  if (failed) showState(page, failed.link, { notice: failedWriteNotice(texts, failed) });
};

/** Reads the link again, and shows it. The appointment may have been changed since it was shown. */
const showPresent = async (page: Page, before: Link) => {
  showLoading(page);
  try {
    const link = await page.api.link();
    const isChanged = obstacleTo({ kind: "move", before }, link) === "changed";
    showState(page, link, isChanged ? { notice: { heading: page.texts.appointment.changed } } : {});
  } catch (error) {
    showUnread(page, before, error);
  }
};

/** Shows the known state of a link that could not be read again. */
const showUnread = (page: Page, known: Link, error: unknown) => {
  const failure = failureOf(error);
  if (failure.kind === "ended") showFailure(page, failure);
  else showState(page, known, { notice: failureNotice(page.texts, failure) });
};

/** Reads the link again. Shows its present state and returns false if the visitor's wish can no longer be met. */
const isStillAllowed = async (page: Page, wish: Pick<Attempt, "kind" | "before">): Promise<boolean> => {
  const link = await page.api.link();
  const obstacle = obstacleTo(wish, link);
  if (obstacle) showChanged(page, link, page.texts.appointment[obstacle]);
  return obstacle === undefined;
};

/** Writes, and shows the outcome. Returns a failed outcome, after which the picker or the appointment stays. */
const write = async (page: Page, attempt: Attempt): Promise<FailedOutcome | undefined> =>
  showOutcome(page, attempt, await confirmedWrite(worldOf(page, attempt), attempt));

const worldOf = (page: Page, attempt: Attempt): World => ({
  api: page.api,
  now: elapsed,
  isOnline: () => navigator.onLine,
  pause: waitingScreen(page, attempt),
  keep: () => keepAttempt(attempt),
});

const showOutcome = (page: Page, attempt: Attempt, outcome: Outcome): FailedOutcome | undefined => {
  // A reload asks again about an attempt whose outcome is unknown.
  if (outcome.kind !== "ended" || !outcome.isUnsure) keepAttempt(null);
  if (outcome.kind === "ended") return showEnd(page, outcome.isUnsure);
  const { appointment: words } = page.texts;
  switch (outcome.kind) {
    case "done":
      return showDone(page, attempt, outcome);
    case "changed":
      return showChanged(page, outcome.link, attempt.kind === "book" ? words.other : words.changed);
    case "refused":
      return showChanged(page, afterRefusal(attempt, outcome.link), words.notAllowed);
    default:
      return outcome;
  }
};

const showEnd = (page: Page, isUnsure: boolean): undefined => {
  if (isUnsure) showUnsureEnd(page);
  else showFailure(page, new LinkFailure("ended"));
};

const showChanged = (page: Page, link: Link, heading: string): undefined => {
  showState(page, link, { notice: { heading } });
};

type Done = Extract<Outcome, { readonly kind: "done" }>;

const DONE = { book: "booked", move: "moved", cancel: undefined } as const;

const showDone = (page: Page, { kind, before }: Attempt, { link, appointment }: Done): undefined => {
  const done = DONE[kind];
  if (link) {
    showState(page, link, { done });
    return;
  }
  page.endLink();
  showAppointment(page, { link, appointment, firmName: before.firm.name, done, onReload: page.reload });
};
