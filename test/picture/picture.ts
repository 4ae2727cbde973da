import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { killSpawned, readJson, START, spawnService, WHOLE_DEMO } from "../e2e/spawned-service.ts";
import { chromiumExecutable } from "../support/installed-chromium.ts";
import { nextWorkday, showMending, showWeek, signIn } from "./desk-pictures.ts";
import { withFewColors } from "./few-colors.ts";

const VIEWPORT = { width: 1040, height: 1000 };
const MARGIN = 24;

const FOLDER = join(import.meta.dirname, "../../docs/pictures");

const save = (name: string, png: Buffer) => writeFileSync(join(FOLDER, `${name}.png`), withFewColors(png));

/** Takes the picture of a client's choice of a time, by the link that `npm start` prints. */
const takeBooking = async (page: Page, url: string) => {
  await page.goto(url);
  await page.locator(".day.free").nth(2).click();
  await page.locator("input[name=start]").nth(2).check();
  const card = await page.locator(".card").boundingBox();
  if (card === null) throw new Error("The page shows no times.");
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height: card.y + card.height + MARGIN };
  save("booking-page", await page.screenshot({ clip }));
};

const takeDesk = async (page: Page, link: string) => {
  await signIn(page, link);
  await showMending(page);
  save("desk-inbox", await page.screenshot());
  page.on("dialog", (dialog) => dialog.accept());
  const { attorney_id = "" } = readJson(directory, "demo.json");
  await showWeek(page, attorney_id, nextWorkday(new Date()));
  save("desk-week", await page.screenshot());
};

const directory = mkdtempSync(join(tmpdir(), "intake-picture-"));
const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: ["--no-sandbox"] });
/** Functions are bundled at their first call, which takes its time on a busy machine. */
const PATIENCE_MILLISECONDS = 150_000;

const newPage = async (deviceScaleFactor: number) => {
  const page = await browser.newPage({
    viewport: VIEWPORT,
    deviceScaleFactor,
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  return page;
};
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
