import { element } from "./elements.ts";
import { choosePlural, fill } from "./fill.ts";
import type { Page } from "./frame.ts";

/** The meeting to book or move: an appointment, or the one that the link is for. */
export type Meeting = {
  readonly type: string;
  readonly duration_min: number;
  /** Null for any attorney of a pool. */
  readonly attorney: { readonly name: string; readonly time_zone: string } | null;
};

/** Returns the type of the meeting, its duration and its attorney. */
export const meetingFacts = (
  { texts, language }: Page,
  { type, duration_min, attorney }: Meeting,
): HTMLElement => {
  const { duration, attorney: named, anyAttorney } = texts.meeting;
  return element(
    "ul",
    { class: "facts" },
    element("li", { class: "type" }, type),
    element("li", {}, fill(choosePlural(duration, duration_min, language), { count: String(duration_min) })),
    element("li", {}, attorney ? fill(named, { name: attorney.name }) : anyAttorney),
  );
};
