import { type Appointment, isOpen, type LinkApi } from "./link-api.ts";
import type { Texts } from "./texts/english.ts";

type Titled = { readonly texts: Pick<Texts, "appointment">; readonly api: Pick<LinkApi, "now"> };

type Shown = {
  readonly appointment: Appointment;
  /** The visitor's last action. */
  readonly done?: "booked" | "moved" | undefined;
};

const endOf = ({ start_at, duration_min }: Appointment) => Date.parse(start_at) + duration_min * 60_000;

/** Returns true if the appointment lies ahead or takes place now. Staff may note a no-show ahead of the time. */
export const isAhead = ({ api }: Titled, appointment: Appointment) =>
  isOpen(appointment)
    ? endOf(appointment) > api.now()
    : appointment.status === "no-show" && Date.parse(appointment.start_at) > api.now();

export const titleOf = (page: Titled, { appointment, done }: Shown): string => {
  const words = page.texts.appointment;
  if (appointment.status === "canceled") return words.canceled;
  if (appointment.status === "completed") return words.completed;
  if (!isAhead(page, appointment)) return words.passed;
  if (done) return words[done];
  return Date.parse(appointment.start_at) > page.api.now() ? words.heading : words.running;
};
