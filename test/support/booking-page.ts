import { beforeAll } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { loadAxe, setOffline, useBrowser } from "./chromium.ts";
import { useDemoFirm } from "./demo-firms.ts";

/** Widths of a laptop and of the narrowest phone. */
const WIDTHS = [1280, 320];

/** Addresses of the page's requests: for a link's state, its appointment and its free times. */
export const STATE = "**/api/link";
export const CONSULTATION = "**/api/link/consultation";
export const AVAILABILITY = "**/api/link/availability*";

export const FIRM_ZONE = "America/New_York";
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "09:00", end: "17:00" }));

/** Office hours of a firm in New York that end at midnight. */
export const EVENINGS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "20:00", end: "24:00" }));

const TYPE = { key: "first-meeting", name: "First meeting", duration_min: 60, amount: 150 };

/** Creates a firm that lets clients book, and starts a browser in which tests open a link's page. */
export const useBookingPage = () => {
  const firm = useDemoFirm();
  const browser = useBrowser();
  const { call } = firm;

  const newAttorney = (office_hours = WEEK): Promise<{ id: string }> =>
    call("POST", "/api/members", {
      name: "Grace Counsel",
      schedulable: true,
      time_zone: FIRM_ZONE,
      office_hours,
    });

  beforeAll(() =>
    call("PATCH", "/api/firm", {
      name: "Doe & Partners",
      contact_phone: "+12125550100",
      currency: "USD",
      location: "https://meet.example.com/doe",
      consultation_types: [TYPE],
      self_service: { enabled: true },
    }),
  );

  return {
    ...firm,
    ...browser,
    allow: (changes: object) => call("PATCH", "/api/firm", { self_service: changes }),
    /** Creates a link of a new lead to a meeting with a new attorney. */
    newLink: async (officeHours = WEEK) => {
      const attorney = await newAttorney(officeHours);
      const lead = await call("POST", "/api/leads", {
        first_name: "Ada",
        last_name: "Doe",
        email: `${attorney.id}@example.com`,
        source: "test",
      });
      const { id, url } = await call("POST", `/api/leads/${lead.id}/links`, {
        type: TYPE.key,
        attorney_id: attorney.id,
      });
      const consultations = async () =>
        (await call("GET", `/api/consultations?attorney=${attorney.id}`)).data;
      return { id, url, token: url.replace(/^.*#/, ""), lead, attorney, consultations };
    },
    open: async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: "en-US",
        timezoneId: FIRM_ZONE,
        ...options,
      });
      const page = await context.newPage();
      browser.watch(page);
      await page.goto(url);
      return page;
    },
  };
};

/**
 * Finds barriers at each width: an accessibility checker's findings, content wider than the window, and motion although
 * the visitor wants none. At the first width it also finds what lacks contrast in dark colors, which change nothing else.
 */
export const findBarriers = async (page: Page, widths = WIDTHS): Promise<unknown[]> => {
  const found: unknown[] = [];
  await loadAxe(page);
  const looks = [
    ...widths.slice(0, 1).map((width) => ({ colorScheme: "dark" as const, width, rules: CONTRAST })),
    ...widths.map((width) => ({ colorScheme: "light" as const, width, rules: {} })),
  ];
  for (const { colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 640 });
    const barriers = await page.evaluate<unknown[]>(`(${CHECK})(${JSON.stringify(rules)})`);
    found.push(...barriers.map((barrier) => [colorScheme, width, barrier]));
  }
  return found;
};

const CONTRAST = { runOnly: ["color-contrast"] };

const CHECK = `async (rules) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...rules });
  const barriers = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  if (document.documentElement.scrollWidth > innerWidth) barriers.push("wider than the window");
  const moves = ({ transitionDuration, animationName }) => transitionDuration !== "0s" || animationName !== "none";
  if ([...document.querySelectorAll("*")].some((each) => moves(getComputedStyle(each)))) barriers.push("moves");
  return barriers;
}`;

export const heading = (page: Page, text: string | RegExp) => page.getByRole("heading", { name: text });

/** Returns the page's text for screen readers. */
export const said = (page: Page) => page.locator("[role=status]").textContent();

/** Returns the text of the focused element. */
export const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

/** Returns the free times of the chosen day. */
export const times = (page: Page) => page.locator("input[name=start]");

export const startsOf = (page: Page) =>
  times(page).evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value") ?? ""));

/** Returns the date of the chosen day. */
export const chosenDay = (page: Page) =>
  page.getByRole("gridcell", { selected: true }).getAttribute("data-date");

/** Chooses a time of the third day that has any, because few may be left on the first. */
export const chooseTime = async (page: Page, index = 0): Promise<string> => {
  await page.locator(".day.free").nth(2).click();
  await times(page).nth(index).check();
  return (await times(page).nth(index).getAttribute("value")) ?? "";
};

export const zoneChoice = (page: Page) => page.getByRole("combobox");

/** Chooses a zone, and waits until the days are searched again. */
export const chooseZone = async (page: Page, zone: string) => {
  const searched = page.waitForResponse(AVAILABILITY);
  await zoneChoice(page).selectOption(zone);
  await searched;
  await page.locator("form[aria-busy=false]").waitFor();
};

/** Chooses a time and books it. */
export const book = async (page: Page, index = 0): Promise<string> => {
  const start = await chooseTime(page, index);
  await press(page, "Book this time");
  return start;
};

/** Books a time, and waits until the page says so. */
export const bookSurely = async (page: Page, index = 0): Promise<string> => {
  const start = await book(page, index);
  await heading(page, "Your appointment is booked").waitFor();
  return start;
};

export const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** Takes the connection away for a moment, so that the browser reports that it is back. */
export const reconnect = async (page: Page) => {
  await setOffline(page, true);
  await setOffline(page, false);
};

/**
 * Holds requests back.
 * @returns a function that releases them
 */
export const holdBack = async (page: Page, address: string): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
