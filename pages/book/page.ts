import { pause } from "../shared/pause.ts";
import { timeFormat } from "../shared/time-format.ts";
import { visitorsZone } from "../shared/time-zones.ts";
import { showLoading } from "./failure-screen.ts";
import { openFrame, type Page, removeBlockedTexts } from "./frame.ts";
import { keptAttempt } from "./kept-attempt.ts";
import { chooseWording } from "./language.ts";
import { type Link, linkApi } from "./link-api.ts";
import { failureOf, LinkFailure } from "./link-failure.ts";
import { openLink } from "./link-flow.ts";
import { loadTexts } from "./load-texts.ts";

// The page of a client's link, `/book#itl_…`. The token stays in the address, behind the #, and in memory.

const api = linkApi(location.hash.slice(1));
const showBlocked = removeBlockedTexts();

/** The last state that could be read. It keeps the language and the firm when the next one cannot be read. */
let known: Link | null = null;

/** The time zone of all times. It stays when the state is read again. */
let zone = visitorsZone();

/** Asks for the state of the link, and shows it in the firm's language or the visitor's. Begins anew without texts. */
const open = async (): Promise<void> => {
  const attempt = keptAttempt();
  const state = attempt?.before ?? (await api.link().catch(failureOf));
  if (!(state instanceof LinkFailure)) known = state;
  const { language, locale } = chooseWording(known?.language ?? null, navigator.languages);
  const texts = await loadTexts(language).catch(() => null);
  if (texts === null) {
    showBlocked(known);
    await pause(5_000).ended;
    return open();
  }
  document.documentElement.lang = language;
  let here = timeFormat(locale, zone, api.now);
  const setZone = (timeZone: string) => {
    zone = timeZone;
    here = timeFormat(locale, zone, api.now);
  };
  const reload = () => {
    showLoading(page);
    start();
  };
  const page: Page = {
    api,
    language,
    locale,
    texts,
    get here() {
      return here;
    },
    setZone,
    reload,
    ...openFrame(texts, () => here),
  };
  if (known) page.showLink(known);
  openLink(page, state, attempt);
};

const start = () => open().catch(() => showBlocked(known));

// Another link in the same tab, or the page from the browser's cache.
addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

start();
