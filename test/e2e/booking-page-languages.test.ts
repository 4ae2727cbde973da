import { expect, it, jest } from "@jest/globals";
import { TEXTS } from "../../pages/book/texts/languages.ts";
import { fill } from "../../pages/shared/fill.ts";
import { timeFormat } from "../../pages/shared/time-format.ts";
import {
  chooseTime,
  chooseZone,
  EVENINGS,
  findBarriers,
  heading,
  press,
  reconnect,
  STATE,
  times,
  useBookingPage,
  zoneChoice,
} from "../support/booking-page.ts";
import { describeInBrowser, RETRIED } from "../support/chromium.ts";

jest.setTimeout(600_000);

const TEXT_FILES = "**/book/*.json";
const ZONE = "Europe/Berlin";

/** Each with its name of a zone, and what it says of another day. */
const LANGUAGES = [
  {
    language: "en",
    locale: "en-GB",
    eastern: "Eastern Time",
    next: "(next day)",
    previous: "(previous day)",
  },
  {
    language: "es",
    locale: "es-ES",
    eastern: "hora oriental",
    next: "(día siguiente)",
    previous: "(día anterior)",
  },
  {
    language: "de",
    locale: "de-AT",
    eastern: "Nordamerikanische Ostküstenzeit",
    next: "(Folgetag)",
    previous: "(Vortag)",
  },
  {
    language: "fr",
    locale: "fr-FR",
    eastern: "heure de l’Est nord-américain",
    next: "(le lendemain)",
    previous: "(la veille)",
  },
] as const;

const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ");

/** Returns the characters of an element's line from left to right, as they are drawn. */
const drawnLine = (selector: string) => `(() => {
  const texts = document.createTreeWalker(document.querySelector("${selector}"), NodeFilter.SHOW_TEXT);
  const drawn = [];
  while (texts.nextNode())
    for (let place = 0; place < texts.currentNode.length; place++) {
      const range = document.createRange();
      range.setStart(texts.currentNode, place);
      range.setEnd(texts.currentNode, place + 1);
      const { left, width } = range.getBoundingClientRect();
      if (width > 0) drawn.push([left, range.toString()]);
    }
  return drawn.sort(([one], [other]) => one - other).map(([, character]) => character).join("");
})()`;

describeInBrowser("the page of a client's link", () => {
  const { newLink, open, allow, problems, requests } = useBookingPage();

  const textFiles = () => requests.filter((request) => request.endsWith(".json"));

  it.each(LANGUAGES)(
    "books, moves and cancels in the visitor's language, names all zones and other days in it, and loads no other: $locale",
    async ({ language, locale, eastern, next, previous }) => {
      const texts = TEXTS[language];
      const page = await open((await newLink(EVENINGS)).url, { locale });
      await heading(page, fill(texts.book.heading, { name: "Ada" })).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      expect(textFiles()).toEqual([expect.stringContaining(`/book/${language}-`)]);
      await zoneChoice(page).locator("option[value='Africa/Cairo']").waitFor({ state: "attached" });
      const labels = await zoneChoice(page).locator("option").allTextContents();
      expect(labels).toContain(`${eastern} – New York`);
      expect(labels.length).toBeGreaterThan(300);
      expect(new Set(labels).size).toBe(labels.length);

      // The last of the evening ends at midnight.
      const start = await chooseTime(page, 6);
      const chosen = page.locator(".chosen-time");
      expect(plain(await chosen.textContent())).toContain(next);
      await chooseZone(page, ZONE);
      expect(plain(await page.locator(".slot:has(:checked) small").textContent())).toContain(previous);
      expect(plain(await chosen.textContent())).not.toContain(next);
      expect(await findBarriers(page)).toEqual([]);

      await press(page, texts.book.submit);
      await heading(page, texts.appointment.booked).waitFor();
      expect(await page.locator(".when .date").textContent()).toBe(timeFormat(locale, ZONE).day(start));
      const zone = new Intl.DateTimeFormat(locale, { timeZoneName: "longGeneric", timeZone: ZONE });
      const zoneName = zone.formatToParts(new Date(start)).at(-1)?.value ?? "";
      expect(await page.locator(".zone").textContent()).toContain(zoneName);
      expect(plain(await page.locator(".when").textContent())).toContain(previous);
      expect(await findBarriers(page)).toEqual([]);
      await press(page, texts.appointment.move);
      await times(page).first().waitFor();
      await press(page, texts.move.back);
      await press(page, texts.appointment.cancel);
      await press(page, texts.cancel.confirm);
      await heading(page, texts.appointment.canceled).waitFor();
      expect(problems).toEqual([]);
    },
  );

  it("uses the language that the firm has chosen, and keeps it and the firm's number when the state cannot be read again", async () => {
    const { url } = await newLink();
    await allow({ language: "de" });
    const page = await open(url, { locale: "en-US" });
    await heading(page, fill(TEXTS.de.book.heading, { name: "Ada" })).waitFor();
    await allow({ language: null });
    expect(textFiles()).toEqual([expect.stringContaining("/book/de-")]);
    await chooseTime(page);
    await page.route(STATE, (route) => route.abort("internetdisconnected"));
    await press(page, TEXTS.de.book.submit);
    await heading(page, TEXTS.de.appointment.booked).waitFor();
    await press(page, TEXTS.de.retry);
    await heading(page, TEXTS.de.offline.heading).waitFor();
    expect(await page.locator("main a[href^='tel:']").count()).toBe(1);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(textFiles()).toHaveLength(1);
  });

  it("shows no words until it knows the state, and uses the visitor's language when the state cannot be loaded", async () => {
    const page = await open("about:blank", { locale: "fr-FR" });
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(STATE, (route) => failed.then(() => route.abort("internetdisconnected")));
    await page.goto((await newLink()).url);
    await heading(page, "…").waitFor();
    expect(await page.locator("header, main h1, #status, footer").allTextContents()).toEqual([
      "",
      "…",
      "",
      "",
    ]);
    expect(textFiles()).toEqual([]);
    fail();
    await heading(page, TEXTS.fr.offline.heading).waitFor();
    await page.unroute(STATE);
    await press(page, TEXTS.fr.retry);
    await heading(page, fill(TEXTS.fr.book.heading, { name: "Ada" })).waitFor();
  });

  it.each([
    ["from right to left", "כהן, 5!", "!5 ,ןהכ"],
    ["with a mark that turns what follows", "Doe \u202e& Co", "Doe oC &"],
  ])("draws a name %s without a change to the texts beside it", async (_, name, drawn) => {
    // Wide enough for a line of each.
    const page = await open("about:blank", { viewport: { width: 900, height: 900 } });
    await page.route(STATE, async (route) => {
      const response = await route.fetch(RETRIED);
      const { firm, attorney, ...state } = await response.json();
      const named = { firm: { ...firm, name }, attorney: { ...attorney, name }, type: name, location: name };
      await route.fulfill({ response, json: { ...state, ...named } });
    });
    await page.goto((await newLink([])).url);
    await page.locator(".contact").waitFor();
    for (const [selector, line] of [
      ["#firm", drawn],
      [".summary .type", drawn],
      [".summary li:nth-child(3)", `with ${drawn}`],
      [".summary .place", drawn],
      [".contact", `You can call ${drawn}: (212) 555-0100`],
    ] as const)
      expect([selector, await page.evaluate(drawnLine(selector))]).toEqual([selector, line]);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("shows an explanation in every language until it can load its texts, with the firm's number if it knows it", async () => {
    const page = await open("about:blank");
    await page.route(TEXT_FILES, (route) => route.abort());
    await page.goto((await newLink()).url);
    await page.locator("#blocked a[href='tel:+12125550100']").waitFor();
    expect(await page.locator("#blocked .contact").textContent()).toBe("Doe & Partners: (212) 555-0100");
    expect(await findBarriers(page)).toEqual([]);
    await page.route(STATE, (route) => route.abort());
    await page.reload();
    for (const [language, { shell }] of Object.entries(TEXTS))
      await page.locator(`p[lang=${language}]`, { hasText: shell.blocked }).waitFor();
    for (const files of [TEXT_FILES, STATE]) await page.unroute(files);
    await reconnect(page);
    await heading(page, "Choose a time, Ada").waitFor();
  });

  it("shows one explanation in every language when its script is blocked, or scripts are off", async () => {
    const { url } = await newLink();
    const blocked = await open("about:blank");
    await blocked.route("**/book/*.js", (route) => route.abort());
    await blocked.goto(url);
    const scriptless = await open(url, { javaScriptEnabled: false });
    for (const language of Object.keys(TEXTS)) {
      await blocked.locator(`p[lang=${language}]`).waitFor();
      const explanation = scriptless.locator(`p[lang=${language}]`).filter({ visible: true });
      expect(await explanation.count()).toBe(1);
    }
  });
});
