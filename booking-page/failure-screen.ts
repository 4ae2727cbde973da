import { button, element, heading } from "./elements.ts";
import type { Page } from "./frame.ts";
import { type FailureKind, failureOf, type LinkFailure } from "./link-api.ts";
import { fill, type Texts } from "./texts.ts";

type MessageText = { readonly heading: string; readonly text: string };

export const showLoading = (page: Page): void => {
  page.show(element("section", { class: "card message", "aria-busy": "true" }, heading(page.texts.loading)));
};

/** What the visitor is told of a failure that nothing else explains. */
export const failureText = (texts: Texts, kind: FailureKind): MessageText =>
  kind === "refused" || kind === "taken" ? texts.fault : texts[kind];

/** Shows why there is nothing else to show, and tries again when the visitor asks or the connection is back. */
export const showFailure = (page: Page, error: unknown, retry?: () => void): void => {
  const { texts } = page;
  const failure = failureOf(error);
  const { kind } = failure;
  if (kind === "ended") page.endLink();
  const { heading: title, text } = failureText(texts, kind);
  showMessage(page, {
    heading: title,
    text,
    hint: hintOf(texts, failure),
    ...(kind !== "ended" && retry && { retry: { label: texts.retry, run: retry } }),
  });
};

const hintOf = (texts: Texts, { kind, requestId }: LinkFailure): string | undefined => {
  if (kind === "offline") return texts.offline.again;
  return kind === "fault" && requestId ? fill(texts.fault.reference, { id: requestId }) : undefined;
};

type Message = MessageText & {
  readonly hint?: string | undefined;
  readonly retry?: { readonly label: string; readonly run: () => void };
};

/** A screen that only says something, with a way on where there is one. */
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
      retry && element("p", { class: "actions" }, button(retry.label, again, "primary")),
    ),
  );
};

/** What has happened, above or within a screen. */
export const notice = ({ heading: title, text }: { readonly heading: string; readonly text?: string }) =>
  element(
    "div",
    { class: "notice", tabindex: "-1" },
    element("p", {}, element("strong", {}, title)),
    text && element("p", {}, text),
  );
