import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, jest } from "@jest/globals";
import { type Browser, chromium, type Page } from "playwright-core";
import { chromiumExecutable } from "./installed-chromium.ts";

/**
 * Describes tests in a browser, and skips them if there is none. One that fails is tried once more, since a busy machine can
 * make any wait of a browser too short; what failed is printed.
 */
export const describeInBrowser = (title: string, tests: () => void) => {
  if (chromiumExecutable() === undefined) return describe.skip(title, tests);
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  return describe(title, tests);
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumExecutable(),
    // The sandbox needs rights that containers lack; the pages are the tests' own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });

const AXE = readFileSync(createRequire(import.meta.filename).resolve("axe-core/axe.min.js"), "utf8");

/** Loads the accessibility checker `axe` into a page that does not have it yet. */
export const loadAxe = async (page: Page) => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
};
