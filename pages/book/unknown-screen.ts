import type { World } from "./confirmed-write.ts";
import { button, element, heading } from "./elements.ts";
import { referenceOf } from "./failure-screen.ts";
import type { Page } from "./frame.ts";
import { isOpen } from "./link-api.ts";
import { pause } from "./pause.ts";
import { paragraph, timeElement } from "./times.ts";
import type { Attempt, Progress } from "./write-steps.ts";

/**
 * Shows the screen of a write with an unknown outcome. It asks again by itself, or on request, until the outcome is
 * known.
 */
export const unknownScreen = (page: Page, attempt: Attempt): World["pause"] => {
  const words = page.texts.unknown;
  const details = element("div", { class: "details" });
  let goOn = () => {};
  const ask = () => {
    page.announce(words.asking);
    goOn();
  };
  const screen = element(
    "section",
    { class: "card message" },
    heading(words.heading),
    details,
    page.contact(),
    element("p", { class: "actions" }, button(words.retry, ask, "primary")),
  );
  return (milliseconds, progress) => {
    details.replaceChildren(...detailsOf(page, attempt, progress));
    if (!screen.isConnected) page.show(screen);
    const { ended, end } = pause(milliseconds);
    goOn = end;
    return ended;
  };
};

const detailsOf = (page: Page, { before }: Attempt, { failure, seen }: Progress): HTMLElement[] => {
  const { texts, here } = page;
  const { unknown: words } = texts;
  const reference = referenceOf(texts, failure);
  const { consultation } = seen;
  const date = consultation && timeElement(consultation.start_at, here.dayAndTime(consultation.start_at));
  return [
    element("p", {}, failure.kind === "fault" ? words.fault : words.text),
    ...(reference ? [element("p", { class: "hint" }, reference)] : []),
    ...(seen !== before && date && isOpen(consultation) ? [paragraph(words.seen, { date })] : []),
  ];
};
