import { fill } from "../shared/fill.ts";
import type { FailureKind, WriteFailure } from "../shared/write-plan.ts";
import type { FailedOutcome } from "./confirmed-write.ts";
import { button, element, heading } from "./elements.ts";
import type { Page } from "./frame.ts";
import { failureOf } from "./link-failure.ts";
import type { Texts } from "./texts/english.ts";

type MessageText = { readonly heading: string; readonly text: string };

export const showLoading = (page: Page): void => {
  page.show(element("section", { class: "card message", "aria-busy": "true" }, heading(page.texts.loading)));
};

/** Returns the visitor's text for a failure that nothing else explains. */
const failureText = (texts: Texts, kind: FailureKind): MessageText =>
  kind === "refused" || kind === "taken" ? texts.fault : texts[kind];

/** Shows the failure, and tries again when the visitor asks or the connection is back. */
export const showFailure = (page: Page, error: unknown, retry?: () => void): void => {
  const { texts } = page;
  const failure = failureOf(error);
  const { kind } = failure;
  if (kind === "ended") page.endLink();
  // Only a browser that knows of the missing connection reports its return.
  const hint = kind === "offline" && !navigator.onLine ? texts.offline.again : referenceOf(texts, failure);
  showMessage(page, {
    ...failureText(texts, kind),
    hint,
    ...(kind !== "ended" && retry && { retry: { label: texts.retry, run: retry } }),
  });
};

/** Shows that the link has ended and that the outcome of the visitor's action is unknown. */
export const showUnsureEnd = (page: Page): void => {
  page.endLink();
  showMessage(page, page.texts.unsureEnd);
};

/** Returns the request id, by which a fault of ours can be found. */
export const referenceOf = (texts: Texts, { kind, requestId }: WriteFailure): string | undefined =>
  kind === "fault" && requestId ? fill(texts.fault.reference, { id: requestId }) : undefined;

type Message = MessageText & {
  readonly hint?: string | undefined;
  readonly retry?: { readonly label: string; readonly run: () => void };
};

/** Shows a screen with only a message and, where there is one, a way to retry. */
export const showMessage = (page: Page, { heading: title, text, hint, retry }: Message): void => {
  const waiting = new AbortController();
  const again = () => {
    waiting.abort();
    retry?.run();
  };
  if (retry) addEventListener("online", again, { signal: waiting.signal });
  page.show(
    element(
      "section",
      { class: "card message" },
      heading(title),
      element("p", {}, text),
      hint && element("p", { class: "hint" }, hint),
      page.contact(),
      retry && element("p", { class: "actions" }, button(retry.label, again, "primary")),
    ),
  );
};

export type NoticeText = {
  readonly heading: string;
  readonly text?: string;
  readonly hint?: string | undefined;
  /** Adds the firm's number. */
  readonly mentionsFirm?: boolean;
};

/** Returns a message about what has happened, above or within a screen. */
export const notice = (page: Page, { heading: title, text, hint, mentionsFirm }: NoticeText) =>
  element(
    "div",
    { class: "notice", tabindex: "-1" },
    element("p", {}, element("strong", {}, title)),
    text && element("p", {}, text),
    hint && element("p", { class: "hint" }, hint),
    mentionsFirm && page.contact(),
  );

export const failureNotice = (texts: Texts, failure: WriteFailure): NoticeText => ({
  ...failureText(texts, failure.kind),
  hint: referenceOf(texts, failure),
  mentionsFirm: failure.kind === "fault",
});

/** Returns the reason why nothing has happened. */
export const failedWriteNotice = (texts: Texts, { kind, failure }: FailedOutcome): NoticeText => {
  if (kind === "missed") return { ...texts.missed, mentionsFirm: true };
  return kind === "unsent"
    ? { heading: texts.missed.heading, text: texts.offline.text, mentionsFirm: true }
    : failureNotice(texts, failure);
};
