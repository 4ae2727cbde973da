import { element } from "./elements.ts";
import type { Page } from "./frame.ts";
import { choosePlural, fill } from "./texts.ts";

type Meeting = {
  readonly type: string;
  readonly duration_min: number;
  readonly attorney: { readonly name: string } | null;
};

/** What is booked: the type of the meeting, how long it takes, and with whom. */
export const meetingFacts = ({ texts }: Page, { type, duration_min, attorney }: Meeting): HTMLElement => {
  const { duration, attorney: named, anyAttorney } = texts.meeting;
  return element(
    "ul",
    { class: "facts" },
    element("li", { class: "type" }, type),
    element(
      "li",
      {},
      fill(choosePlural(duration, duration_min, texts.shell.language), { count: String(duration_min) }),
    ),
    element("li", {}, attorney ? fill(named, { name: attorney.name }) : anyAttorney),
  );
};
