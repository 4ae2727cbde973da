import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { killSpawned, readJson, START, spawnService, WHOLE_DEMO } from "../e2e/spawned-service.ts";
import { chromiumExecutable } from "../support/installed-chromium.ts";
import { nextWorkday, pictureFile, showMending, showWeek, signIn } from "./desk-pictures.ts";

const VIEWPORT = { width: 1040, height: 1000 };
const MARGIN = 24;

/** Takes the picture of a client's choice of a time, by the link that `npm start` prints. */
const takeBooking = async (page: Page, url: string) => {
  await page.goto(url);
  await page.locator(".day.free").nth(2).click();
  await page.locator("input[name=start]").nth(2).check();
  const card = await page.locator(".card").boundingBox();
  if (card === null) throw new Error("The page shows no times.");
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height: card.y + card.height + MARGIN };
  await page.screenshot({ path: pictureFile("booking-page"), clip });
};

const takeDesk = async (page: Page, link: string) => {
  await signIn(page, link);
  await showMending(page);
  await page.screenshot({ path: pictureFile("desk-inbox") });
  page.on("dialog", (dialog) => dialog.accept());
  const { attorney_id = "" } = readJson(directory, "demo.json");
  await showWeek(page, attorney_id, nextWorkday(new Date()));
  await page.screenshot({ path: pictureFile("desk-week") });
};

const directory = mkdtempSync(join(tmpdir(), "intake-picture-"));
const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: ["--no-sandbox"] });
const newPage = (deviceScaleFactor: number) =>
  browser.newPage({
    viewport: VIEWPORT,
    deviceScaleFactor,
    locale: "en-US",
    timezoneId: "America/New_York",
  });
try {
  const service = spawnService(START, directory, WHOLE_DEMO);
  const [, desk = ""] = await service.printed(/^desk +(\S+)$/m);
  const [, booking = ""] = await service.printed(/^booking +(\S+)$/m);
  await takeDesk(await newPage(1), desk);
  await takeBooking(await newPage(1.25), booking);
  console.log("docs/pictures/ is written");
} finally {
  await browser.close();
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
}
