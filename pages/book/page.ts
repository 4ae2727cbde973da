import { showLoading } from "./failure-screen.ts";
import { openFrame, removeBlockedTexts } from "./frame.ts";
import { keptAttempt } from "./kept-attempt.ts";
import { chooseWording, type Language } from "./language.ts";
import { linkApi } from "./link-api.ts";
import { failureOf, LinkFailure } from "./link-failure.ts";
import { openLink } from "./link-flow.ts";
import { loadTexts } from "./load-texts.ts";
import { timeFormat, visitorsZone } from "./time-format.ts";

// The page of a client's link, `/book#itl_…`. The token stays in the address, behind the #, and in memory.

const api = linkApi(location.hash.slice(1));
const showBlocked = removeBlockedTexts();

/** Loads the texts. Until they are there, the page shows why it has not started, in every language. */
const textsOf = async (language: Language): ReturnType<typeof loadTexts> => {
  try {
    return await loadTexts(language);
  } catch {
    showBlocked();
    await connected(5_000);
    return textsOf(language);
  }
};

/** Waits for the time, or until the connection is back. */
const connected = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end, { signal: waiting.signal });
  });

/** Asks for the state of the link, and shows it in the firm's language or the visitor's. */
const open = async () => {
  const attempt = keptAttempt();
  const state = attempt?.before ?? (await api.link().catch(failureOf));
  const firms = state instanceof LinkFailure ? null : state.language;
  const { language, locale } = chooseWording(firms, navigator.languages);
  const texts = await textsOf(language);
  document.documentElement.lang = language;
  const here = timeFormat(locale, visitorsZone(), api.now);
  const reload = () => {
    showLoading(page);
    open();
  };
  const page = { api, language, locale, texts, here, reload, ...openFrame(texts, here) };
  openLink(page, state, attempt);
};

// Another link in the same tab, or the page from the browser's cache.
addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

open();
