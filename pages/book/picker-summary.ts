import { element, heading } from "./elements.ts";
import type { NoticeText } from "./failure-screen.ts";
import { fill } from "./fill.ts";
import type { Page } from "./frame.ts";
import type { Appointment, Link } from "./link-api.ts";
import { type Meeting, meetingFacts } from "./meeting-facts.ts";
import { paragraph, timeElement } from "./times.ts";
import type { SetbackOutcome } from "./write-steps.ts";

export type PickerOptions = {
  readonly link: Link;
  readonly meeting: Meeting;
  /** The appointment to move; null to book one. */
  readonly current: Appointment | null;
  readonly notice?: NoticeText | undefined;
  /** Books or moves. Resolves to undefined if another screen is shown. */
  readonly onChoose: (start: string) => Promise<SetbackOutcome | undefined>;
  readonly onBack: () => void;
};

/** Returns the meeting to book or move, which stands beside the choice. */
export const summaryOf = (
  page: Page,
  { link, meeting, current }: PickerOptions,
  back: HTMLElement,
): HTMLElement => {
  const { texts, here } = page;
  if (current === null)
    return element(
      "section",
      { class: "summary" },
      heading(fill(texts.book.heading, { name: link.first_name })),
      meetingFacts(page, meeting),
    );
  const date = timeElement(current.start_at, here.dayAndTime(current.start_at));
  return element(
    "section",
    { class: "summary" },
    heading(texts.move.heading),
    meetingFacts(page, meeting),
    paragraph(texts.move.current, { date }),
    back,
  );
};
