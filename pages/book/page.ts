import { openFrame } from "./frame.ts";
import { linkApi } from "./link-api.ts";
import { openLink } from "./link-flow.ts";
import { textsIn } from "./texts.ts";
import { knownLanguages, timeFormat, visitorsZone } from "./time-format.ts";

// The page of a client's link, `/book#itl_…`. The token stays in the address, behind the #, and in memory.

const languages = knownLanguages(navigator.languages);
const texts = textsIn(languages);
document.documentElement.lang = texts.shell.language;

const api = linkApi(location.hash.slice(1));
const here = timeFormat(languages, visitorsZone(), api.now);

const page = {
  api,
  texts,
  languages,
  here,
  ...openFrame(texts, here),
};

// Another link in the same tab, or the page from the browser's cache.
addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

openLink(page);
