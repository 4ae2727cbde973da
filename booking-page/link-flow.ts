import { showAppointment } from "./appointment-screen.ts";
import { showFailure, showLoading, showMessage } from "./failure-screen.ts";
import type { Page } from "./frame.ts";
import { type Appointment, type Link, LinkFailure } from "./link-api.ts";
import { Picker } from "./picker.ts";
import type { PickerOptions, Setback } from "./picker-summary.ts";
import { type Outcome, type Write, writeSurely } from "./write-surely.ts";

type Said = { readonly done?: "booked" | "moved"; readonly notice?: string };

/** Asks for the state of the link and shows the screen for it. */
export const openLink = async (page: Page, said: Said = {}): Promise<void> => {
  showLoading(page);
  try {
    showState(page, await page.api.link(), said);
  } catch (error) {
    showFailure(page, error, () => openLink(page, said));
  }
};

const showState = (page: Page, link: Link, said: Said = {}): void => {
  page.showLink(link);
  const { consultation, type, duration_min } = link;
  if (consultation) openAppointment(page, link, consultation, said);
  else if (link.allowed.book && type !== null && duration_min !== null)
    openPicker(page, link, { current: null, meeting: { ...link, type, duration_min } });
  else showMessage(page, page.texts.disabled);
};

const openAppointment = (page: Page, link: Link, appointment: Appointment, said: Said) =>
  showAppointment(page, {
    link,
    appointment,
    ...said,
    onMove: () => openPicker(page, link, { current: appointment, meeting: appointment }),
    onCancel: () => cancel(page, link),
  });

type Choice = Pick<PickerOptions, "current" | "meeting">;

const openPicker = (page: Page, link: Link, { current, meeting }: Choice) => {
  const { api } = page;
  const onChoose = (start: string) =>
    write(page, link, {
      send: () => (current ? api.move(start) : api.book(start)),
      isDone: ({ consultation }) => consultation?.start_at === start && consultation.status !== "canceled",
    });
  const onBack = () => showState(page, link);
  new Picker(page, { firstName: link.first_name, meeting, current, onChoose, onBack }).open();
};

const cancel = async (page: Page, link: Link) => {
  const { api, texts } = page;
  // Nothing else can be begun meanwhile.
  showLoading(page);
  page.announce(texts.cancel.submitting);
  const setback = await write(page, link, {
    send: () => api.cancel(),
    isDone: ({ consultation }) => consultation?.status === "canceled",
  });
  if (setback === "taken") await openLink(page, { notice: texts.appointment.changed });
  else if (setback) showState(page, link, { notice: `${texts[setback].heading}. ${texts[setback].text}` });
};

/** Writes, and shows what came of it; the picker or the appointment stays for a setback, which is returned. */
const write = async (page: Page, before: Link, attempt: Write): Promise<Setback | undefined> =>
  showOutcome(page, before, await writeSurely(page.api, before, attempt));

const showOutcome = async (page: Page, before: Link, outcome: Outcome): Promise<Setback | undefined> => {
  const { texts } = page;
  switch (outcome.kind) {
    case "taken":
    case "rateLimited":
      return outcome.kind;
    case "ended":
      showFailure(page, new LinkFailure("ended"));
      return undefined;
    case "unknown":
      await new Promise<void>((resolve) => {
        showMessage(page, { ...texts.unknown, retry: { label: texts.unknown.retry, run: resolve } });
      });
      showLoading(page);
      return showOutcome(page, before, await outcome.askAgain());
    case "done":
      showState(page, outcome.link, { done: before.consultation ? "moved" : "booked" });
      return undefined;
    default: {
      const setback = setbackOf(before, outcome);
      if (setback) return setback;
      showState(page, outcome.link, {
        notice: before.consultation ? texts.appointment.changed : texts.appointment.other,
      });
      return undefined;
    }
  }
};

/** Where nothing has changed, the request was lost, or only its start is refused, which has passed. */
const setbackOf = (before: Link, { kind, link }: Settled): Setback | undefined => {
  if (!isSame(before, link)) return undefined;
  if (kind === "missed") return "missed";
  return link.allowed.book || link.allowed.reschedule ? "taken" : undefined;
};

type Settled = Extract<Outcome, { readonly link: Link }>;

const isSame = ({ consultation: one }: Link, { consultation: other }: Link) =>
  one?.start_at === other?.start_at && one?.status === other?.status;
