import { pause } from "../shared/pause.ts";
import type { Progress } from "../shared/write-plan.ts";
import { isUnsent } from "../shared/write-steps.ts";
import type { Attempt } from "./attempt.ts";
import type { World } from "./confirmed-write.ts";
import { button, element, heading } from "./elements.ts";
import { referenceOf } from "./failure-screen.ts";
import type { Page } from "./frame.ts";
import { isOpen, type Link } from "./link-api.ts";
import { paragraph, timeElement } from "./times.ts";

/**
 * Shows the screen of a write that waits: it was not sent yet, or its outcome is unknown. The page goes on by itself, or
 * on request, until the outcome is known.
 */
export const waitingScreen = (page: Page, attempt: Attempt): World["pause"] => {
  const { unknown, offline, retry } = page.texts;
  const title = heading("");
  const details = element("div", { class: "details" });
  let goOn = () => {};
  const actions = element("p", { class: "actions" });
  const screen = element("section", { class: "card message" }, title, details, page.contact(), actions);
  const ask = () => {
    page.announce(unknown.asking);
    goOn();
  };
  return (milliseconds, progress) => {
    const [heading, label] = isUnsent(progress) ? [offline.heading, retry] : [unknown.heading, unknown.retry];
    details.replaceChildren(...detailsOf(page, attempt, progress));
    if (!screen.isConnected || title.textContent !== heading) {
      title.textContent = heading;
      actions.replaceChildren(button(label, ask, "primary"));
      page.show(screen);
    }
    const { ended, end } = pause(milliseconds);
    goOn = end;
    return ended;
  };
};

const detailsOf = (page: Page, { before }: Attempt, progress: Progress<Link>): HTMLElement[] => {
  const { texts, here } = page;
  const { unknown: words, offline } = texts;
  if (isUnsent(progress)) return [offline.text, offline.unsent].map((text) => element("p", {}, text));
  const { failure, seen } = progress;
  const reference = referenceOf(texts, failure);
  const { consultation } = seen;
  const date = consultation && timeElement(consultation.start_at, here.dayAndTime(consultation.start_at));
  return [
    element("p", {}, failure.kind === "fault" ? words.fault : words.text),
    ...(reference ? [element("p", { class: "hint" }, reference)] : []),
    ...(seen !== before && date && isOpen(consultation) ? [paragraph(words.seen, { date })] : []),
  ];
};
