import type { Page } from "playwright-core";

const VIEWPORT = { width: 1280, height: 860 };

/** Signs in by the link that `npm start` prints, as the person at the computer does. */
export const signIn = async (page: Page, link: string) => {
  await page.setViewportSize(VIEWPORT);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").waitFor();
};

/** The newest rejected delivery of the advertisement, whose form asks for the telephone in another question now. */
export const showMending = async (page: Page) => {
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await page
    .getByRole("link", { name: /Google Ads, injury.*Rejected/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Replay 3 rejected" }).waitFor();
  await page.getByRole("button", { name: /^Phone: / }).click();
  await page.getByLabel("Phone, path 2").selectOption({ label: "best_number_to_call" });
  await page.getByText("3 of the last 3").waitFor();
  await page.getByText("New, Tomas Avila").waitFor();
  await page.evaluate("scrollTo(0, 0)");
};

/** The week of the next workday, with a free half hour chosen. */
export const showWeek = async (page: Page, attorney: string, date: string) => {
  await page.goto(`${new URL(page.url()).origin}/desk#week/${attorney}/${date}`);
  await page.locator("[role=grid][aria-busy=false]").waitFor();
  await page
    .getByRole("gridcell", { name: /Wes Carmody/ })
    .first()
    .waitFor();
  await page.getByRole("gridcell", { name: /free/ }).nth(4).click();
};

/** The first workday from a day on, in the firm's zone, as `YYYY-MM-DD`. */
export const nextWorkday = (now: Date): string => {
  const day = new Date(now);
  while (/Sat|Sun/.test(day.toLocaleDateString("en-US", { weekday: "short", timeZone: ZONE })))
    day.setUTCDate(day.getUTCDate() + 1);
  return day.toLocaleDateString("en-CA", { timeZone: ZONE });
};

const ZONE = "America/New_York";
