import { beforeAll } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { readJson, shareDemo } from "../e2e/spawned-service.ts";
import { loadAxe, useBrowser } from "./chromium.ts";

export const WIDE = { width: 1400, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** Starts a browser in which tests open the reference page of the shared service. */
export const useDocsPage = () => {
  const { problems, requests, newContext } = useBrowser();
  const service = { directory: "", baseUrl: "", key: "" };

  beforeAll(async () => {
    const directory = await shareDemo();
    const { base_url = "", api_key = "" } = readJson(directory, "demo.json");
    Object.assign(service, { directory, baseUrl: base_url, key: api_key });
  });

  const openBlank = async (options: BrowserContextOptions) => (await newContext(options)).newPage();

  /** Opens the page at a place, and waits until the place is drawn. */
  const open = async (place = "", options: BrowserContextOptions = {}) => {
    const { colorScheme = "light" } = options;
    const page = await openBlank({ viewport: WIDE, colorScheme, ...options });
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
    page.on("response", (response) => {
      if (response.status() >= 400) problems.push(`${response.url()} ${response.status()}`);
    });
    page.on("request", (request) => requests.push(new URL(request.url()).origin));
    await page.goto(`${service.baseUrl}/api/docs${place}`);
    await drawn(page);
    await page.locator(`body.${colorScheme}-mode`).waitFor();
    return page;
  };

  return Object.assign(service, { problems, requests, open, openBlank });
};

export const drawn = (page: Page) => page.waitForSelector("#outline", { state: "detached" });

/**
 * Returns the findings of an accessibility checker in a part of the page, by default all of it. The page corrects markup
 * a moment after Scalar has drawn it.
 */
export const findBarriers = async (page: Page, part = "html"): Promise<unknown[]> => {
  await loadAxe(page);
  const check = () =>
    page.evaluate<unknown[]>(
      `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] }).then(({ violations }) => violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );
  let found = await check();
  for (let tries = 1; found.length > 0 && tries < 5; tries++) {
    await page.waitForTimeout(1_000);
    found = await check();
  }
  return found;
};
