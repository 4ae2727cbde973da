import { setTimeout as delay } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { addDays } from "../../pages/book/local-days.ts";
import {
  chooseTime,
  chosenDay,
  FIRM_ZONE,
  findBarriers,
  focused,
  heading,
  press,
  said,
  startsOf,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

const AVAILABILITY = "**/api/link/availability*";
const PHONE = { width: 390, height: 844 };

/** Office hours of a firm in New York that end at midnight. */
const EVENINGS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "20:00", end: "24:00" }));

const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ");

const zoneChoice = (page: Page) => page.getByRole("combobox");

/** Chooses a zone, and waits until the days are searched again. */
const chooseZone = async (page: Page, zone: string) => {
  const searched = page.waitForResponse(AVAILABILITY);
  await zoneChoice(page).selectOption(zone);
  await searched;
  await page.locator("form[aria-busy=false]").waitFor();
};

const boxOf = async (each: Locator) => {
  const box = await each.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { y: box.y, bottom: box.y + box.height };
};

const focusedDate = (page: Page) => page.evaluate<string>("document.activeElement.dataset.date");

describeInBrowser("the choice on the page of a client's link", () => {
  const { newLink, open, problems, requests, baseUrl } = useBookingPage();

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

  it.each([
    ["de-DE", "Nordamerikanische Ostküstenzeit – New York"],
    ["fr-FR", "heure de l’Est nord-américain – New York"],
    ["es-ES", "hora oriental – New York"],
    ["en-GB", "Eastern Time – New York"],
  ])("names every zone of the browser in the language of the page: %s", async (locale, name) => {
    const page = await open((await newLink()).url, { locale, timezoneId: "Pacific/Auckland" });
    await zoneChoice(page).locator("option[value='Africa/Cairo']").waitFor({ state: "attached" });
    const labels = await zoneChoice(page).locator("option").allTextContents();
    expect(labels).toContain(name);
    expect(labels.length).toBeGreaterThan(300);
    expect(new Set(labels).size).toBe(labels.length);
    expect(problems).toEqual([]);
  });

  it("offers the visitor's zone, the attorney's and UTC where the browser lists none", async () => {
    const page = await open("about:blank", { timezoneId: "Asia/Kathmandu" });
    await page.addInitScript("delete Intl.supportedValuesOf");
    await page.goto((await newLink()).url);
    await zoneChoice(page).locator("option[value=UTC]").waitFor({ state: "attached" });
    expect(
      await zoneChoice(page)
        .locator("option")
        .evaluateAll((options) => options.map((option) => option.getAttribute("value"))),
    ).toEqual([expect.stringMatching(/^Asia\/Kat/), FIRM_ZONE, "UTC"]);
    expect(problems).toEqual([]);
  });

  it("keeps the zone when the times in another one cannot be read", async () => {
    // A time of the evening is on the next day in Tokyo.
    const page = await open((await newLink(EVENINGS)).url);
    await chooseTime(page, 2);
    const shown = await page.locator(".slot time").first().textContent();
    await page.route(AVAILABILITY, (route) => route.abort("internetdisconnected"));
    await zoneChoice(page).locator("option[value='Asia/Tokyo']").waitFor({ state: "attached" });
    await zoneChoice(page).selectOption("Asia/Tokyo");
    await page.getByText("No connection").waitFor();
    expect(await zoneChoice(page).inputValue()).toBe(FIRM_ZONE);
    expect(await page.locator(".slot time").first().textContent()).toBe(shown);
    await times(page).nth(1).check();
    expect(await page.locator(".chosen").isVisible()).toBe(true);
  });

  it("searches once for the zone on which several arrow keys end, also while it searches", async () => {
    const page = await open((await newLink()).url);
    await times(page).first().waitFor();
    await zoneChoice(page).locator("option[value='Asia/Tokyo']").waitFor({ state: "attached" });
    let searches = 0;
    await page.route(AVAILABILITY, async (route) => {
      searches += 1;
      await delay(1000);
      await route.continue();
    });
    const searching = page.waitForRequest(AVAILABILITY);
    for (const zone of ["Europe/Paris", "Europe/Rome", "Europe/Sofia"])
      await zoneChoice(page).selectOption(zone);
    await searching;
    for (const zone of ["Asia/Seoul", "Asia/Tokyo"]) await zoneChoice(page).selectOption(zone);
    await page.waitForResponse(AVAILABILITY);
    expect(await zoneChoice(page).inputValue()).toBe("Asia/Tokyo");
    await page.waitForResponse(AVAILABILITY);
    await page.locator("form[aria-busy=false]").waitFor();
    expect(await zoneChoice(page).inputValue()).toBe("Asia/Tokyo");
    expect(searches).toBe(2);
    expect(problems).toEqual([]);
  });

  it.each([
    ["en-US", "(next day)", "(previous day)"],
    ["de-DE", "(Folgetag)", "(Vortag)"],
    ["es-ES", "(día siguiente)", "(día anterior)"],
    ["fr-FR", "(le lendemain)", "(la veille)"],
  ])("says where an end or the attorney's time falls on another day: %s", async (locale, next, previous) => {
    const { url } = await newLink(EVENINGS);
    const page = await open(url, { locale });
    // The last of the evening ends at midnight.
    await chooseTime(page, 6);
    expect(plain(await page.locator(".chosen-time").textContent())).toContain(next);
    await chooseZone(page, "Europe/Berlin");
    expect(plain(await page.locator(".slot:has(:checked) small").textContent())).toContain(previous);
    expect(plain(await page.locator(".chosen-time").textContent())).not.toContain(next);
    await page.locator("button.primary").click();
    const when = page.locator(".when");
    await when.waitFor();
    expect(plain(await when.textContent())).toContain(previous);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(["Enter", "Space"])(
    "shows a summary when a time is chosen with %s, and books it only with its button",
    async (key) => {
      const { url, consultations } = await newLink();
      const page = await open(url, { timezoneId: "Europe/London" });
      await page.locator(".day.free").nth(2).click();
      await times(page).nth(1).focus();
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await page.keyboard.up(key);
      const chosen = page.getByRole("group", { name: "Your choice" });
      await chosen.and(page.locator(":focus")).waitFor();
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
      const leaves = [
        () => page.keyboard.press("Escape"),
        () => page.getByRole("button", { name: "Back" }).press("Enter"),
      ];
      for (const leave of leaves) {
        await leave();
        expect(await page.evaluate<string>("document.activeElement.value")).toBe(start);
        await page.keyboard.press(key);
      }
      expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
      expect(await consultations()).toEqual([]);
      await page.getByRole("button", { name: "Book this time" }).press("Enter");
      await heading(page, "Your appointment is booked").waitFor();
      expect(await consultations()).toMatchObject([{ start_at: start }]);
      expect(problems).toEqual([]);
    },
  );

  it("moves through the days by keys, also into other months, and chooses one only with Enter or Space", async () => {
    const page = await open((await newLink()).url);
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
    // Nothing lies before the first week.
    await keyboard.press("Home");
    const start = await focusedDate(page);
    await keyboard.press("ArrowUp");
    expect(await focusedDate(page)).toBe(start);
    for (const days of [7, 14, 21]) {
      await keyboard.press("ArrowDown");
      expect(await focusedDate(page)).toBe(addDays(start, days));
    }
    await keyboard.press("ArrowDown");
    await page.locator(`td:focus[data-date="${addDays(start, 28)}"]`).waitFor();
    await keyboard.press("ArrowUp");
    await page.locator(`td:focus[data-date="${addDays(start, 21)}"]`).waitFor();
    await keyboard.press("PageDown");
    const later = addDays(start, 49);
    await page.locator(`td:focus[data-date="${later}"]`).waitFor();
    await keyboard.press("Space");
    expect(await chosenDay(page)).toBe(later);
    expect(await focusedDate(page)).toBe(later);
    await page.getByText(/^Time on /).waitFor();
    expect((await startsOf(page))[0]?.slice(0, 10)).toBe(later);
    expect(await said(page)).toMatch(/^There are free times on 28 days/);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("chooses no day without free times, and says so", async () => {
    const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: "09:00", end: "17:00" }));
    const page = await open((await newLink(weekdays)).url);
    await times(page).first().waitFor();
    const chosen = await chosenDay(page);
    await page.locator("td[tabindex='0']").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    expect(await page.locator("td:focus .unseen").textContent()).toMatch(/^Sunday.*, no free time$/);
    await page.keyboard.press("Enter");
    await page.locator("td:focus").click({ force: true });
    expect(await chosenDay(page)).toBe(chosen);
  });

  it.each([
    [PHONE, "light"],
    [PHONE, "dark"],
  ] as const)(
    "keeps the chosen time and its button in sight on a phone: %j, %s",
    async (viewport, colorScheme) => {
      const { url, consultations } = await newLink();
      const page = await open(url, {
        viewport,
        hasTouch: true,
        colorScheme,
        timezoneId: "Asia/Kathmandu",
      });
      await page.locator(".day.free").nth(2).tap();
      for (const slot of [page.locator(".slot").first(), page.locator(".slot").last()]) {
        await slot.tap();
        const [chosen, book, time] = [
          await boxOf(page.locator(".chosen")),
          await boxOf(page.getByRole("button", { name: "Book this time" })),
          await boxOf(slot),
        ];
        expect(chosen.y).toBeGreaterThan(viewport.height / 3);
        expect(Math.round(chosen.bottom)).toBeLessThanOrEqual(viewport.height);
        expect(book.bottom).toBeLessThanOrEqual(viewport.height);
        // It does not cover the time.
        expect(time.bottom).toBeLessThanOrEqual(chosen.y);
      }
      // Everything below it can be reached.
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      const bottom = (await boxOf(page.locator(".chosen"))).bottom;
      expect(bottom).toBeLessThanOrEqual((await boxOf(page.locator("#foot"))).y);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole("button", { name: "Book this time" }).tap();
      await heading(page, "Your appointment is booked").waitFor();
      expect(await consultations()).toHaveLength(1);
      expect(problems).toEqual([]);
    },
  );

  it("links to Google Calendar and Outlook while the appointment stands, and asks neither before a click", async () => {
    const { url, token } = await newLink();
    const page = await open(url);
    const start = await chooseTime(page);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    const sent: Record<string, string>[] = [];
    await page.context().route(/google|outlook/, async (route) => {
      sent.push({ url: route.request().url(), ...(await route.request().allHeaders()) });
      await route.fulfill({ contentType: "text/plain", body: "calendar" });
    });
    for (const [name, host] of [
      ["Google Calendar", "calendar.google.com"],
      ["Outlook", "outlook.live.com"],
    ] as const) {
      const link = page.getByRole("link", { name });
      const address = new URL((await link.getAttribute("href")) ?? "");
      expect(address.host).toBe(host);
      expect([...address.searchParams.values()]).toEqual(
        expect.arrayContaining([
          "First meeting, Grace Counsel, Doe & Partners",
          "https://meet.example.com/doe",
          expect.stringContaining(
            host.startsWith("c") ? start.replace(/[-:]|\.000/g, "") : start.replace(".000", ""),
          ),
        ]),
      );
      expect(await link.getAttribute("rel")).toBe("noreferrer");
      expect(requests.filter((request) => request.includes(host))).toEqual([]);
      const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
      await opened.waitForLoadState();
      expect(await opened.evaluate("[document.referrer, opener]")).toEqual(["", null]);
      await opened.close();
    }
    expect(sent.map(({ url: to }) => new URL(to ?? "").host)).toEqual([
      "calendar.google.com",
      "outlook.live.com",
    ]);
    expect(sent.map(({ referer }) => referer)).toEqual([undefined, undefined]);
    expect(JSON.stringify(sent)).not.toContain(token);
    expect(JSON.stringify(sent)).not.toContain(new URL(baseUrl()).host);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await page.getByRole("link", { name: /Google|Outlook/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("fills the button that keeps the appointment, not the one that cancels it", async () => {
    const page = await open((await newLink()).url);
    await chooseTime(page);
    await press(page, "Book this time");
    await press(page, "Cancel the appointment");
    await page.mouse.move(0, 0);
    const background = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const colors = [await background("dialog"), await background("dialog .danger")];
    expect(colors).toEqual([expect.stringContaining("rgb"), colors[0]]);
    expect(await background("dialog .primary")).not.toBe(colors[0]);
    expect(await focused(page)).toBe("No, keep it");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    await page.getByRole("link", { name: "+12125550100" }).waitFor();
  });
});
