import { button, element, heading } from "./elements.ts";
import type { Page } from "./frame.ts";
import type { Appointment, Link } from "./link-api.ts";
import { meetingFacts } from "./meeting-facts.ts";
import { fill } from "./texts.ts";
import { paragraph, timeElement } from "./times.ts";

/** Why the picker stays after the visitor has chosen. */
export type Setback = "taken" | "missed" | "rateLimited";

export type PickerOptions = {
  readonly link: Link;
  /** The appointment to move; null to book one. */
  readonly current: Appointment | null;
  /** Books or moves. Resolves to nothing when another screen is shown. */
  readonly onChoose: (start: string) => Promise<Setback | undefined>;
  readonly onBack: () => void;
};

/** What is to be booked or moved, beside the choice. */
export const summaryOf = (page: Page, { link, current, onBack }: PickerOptions): HTMLElement => {
  const { texts, here } = page;
  if (current === null)
    return element(
      "section",
      { class: "summary" },
      heading(fill(texts.book.heading, { name: link.first_name })),
      meetingFacts(page, link),
    );
  const date = timeElement(page, current.start_at, here.dayAndTime(current.start_at));
  return element(
    "section",
    { class: "summary" },
    heading(texts.move.heading),
    meetingFacts(page, current),
    paragraph(texts.move.current, { date }),
    button(texts.move.back, onBack),
  );
};
