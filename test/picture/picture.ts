import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { killSpawned, START, spawnService } from "../e2e/spawned-service.ts";
import { chromiumExecutable } from "../support/installed-chromium.ts";

const FILE = join(import.meta.dirname, "../../docs/booking-page.png");
const VIEWPORT = { width: 1040, height: 1000 };
const MARGIN = 24;

/** Takes the picture of the README: a client's choice of a time, by the link that `npm start` prints. */
const takePicture = async (page: Page, url: string) => {
  await page.goto(url);
  await page.locator(".day.free").nth(2).click();
  await page.locator("input[name=start]").nth(2).check();
  const card = await page.locator(".card").boundingBox();
  if (card === null) throw new Error("The page shows no times.");
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height: card.y + card.height + MARGIN };
  await page.screenshot({ path: FILE, clip });
};

const directory = mkdtempSync(join(tmpdir(), "intake-picture-"));
const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: ["--no-sandbox"] });
try {
  const [, url = ""] = await spawnService(START, directory).printed(/^booking +(\S+)$/m);
  const page = await browser.newPage({
    viewport: VIEWPORT,
    deviceScaleFactor: 1.25,
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  await takePicture(page, url);
  console.log(`${FILE} is written`);
} finally {
  await browser.close();
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
}
