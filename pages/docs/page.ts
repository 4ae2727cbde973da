import type { createApiReference } from "@scalar/api-reference";
import { addCopyButtons } from "./copy-buttons.ts";
import { CORRECTED_ATTRIBUTES, correctChanges, correctMarkup } from "./correct-markup.ts";
import { fetchDemoKey, fillGuides } from "./guide-values.ts";
import { addContents, readSections } from "./guides.ts";
import { openMainResponses } from "./main-response.ts";
import { openSearchBySlash } from "./open-search.ts";
import { readableDocument } from "./readable-document.ts";
import { chooseSchemes } from "./schemes-of-operations.ts";

// The reference page: Scalar draws the OpenAPI document of this host, with the guides in front.

/** Defined by Scalar's script. */
declare const Scalar: { readonly createApiReference: typeof createApiReference };

/** The name of the document, the prefix of Scalar's ids. */
const SLUG = "intake";

/** The scheme of most operations. */
const SCHEME = "apiKey";

/** Clients for which Scalar writes samples; the tests run those of curl. */
const UNTESTED_CLIENTS = [
  ...[
    "c",
    "clojure",
    "csharp",
    "dart",
    "fsharp",
    "go",
    "http",
    "java",
    "js",
    "kotlin",
    "node",
    "objc",
    "ocaml",
    "php",
  ],
  ...["powershell", "python", "r", "ruby", "rust", "shell/httpie", "shell/wget", "swift"],
];

// Scalar keeps the reader's key in localStorage. Here the key survives a reload, and ends with the tab.
Object.defineProperty(window, "localStorage", { value: sessionStorage });

const fetched = fetch("openapi.json");
fetched.catch(() => {});
const demoKey = fetchDemoKey();

const draw = async () => {
  const reference = document.querySelector("#reference");
  const outline = document.querySelector("#outline");
  const token = await demoKey;
  if (outline) fillGuides(outline, location.origin, token);
  const response = await fetched;
  if (!response.ok) throw new Error(`The document was answered with ${response.status}.`);
  const { info, ...api } = await response.json();
  if (!reference) return;
  removeIllFormedPlace();
  // Before Scalar listens.
  addEventListener("popstate", removeIllFormedPlace);
  const sections = readSections();
  // Only headings, because parsing the guides would take seconds on a slow phone.
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
    authentication: {
      preferredSecurityScheme: SCHEME,
      // The reader's own key precedes it.
      ...(token !== null && { securitySchemes: { [SCHEME]: { token } } }),
    },
    persistAuth: true,
    // Loads nothing from other hosts, and links to none of Scalar's tools.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hiddenClients: UNTESTED_CLIENTS,
    showDeveloperTools: "never",
    agent: { disabled: true },
    documentDownloadType: "none",
    orderSchemaPropertiesBy: "preserve",
    defaultOpenFirstTag: false,
  });
};

/** Removes an ill-formed place from the address: Scalar also decodes it, and draws nothing if that fails. */
const removeIllFormedPlace = () => {
  try {
    decodeURIComponent(location.hash);
  } catch {
    history.replaceState(null, "", location.pathname);
  }
};

/** The guides stay. */
const showFailure = (error: unknown) => {
  console.error(error);
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.innerHTML =
    'The reference could not be loaded. Reload the page to try again, or read the <a href="openapi.json">OpenAPI document</a>.';
  document.querySelector("#outline main")?.prepend(message);
};

const UPDATE_MILLISECONDS = 100;
/** Scalar looks for the place in the address for this long. It never draws a place that the page does not have. */
const PLACE_MILLISECONDS = 3_000;

/** Adds what Scalar's drawing lacks, now and later: once for many changes, of which a long page has thousands. */
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
    // Runs at once, because Scalar scrolls to the address's place in the same task.
    addContents(sections, SLUG);
    if (!isScheduled) setTimeout(update, UPDATE_MILLISECONDS);
    isScheduled = true;
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: CORRECTED_ATTRIBUTES });
};

const removeOutline = () => document.querySelector("#outline")?.remove();

/** Returns true if the address's place is drawn. Scalar draws long pages part by part. */
const isDrawn = (reference: Element) => {
  const place = decodeURIComponent(location.hash.slice(1));
  return place === ""
    ? reference.querySelector("h1") !== null
    : document.getElementById(`${SLUG}/${place}`) !== null;
};

// Runs after Scalar's script, which is deferred.
addEventListener("DOMContentLoaded", () => draw().catch(showFailure));
