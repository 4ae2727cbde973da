import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Pages of the demo firm, in place of a website. */
export const FORM_PATH = "/demo/form";
export const THANKS_PATH = "/demo/thank-you";
/** The API key, which the reference page shows in its samples. */
export const KEY_PATH = "/demo/key";

const RECIPE = join(import.meta.dirname, "../../../docs/recipes/html-form");
const ADDRESS = "https://…/api/leads?key=its_…";

/**
 * Returns the pages of the recipe. The form posts straight to the source. Intake then redirects the browser to the page
 * of thanks, or back with a reason.
 */
export const demoPages = (ingestionKey: string): [path: string, page: string][] => [
  [FORM_PATH, readPage("form.html").replace(ADDRESS, `/api/leads?key=${ingestionKey}`)],
  [THANKS_PATH, readPage("thank-you.html")],
];

/** Returns where the form stands, and its redirects, which lead to pages at the service's address. */
export const redirectsTo = (baseUrl: string) => ({
  allowed_origins: [baseUrl],
  redirect_url: baseUrl + THANKS_PATH,
  error_redirect_url: baseUrl + FORM_PATH,
});

const readPage = (name: string) => readFileSync(join(RECIPE, name), "utf8");
