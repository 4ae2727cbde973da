import "openapi-explorer/dist/browser/openapi-explorer.min.js";
import { correctMarkup } from "./correct-markup.ts";
import { themeOf } from "./theme.ts";

// The reference page: the OpenAPI document of this host with the guides in front.

type Explorer = HTMLElement & { loadSpec(document: object): Promise<void> };

/** Markdown, set when the page is bundled. */
declare const GUIDES: string;

const explorer = document.querySelector<Explorer>("openapi-explorer");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

const applyTheme = () => {
  for (const [attribute, color] of Object.entries(themeOf(prefersDark.matches)))
    explorer?.setAttribute(attribute, color);
};

const load = async () => {
  const response = await fetch("openapi.json");
  const reference = await response.json();
  await explorer?.loadSpec({ ...reference, info: { ...reference.info, description: GUIDES } });
};

applyTheme();
if (explorer?.shadowRoot) correctMarkup(explorer.shadowRoot);
prefersDark.addEventListener("change", applyTheme);
await load();
