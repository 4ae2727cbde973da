import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe } from "@jest/globals";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
  type Route,
} from "playwright-core";
import { chromiumExecutable } from "./installed-chromium.ts";

/** Describes tests in a browser, and skips them if there is none. */
export const describeInBrowser = chromiumExecutable() === undefined ? describe.skip : describe;

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumExecutable(),
    // The sandbox needs rights that containers lack; the pages are the tests' own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });

/** A busy machine takes its time: only what never comes is waited for as long as this. */
const PATIENCE_MILLISECONDS = 150_000;

/** Starts a browser for the tests of a file. Its contexts, and what was seen in them, end with each test. */
export const useBrowser = () => {
  let browser: Browser;
  const problems: string[] = [];
  const requests: string[] = [];
  const refused: string[] = [];
  const underWay = new Set<Request>();

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) {
      // What a test still holds back fails with its page, and says nothing.
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
    problems.length = 0;
    requests.length = 0;
    refused.length = 0;
    underWay.clear();
  });
  afterAll(() => browser?.close());

  return {
    /** The browser's errors and refusals in the watched pages, except unsuccessful answers. */
    problems,
    /** Method and address of each request of the watched pages. */
    requests,
    /** Status and address of each unsuccessful answer to the watched pages. */
    refused,
    newContext: async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      return context;
    },
    watch: (page: Page) => {
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("request", (request) => {
        requests.push(`${request.method()} ${request.url()}`);
        underWay.add(request);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
      });
      page.on("requestfinished", (request) => underWay.delete(request));
      page.on("requestfailed", (request) => underWay.delete(request));
    },
    /** Waits until no request of the watched pages is under way, during some pauses. */
    settled: async (pauses = 1) => {
      for (let left = pauses; left > 0; left = underWay.size > 0 ? pauses : left - 1) await sleep(20);
    },
  };
};

/** Takes the connection away or gives it back, and waits until the page knows. */
export const setOffline = async (page: Page, isOffline: boolean) => {
  await page.context().setOffline(isOffline);
  await page.waitForFunction(`navigator.onLine === ${!isOffline}`);
};

/** Sends a request again on whose connection there is no answer: the service may have closed it just then, as idle. */
export const RETRIED = { maxRetries: 3 };

/** Has the service do what was asked, and loses its answer. */
export const loseAnswer = async (route: Route) => {
  await route.fetch(RETRIED);
  await route.abort("connectionreset");
};

const AXE = readFileSync(createRequire(import.meta.filename).resolve("axe-core/axe.min.js"), "utf8");

/** Loads the accessibility checker `axe` into a page that does not have it yet. */
export const loadAxe = async (page: Page) => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
};
