import { existsSync } from "node:fs";

const EXECUTABLES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the installed Chromium or Chrome; `CHROMIUM` names another one. Undefined if there is none. */
export const chromiumExecutable = (): string | undefined =>
  [process.env.CHROMIUM ?? "", ...EXECUTABLES].find(existsSync);
