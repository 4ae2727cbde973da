import type { createApiReference } from "@scalar/api-reference";
import { addCopyButtons } from "./copy-buttons.ts";
import { CORRECTED_ATTRIBUTES, correctChanges, correctMarkup } from "./correct-markup.ts";
import { addContents, readSections } from "./guides.ts";
import { openMainResponses } from "./main-response.ts";
import { openSearchBySlash } from "./open-search.ts";
import { readableDocument } from "./readable-document.ts";
import { chooseSchemes } from "./schemes-of-operations.ts";

// The reference page: Scalar draws the OpenAPI document of this host, with the guides in front.

/** What the script of Scalar defines. */
declare const Scalar: { readonly createApiReference: typeof createApiReference };

/** The name of the document, with which Scalar's ids begin. */
const SLUG = "intake";

/** The scheme that most operations take. */
const SCHEME = "apiKey";

// Scalar keeps the reader's key in localStorage. Here it survives a reload, and ends with the tab.
Object.defineProperty(window, "localStorage", { value: sessionStorage });

const fetched = fetch("openapi.json");

const draw = async () => {
  const reference = document.querySelector("#reference");
  const { info, ...api } = await (await fetched).json();
  if (!reference) return;
  removeIllFormedPlace();
  const sections = readSections();
  // Only headings: parsing the guides would take a slow phone seconds.
  const description = sections.map(({ heading }) => heading).join("\n\n");
  improve(reference, sections);
  chooseSchemes(SLUG, api.paths, SCHEME);
  Scalar.createApiReference(reference, {
    slug: SLUG,
    content: {
      ...readableDocument(api),
      info: { title: info.title, version: info.version, description },
    },
    servers: [{ url: location.origin }],
    authentication: { preferredSecurityScheme: SCHEME },
    persistAuth: true,
    // Nothing of other hosts, and no door to them.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    documentDownloadType: "none",
    orderSchemaPropertiesBy: "preserve",
    defaultOpenFirstTag: false,
  });
};

/** Scalar, too, decodes the place that the address names, and draws nothing when it cannot. */
const removeIllFormedPlace = () => {
  try {
    decodeURIComponent(location.hash);
  } catch {
    history.replaceState(null, "", location.pathname);
  }
};

const UPDATE_MILLISECONDS = 100;
/** For so long Scalar looks for the place that the address names. One that the page does not have is never drawn. */
const PLACE_MILLISECONDS = 3_000;

/** Adds what Scalar lacks to what it draws, now and later: once for many changes, of which a long page has thousands. */
const improve = (reference: Element, sections: ReturnType<typeof readSections>) => {
  openSearchBySlash();
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    correctMarkup(document.body);
    addCopyButtons(reference);
    openMainResponses(reference);
    if (isDrawn(reference)) removeOutline();
    else if (reference.querySelector("h1") !== null) setTimeout(removeOutline, PLACE_MILLISECONDS);
  };
  new MutationObserver((changes) => {
    correctChanges(changes);
    // At once: Scalar scrolls to the place of the address in the same task.
    addContents(sections, SLUG);
    if (!isScheduled) setTimeout(update, UPDATE_MILLISECONDS);
    isScheduled = true;
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: CORRECTED_ATTRIBUTES });
};

const removeOutline = () => document.querySelector("#outline")?.remove();

/** Whether the place that the address names is drawn: Scalar draws long pages part by part. */
const isDrawn = (reference: Element) => {
  const place = decodeURIComponent(location.hash.slice(1));
  return place === ""
    ? reference.querySelector("h1") !== null
    : document.getElementById(`${SLUG}/${place}`) !== null;
};

// Once the script of Scalar, which is deferred, has run.
addEventListener("DOMContentLoaded", draw);
