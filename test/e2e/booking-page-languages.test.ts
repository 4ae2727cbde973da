import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { fill } from "../../pages/book/fill.ts";
import { TEXTS } from "../../pages/book/texts/languages.ts";
import {
  chooseTime,
  FIRM_ZONE,
  findBarriers,
  heading,
  press,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

const STATE = "**/api/link";
const TEXT_FILES = "**/book/*.json";
const LOCALES = [
  ["en", "en-GB"],
  ["es", "es-MX"],
  ["de", "de-AT"],
  ["fr", "fr-CA"],
] as const;

describeInBrowser("the page of a client's link", () => {
  const { newLink, open, allow, problems, requests } = useBookingPage();

  const textFiles = () => requests.filter((request) => request.endsWith(".json"));

  describe.each(LOCALES)("in %s", (language, locale) => {
    const texts = TEXTS[language];

    it("books, moves and cancels in the visitor's language, and loads no other", async () => {
      const page = await open((await newLink()).url, { locale });
      await heading(page, fill(texts.book.heading, { name: "Ada" })).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      expect(textFiles()).toEqual([expect.stringContaining(`/book/${language}-`)]);
      const start = await chooseTime(page);
      expect(await findBarriers(page)).toEqual([]);
      await press(page, texts.book.submit);
      await heading(page, texts.appointment.booked).waitFor();
      const date = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: FIRM_ZONE });
      expect(await page.locator(".when .date").textContent()).toBe(date.format(new Date(start)));
      const zone = new Intl.DateTimeFormat(locale, { timeZoneName: "longGeneric", timeZone: FIRM_ZONE });
      const zoneName = zone.formatToParts(new Date(start)).at(-1)?.value ?? "";
      expect(await page.locator(".zone").textContent()).toContain(zoneName);
      expect(await findBarriers(page)).toEqual([]);
      await press(page, texts.appointment.move);
      await times(page).first().waitFor();
      await press(page, texts.move.back);
      await press(page, texts.appointment.cancel);
      await press(page, texts.cancel.confirm);
      await heading(page, texts.appointment.canceled).waitFor();
      expect(problems).toEqual([]);
    });
  });

  describe("when the firm has chosen its language", () => {
    afterEach(() => allow({ language: null }));

    it("uses that language, and loads no other", async () => {
      const { url } = await newLink();
      await allow({ language: "de" });
      const page = await open(url, { locale: "en-US" });
      await heading(page, fill(TEXTS.de.book.heading, { name: "Ada" })).waitFor();
      expect(textFiles()).toEqual([expect.stringContaining("/book/de-")]);
    });

    it("keeps the language and the firm's number when the state cannot be read again", async () => {
      const { url } = await newLink();
      await allow({ language: "de" });
      const page = await open(url, { locale: "en-US" });
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

  it("shows an explanation in every language until it can load its texts", async () => {
    const page = await open("about:blank");
    for (const files of [TEXT_FILES, STATE]) await page.route(files, (route) => route.abort());
    await page.goto((await newLink()).url);
    for (const [language, { shell }] of Object.entries(TEXTS))
      await page.locator(`p[lang=${language}]`, { hasText: shell.blocked }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const files of [TEXT_FILES, STATE]) await page.unroute(files);
    await heading(page, "Choose a time, Ada").waitFor();
  });

  it("gives the firm's number in that explanation if it knows the number", async () => {
    const page = await open("about:blank");
    await page.route(TEXT_FILES, (route) => route.abort());
    await page.goto((await newLink()).url);
    await page.locator("#blocked a[href='tel:+12125550100']").waitFor();
    expect(await page.locator("#blocked .contact").textContent()).toBe("Doe & Partners: +12125550100");
    expect(await findBarriers(page)).toEqual([]);
  });

  it("shows an explanation in every language when its script is blocked", async () => {
    const page = await open("about:blank");
    await page.route("**/book/*.js", (route) => route.abort());
    await page.goto((await newLink()).url);
    for (const language of Object.keys(TEXTS)) await page.locator(`p[lang=${language}]`).waitFor();
  });

  it("shows one explanation in every language when scripts are off", async () => {
    const page = await open((await newLink()).url, { javaScriptEnabled: false });
    for (const language of Object.keys(TEXTS))
      expect(await page.locator(`p[lang=${language}]`).filter({ visible: true }).count()).toBe(1);
  });
});
