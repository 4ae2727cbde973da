import { expect, it, jest } from "@jest/globals";
import type { Locator, Page, Route } from "playwright-core";
import { addDays } from "../../pages/shared/local-days.ts";
import {
  AVAILABILITY,
  chooseTime,
  chooseZone,
  chosenDay,
  EVENINGS,
  FIRM_ZONE,
  findBarriers,
  focused,
  heading,
  press,
  STATE,
  said,
  startsOf,
  times,
  useBookingPage,
  zoneChoice,
} from "../support/booking-page.ts";
import { describeInBrowser, RETRIED } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(600_000);

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const SMALL_PHONE = { width: 320, height: 640 };

/** Office hours of a firm that is closed on Saturdays. */
const SUNDAY_TO_FRIDAY = [1, 2, 3, 4, 5, 7].map((weekday) => ({ weekday, start: "09:00", end: "17:00" }));

const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ");

const boxOf = async (each: Locator) => {
  const box = await each.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { y: box.y, bottom: box.y + box.height };
};

const focusedDate = (page: Page) => page.evaluate<string>("document.activeElement.dataset.date");

describeInBrowser("the choice on the page of a client's link", () => {
  const { newLink, open, problems, requests } = useBookingPage();

  it("shows times, days, summary and appointment in the zone that the visitor chooses", async () => {
    const { url, consultations } = await newLink(EVENINGS);
    const page = await open(url, { timezoneId: "Europe/Berlin" });
    const start = await chooseTime(page, 2);
    expect(await zoneChoice(page).inputValue()).toBe("Europe/Berlin");
    const chosen = page.locator(".chosen");
    expect(plain(await chosen.textContent())).toContain("Central European Time");
    await chooseZone(page, "Asia/Tokyo");
    const day = await chosenDay(page);
    expect(day).toBe(new Date(Date.parse(start) + 9 * 3_600_000).toISOString().slice(0, 10));
    expect(await times(page).and(page.locator(":checked")).getAttribute("value")).toBe(start);
    const tokyo = new Intl.DateTimeFormat("en-US", {
      timeZone: "Asia/Tokyo",
      hour: "numeric",
      minute: "2-digit",
    });
    const time = plain(tokyo.format(new Date(start)));
    expect(plain(await page.locator(".slot:has(:checked) time").textContent())).toBe(time);
    expect(plain(await chosen.textContent())).toContain("Japan Standard Time");
    expect(plain(await chosen.textContent())).toContain(time.replace(/ .M/, ""));
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    expect(plain(await page.locator(".when .time").textContent())).toContain("Japan Standard Time");
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    expect(await zoneChoice(page).inputValue()).toBe("Asia/Tokyo");
    await chooseZone(page, FIRM_ZONE);
    expect(await page.locator(".slot small").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("keeps the zone when the times in another one cannot be read, and searches once for the last of several", async () => {
    // A time of the evening is on the next day in Tokyo.
    const page = await open((await newLink(EVENINGS)).url);
    await chooseTime(page, 2);
    const shown = await page.locator(".slot time").first().textContent();
    await zoneChoice(page).locator("option[value='Asia/Tokyo']").waitFor({ state: "attached" });
    await page.route(AVAILABILITY, (route) => route.abort("internetdisconnected"));
    await zoneChoice(page).selectOption("Asia/Tokyo");
    await page.getByText("No connection").waitFor();
    expect(await zoneChoice(page).inputValue()).toBe(FIRM_ZONE);
    expect(await page.locator(".slot time").first().textContent()).toBe(shown);
    await times(page).nth(1).check();
    expect(await page.locator(".chosen").isVisible()).toBe(true);

    await page.unroute(AVAILABILITY);
    const searches: Route[] = [];
    await page.route(AVAILABILITY, (route) => void searches.push(route));
    // Arrow keys choose every zone on the way, also while the page searches.
    for (const zone of ["Europe/Paris", "Europe/Rome", "Europe/Sofia"])
      await zoneChoice(page).selectOption(zone);
    await eventually(() => searches.length).toBe(1);
    for (const zone of ["Asia/Seoul", "Asia/Tokyo"]) await zoneChoice(page).selectOption(zone);
    await searches[0]?.continue();
    await eventually(() => searches.length).toBe(2);
    expect(await zoneChoice(page).inputValue()).toBe("Asia/Tokyo");
    await searches[1]?.continue();
    await page.locator("form[aria-busy=false]").waitFor();
    expect(await zoneChoice(page).inputValue()).toBe("Asia/Tokyo");
    expect(searches).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it("shows a summary when a time is chosen with Enter or Space, and books it only with its button", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url, { timezoneId: "Europe/London" });
    const chosen = page.getByRole("group", { name: "Your choice" });
    await page.locator(".day.free").nth(2).click();
    await times(page).nth(1).focus();
    for (const [key, leave] of [
      ["Enter", () => page.keyboard.press("Escape")],
      ["Space", () => page.getByRole("button", { name: "Back" }).press("Enter")],
    ] as const) {
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await page.keyboard.up(key);
      await chosen.and(page.locator(":focus")).waitFor();
      const start = await page.locator("input:checked").getAttribute("value");
      await leave();
      expect(await page.evaluate<string>("document.activeElement.value")).toBe(start);
    }
    await page.keyboard.press("Enter");
    const start = (await page.locator("input:checked").getAttribute("value")) ?? "";
    const day = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "Europe/London" });
    const words = plain(await focused(page));
    for (const word of [
      day.format(new Date(start)),
      "United Kingdom Time",
      "with Grace Counsel",
      "https://meet.example.com/doe",
      "$150.00",
      "60 minutes",
      "Book this time",
    ])
      expect(words).toContain(word);
    const description = await chosen.getAttribute("aria-describedby");
    expect(plain(await page.locator(`#${description}`).textContent())).toContain("with Grace Counsel");
    expect(await findBarriers(page)).toEqual([]);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(await consultations()).toEqual([]);
    await page.getByRole("button", { name: "Book this time" }).press("Enter");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    expect(problems).toEqual([]);
  });

  it("moves through the days by keys, also into other months, and chooses one with free times only with Enter or Space", async () => {
    const page = await open((await newLink(SUNDAY_TO_FRIDAY)).url);
    await times(page).first().waitFor();
    const grid = page.getByRole("grid");
    const { keyboard } = page;
    const first = (await chosenDay(page)) ?? "";
    await page.locator("td[tabindex='0']").focus();
    const week = new Date(first).getUTCDay();
    const steps: [string, number][] = [
      ["ArrowDown", 7],
      ["ArrowRight", 8],
      ["ArrowLeft", 7],
      ["Home", 7 - week],
      ["End", 13 - week],
      ["ArrowUp", 6 - week],
    ];
    for (const [key, days] of steps) {
      await keyboard.press(key);
      expect([key, await focusedDate(page)]).toEqual([key, addDays(first, days)]);
    }
    expect(await chosenDay(page)).toBe(first);
    expect(await grid.locator("td[tabindex='0']").count()).toBe(1);
    await keyboard.press("End");
    expect(await page.locator("td:focus .unseen").textContent()).toMatch(/^Saturday.*, no free time$/);
    await keyboard.press("Enter");
    await page.locator("td:focus").click({ force: true });
    expect(await chosenDay(page)).toBe(first);
    // Nothing lies before the first week.
    await keyboard.press("Home");
    await keyboard.press("ArrowUp");
    const start = await focusedDate(page);
    await keyboard.press("ArrowUp");
    expect(await focusedDate(page)).toBe(start);
    const weeks = await grid.locator("tbody tr").count();
    for (let week = 1; week < weeks; week++) {
      await keyboard.press("ArrowDown");
      expect(await focusedDate(page)).toBe(addDays(start, 7 * week));
    }
    await keyboard.press("ArrowDown");
    await page.locator(`td:focus[data-date="${addDays(start, 7 * weeks)}"]`).waitFor();
    await keyboard.press("ArrowUp");
    await page.locator(`td:focus[data-date="${addDays(start, 7 * weeks - 7)}"]`).waitFor();
    await keyboard.press("PageDown");
    const later = addDays(start, 7 * weeks + 21);
    await page.locator(`td:focus[data-date="${later}"]`).waitFor();
    await keyboard.press("Space");
    expect(await chosenDay(page)).toBe(later);
    expect(await focusedDate(page)).toBe(later);
    await page.getByText(/^Time on /).waitFor();
    expect((await startsOf(page))[0]?.slice(0, 10)).toBe(later);
    expect(await said(page)).toMatch(/^There are free times on 24 days/);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("has the times beside the days on a desktop, and the button in sight, without a week that is over", async () => {
    const page = await open((await newLink()).url, { viewport: DESKTOP });
    const days = page.locator(".days");
    const submit = page.getByRole("button", { name: "Book this time" });
    const isBeside = async () => {
      const [left, right] = [await days.boundingBox(), await page.locator(".times").boundingBox()];
      return left !== null && right !== null && left.x + left.width <= right.x && left.y === right.y;
    };
    await times(page).first().waitFor();
    expect([await isBeside(), (await boxOf(submit)).bottom <= DESKTOP.height]).toEqual([true, true]);
    await chooseTime(page, 2);
    expect([await isBeside(), (await boxOf(submit)).bottom <= DESKTOP.height]).toEqual([true, true]);

    const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
    await page.route(AVAILABILITY, (route) => route.fulfill({ json: { data: [{ start_at: inTenDays }] } }));
    await page.reload();
    await times(page).first().waitFor();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: FIRM_ZONE }).format(new Date());
    const first = await page.locator(".day").first().getAttribute("data-date");
    expect((first ?? "") >= today).toBe(true);
    expect(problems).toEqual([]);
  });

  it("keeps the chosen time and its button in sight on a phone, and offers the near zones where the browser lists none", async () => {
    const { url, consultations } = await newLink();
    const page = await open("about:blank", { viewport: PHONE, hasTouch: true, timezoneId: "Asia/Kathmandu" });
    await page.addInitScript("delete Intl.supportedValuesOf");
    await page.goto(url);
    await zoneChoice(page).locator("option[value=UTC]").waitFor({ state: "attached" });
    const zones = await zoneChoice(page)
      .locator("option")
      .evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""));
    expect(zones.slice(0, 2)).toEqual([expect.stringMatching(/^Asia\/Kat/), FIRM_ZONE]);
    expect(zones).toContain("America/Chicago");
    expect(zones.slice(2).filter((zone) => !/^(America|Pacific)\//.test(zone))).toEqual(["UTC"]);
    await page.locator(".day.free").nth(2).tap();
    for (const slot of [page.locator(".slot").first(), page.locator(".slot").last()]) {
      await slot.tap();
      const chosen = await boxOf(page.locator(".chosen"));
      expect(chosen.y).toBeGreaterThan(PHONE.height / 3);
      expect(Math.round(chosen.bottom)).toBeLessThanOrEqual(PHONE.height);
      const bookButton = await boxOf(page.getByRole("button", { name: "Book this time" }));
      expect(bookButton.bottom).toBeLessThanOrEqual(PHONE.height);
      // It does not cover the time.
      expect((await boxOf(slot)).bottom).toBeLessThanOrEqual(chosen.y);
    }
    // Everything below it can be reached.
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const { bottom } = await boxOf(page.locator(".chosen"));
    expect(bottom).toBeLessThanOrEqual((await boxOf(page.locator("#foot"))).y);
    await page.getByRole("button", { name: "Book this time" }).tap();
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("leaves the times in sight on a phone, however long the names and the location are", async () => {
    const { url } = await newLink();
    const page = await open("about:blank", { viewport: SMALL_PHONE, hasTouch: true });
    const name = "Ersteinschätzungsgespräch ".repeat(6);
    const location = "A room on the fourth floor behind the second door; ring twice. "
      .repeat(5)
      .slice(0, 300);
    const choose = async () => {
      await page.goto("about:blank");
      await page.goto(url);
      await page.locator(".day.free").nth(2).tap();
      const slot = page.locator(".slot").nth(3);
      await slot.tap();
      const chosen = await boxOf(page.locator(".chosen"));
      const time = await boxOf(slot);
      expect(time.y).toBeGreaterThanOrEqual(0);
      expect(time.bottom).toBeLessThanOrEqual(Math.min(chosen.y, SMALL_PHONE.height));
      return chosen;
    };
    expect((await choose()).bottom).toBeLessThanOrEqual(SMALL_PHONE.height);
    await page.route(STATE, async (route) => {
      const response = await route.fetch(RETRIED);
      const state = await response.json();
      const json = { ...state, type: name, location, attorney: { ...state.attorney, name } };
      await route.fulfill({ response, json });
    });
    await choose();
    await page.getByRole("button", { name: "Book this time" }).focus();
    const button = await boxOf(page.getByRole("button", { name: "Book this time" }));
    expect(button.y).toBeGreaterThanOrEqual(0);
    expect(button.bottom).toBeLessThanOrEqual(SMALL_PHONE.height);
    expect(problems).toEqual([]);
  });
});
