import { describe } from "@jest/globals";
import { type Browser, chromium } from "playwright-core";
import { chromiumExecutable } from "./installed-chromium.ts";

/** Tests in a browser; without one they are skipped. */
export const describeInBrowser = chromiumExecutable() === undefined ? describe.skip : describe;

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumExecutable(),
    // The sandbox needs rights that containers lack; the pages are the tests' own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
