import { choosePlural, fill, fillParts } from "../shared/fill.ts";
import { element, isolated, linkBeside } from "./elements.ts";
import type { Page } from "./frame.ts";
import type { Appointment } from "./link-api.ts";
import { priceOf, webAddressOf } from "./place-and-price.ts";

/** The meeting to book or move: an appointment, or the one that the link is for. */
export type Meeting = {
  readonly type: string;
  readonly duration_min: number;
  /** Null for any attorney of a pool. Nobody is named any more after the attorney has left. */
  readonly attorney: { readonly name: string; readonly time_zone: string } | null;
} & Pick<Appointment, "location" | "amount" | "currency">;

/** Returns the type of the meeting, its duration, its attorney, its location and its price. */
export const meetingFacts = ({ texts, language, locale }: Page, meeting: Meeting): HTMLElement => {
  const { type, duration_min, attorney, location, amount, currency } = meeting;
  const { duration, attorney: named, anyAttorney } = texts.meeting;
  const who = attorney ? fillParts(named, { name: isolated(attorney.name) }) : [anyAttorney];
  return element(
    "ul",
    { class: "facts" },
    element("li", { class: "type" }, isolated(type)),
    element("li", {}, fill(choosePlural(duration, duration_min, language), { count: String(duration_min) })),
    attorney?.name !== "" && element("li", {}, ...who),
    location !== null && element("li", { class: "place" }, placeOf(location)),
    amount !== null && currency !== null && element("li", {}, priceOf(locale, amount, currency)),
  );
};

/** Returns the location. A web address is a link. */
const placeOf = (location: string) => {
  const href = webAddressOf(location);
  return href ? linkBeside(href, location) : isolated(location);
};
