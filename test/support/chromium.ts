import { describe } from "@jest/globals";
import { type Browser, chromium } from "playwright-core";
import { chromiumExecutable } from "./installed-chromium.ts";

/** Describes tests in a browser, and skips them if there is none. */
export const describeInBrowser = chromiumExecutable() === undefined ? describe.skip : describe;

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumExecutable(),
    // The sandbox needs rights that containers lack; the pages are the tests' own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
