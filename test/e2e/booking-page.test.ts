import { readFileSync } from "node:fs";
import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  bookSurely,
  chooseTime,
  chosenDay,
  FIRM_ZONE,
  focused,
  heading,
  holdBack,
  press,
  said,
  startsOf,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

/** The time zones where a day begins first and last, each with its visitor's locale. */
const VISITORS = [
  ["Pacific/Kiritimati", "en-AU"],
  ["Pacific/Pago_Pago", "en-NZ"],
] as const;

const TIME = { hour: "numeric", minute: "2-digit" } as const;

describeInBrowser("the page of a client's link", () => {
  const { newLink, open, call, problems, requests, baseUrl } = useBookingPage();

  const plain = (text: string | null) => (text ?? "").replace(/\s/g, " ");
  const written = (start: string, locale: string, options: Intl.DateTimeFormatOptions) =>
    plain(new Intl.DateTimeFormat(locale, options).format(new Date(start)));

  const expectPlaceAndPrice = async (page: Page, locale: string) => {
    const address = "https://meet.example.com/doe";
    expect(await page.getByRole("link", { name: address }).getAttribute("href")).toBe(address);
    const price = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).format(150);
    expect(plain(await page.locator(".facts li").last().textContent())).toBe(plain(price));
  };

  it.each(VISITORS)(
    "shows days and times in the visitor's zone and books one, in %s (%s)",
    async (timeZone, locale) => {
      const { url, consultations } = await newLink();
      const page = await open(url, { timezoneId: timeZone, locale });
      await heading(page, "Choose a time, Ada").waitFor();
      await expectPlaceAndPrice(page, locale);
      const start = await chooseTime(page);
      const dateOf = (instant: string) => written(instant, "sv-SE", { timeZone, dateStyle: "short" });
      // All times of the chosen day fall on that date in the visitor's time zone.
      expect(new Set((await startsOf(page)).map(dateOf))).toEqual(new Set([await chosenDay(page)]));
      const slot = page.locator(".slot").first();
      expect(plain(await slot.locator("time").textContent())).toBe(
        written(start, locale, { timeZone, ...TIME }),
      );
      const attorneyTime = written(start, locale, { timeZone: FIRM_ZONE, ...TIME });
      expect(plain(await slot.locator("small").textContent())).toContain(attorneyTime);
      await press(page, "Book this time");
      await heading(page, "Your appointment is booked").waitFor();
      await expectPlaceAndPrice(page, locale);
      const number = page.locator(".appointment a[href='tel:+12125550100']");
      expect(await number.textContent()).toBe("+1 212 555 0100");
      expect(await consultations()).toMatchObject([{ start_at: start, status: "scheduled" }]);
      const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
      expect(plain(await page.locator(".when .date").textContent())).toBe(
        written(start, locale, { timeZone, ...day }),
      );
      expect(problems).toEqual([]);
    },
  );

  it("shows a pool's times in the visitor's zone and the firm's, and the attorney's time once booked", async () => {
    const { lead } = await newLink();
    const { url } = await call("POST", `/api/leads/${lead.id}/links`, { type: "first-meeting" });
    const page = await open(url, { timezoneId: "Asia/Kathmandu", viewport: { width: 390, height: 900 } });
    const start = await chooseTime(page);
    expect(plain(await page.locator("#zones").textContent())).toBe(
      "Time zone: Nepal Time. The smaller times are the firm’s, Eastern Time.",
    );
    const slot = page.locator(".slot").first();
    const timeIn = (timeZone: string) => written(start, "en-US", { timeZone, ...TIME });
    expect(plain(await slot.locator("time").textContent())).toBe(timeIn("Asia/Kathmandu"));
    expect(plain(await slot.locator("small").textContent())).toContain(timeIn(FIRM_ZONE));
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    await page.getByText(/^For the attorney it is/).waitFor();
    expect(problems).toEqual([]);
  });

  it("books once when its button is clicked twice, shows the appointment after a reload, and keeps the token in the address", async () => {
    const { url, token, consultations } = await newLink();
    expect(url).toBe(`${baseUrl()}/book#${token}`);
    const page = await open(url);
    await chooseTime(page);
    await page.getByRole("button", { name: "Book this time" }).dblclick();
    await heading(page, "Your appointment is booked").waitFor();
    expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    expect(await consultations()).toHaveLength(1);
    await page.reload();
    await heading(page, /^Your appointment$/).waitFor();
    expect(await page.title()).toBe("Your appointment – Doe & Partners");
    expect(JSON.stringify(await page.context().storageState({ indexedDB: true }))).not.toContain(token);
    expect(requests.join()).not.toContain(token);
    const paths = new Set(
      requests.map((request) => request.replace(/\?.*/, "").replace(/-[A-Z0-9]{8}\./, ".")),
    );
    expect([...paths].filter((path) => !/ (data:|http.*\/(book|api\/link)\b)/.test(path))).toEqual([]);
    expect(
      requests.filter((request) => !request.includes(` ${baseUrl()}/`) && !request.includes(" data:")),
    ).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("books, moves and cancels by keyboard alone, and moves the focus along", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    const { keyboard } = page;
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 40; presses++) {
        if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))
          return;
        await keyboard.press("Tab");
      }
      throw new Error(`No key leads to ${selector}.`);
    };
    await heading(page, "Choose a time, Ada").waitFor();
    expect(await focused(page)).toBe("Choose a time, Ada");
    expect(await said(page)).toMatch(/^There are free times on \d+ days from /);
    await tabTo("td");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await tabTo("input[name=start]");
    await keyboard.press("Space");
    await keyboard.press("Escape");
    await keyboard.press("ArrowRight");
    const start = await page.evaluate<string>("document.activeElement.value");
    await keyboard.press("Enter");
    expect(await consultations()).toEqual([]);
    await tabTo("button.primary");
    await keyboard.press("Enter");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await focused(page)).toBe("Your appointment is booked");
    expect(await consultations()).toMatchObject([{ start_at: start }]);

    await page.getByRole("button", { name: "Choose another time" }).press("Enter");
    await heading(page, "Choose another time").waitFor();
    expect(await focused(page)).toBe("Choose another time");
    await tabTo("button.turn:not([aria-disabled=true])");
    await keyboard.press("Enter");
    await page.getByText(/^There are free times on 28 days/).waitFor({ state: "attached" });
    await tabTo("input[name=start]");
    await keyboard.press("Space");
    await tabTo("button.primary");
    await keyboard.press("Enter");
    await heading(page, "Your appointment is moved").waitFor();
    expect(await consultations()).toMatchObject([{ status: "rescheduled" }]);

    const cancel = page.getByRole("button", { name: "Cancel the appointment" });
    await cancel.press("Enter");
    await heading(page, "Cancel the appointment?").waitFor();
    expect(await focused(page)).toBe("No, keep it");
    await keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    expect(await focused(page)).toBe("Cancel the appointment");
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Yes, cancel it" }).press("Enter");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await focused(page)).toBe("Your appointment is canceled");
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
    expect(problems).toEqual([]);
  });

  it("offers the appointment to the visitor's calendar while it stands, and sends the token nowhere but in a header", async () => {
    const { url, token } = await newLink();
    const page = await open(url);
    const start = await bookSurely(page);
    const release = await holdBack(page, "**/calendar.ics");
    const file = page.getByRole("button", { name: "Calendar file (.ics)" });
    const downloading = page.waitForEvent("download");
    await file.click();
    await file.click({ force: true });
    expect(await said(page)).toBe("One moment…");
    release();
    const download = await downloading;
    await page.waitForFunction(`document.querySelector("#status").textContent === ""`);
    expect(requests.filter((request) => request.includes("/calendar.ics"))).toHaveLength(1);
    expect(download.suggestedFilename()).toBe("appointment.ics");
    const content = readFileSync(await download.path(), "utf8");
    expect(content).toContain("BEGIN:VCALENDAR");
    expect(content).toContain(`DTSTART:${start.replace(/[-:]|\.000/g, "")}`);
    expect([content, ...requests].join()).not.toContain(token);

    const sent: Record<string, string>[] = [];
    await page.context().route(/google|outlook/, async (route) => {
      sent.push({ url: route.request().url(), ...(await route.request().allHeaders()) });
      await route.fulfill({ contentType: "text/plain", body: "calendar" });
    });
    for (const [name, host, begin] of [
      ["Google Calendar", "calendar.google.com", start.replace(/[-:]|\.000/g, "")],
      ["Outlook", "outlook.live.com", start.replace(".000", "")],
    ] as const) {
      const link = page.getByRole("link", { name });
      const address = new URL((await link.getAttribute("href")) ?? "");
      expect(address.host).toBe(host);
      expect([...address.searchParams.values()]).toEqual(
        expect.arrayContaining([
          "First meeting, Grace Counsel, Doe & Partners",
          "https://meet.example.com/doe",
          expect.stringContaining(begin),
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

  it("shows what staff, or the same link in another browser, have changed meanwhile", async () => {
    const { url, attorney, lead, consultations } = await newLink();
    const [one, other] = [await open(url), await open(url)];
    const taken = await chooseTime(one, 6);
    const day = await chosenDay(one);
    await call("POST", "/api/consultations", {
      lead_id: lead.id,
      attorney_id: attorney.id,
      type: "first-meeting",
      start_at: taken,
    });
    await press(one, "Book this time");
    await one.getByText("That time has just gone").waitFor();
    expect(await focused(one)).toContain("can no longer be booked");
    expect(await chosenDay(one)).toBe(day);
    expect(await startsOf(one)).not.toContain(taken);
    const start = await bookSurely(one);
    const starts = (await consultations()).map(({ start_at }: { start_at: string }) => start_at);
    expect(starts.toSorted()).toEqual([start, taken]);

    // Without a time, the button only leads to the times.
    await times(other).first().waitFor();
    await press(other, "Book this time");
    expect(await other.evaluate<string>("document.activeElement.name")).toBe("start");
    await chooseTime(other, 4);
    await press(other, "Book this time");
    await heading(other, /^Your appointment$/).waitFor();
    expect(await focused(other)).toContain("This link was used already");
    expect(await other.locator(".when time").first().getAttribute("datetime")).toBe(start);
    expect(await consultations()).toHaveLength(2);

    await press(other, "Choose another time");
    await chooseTime(other, 3);
    const { id } = (await consultations()).find((each: { start_at: string }) => each.start_at === start);
    await call("PATCH", `/api/consultations/${id}`, { status: "canceled" });
    await press(other, "Move to this time");
    await press(one, "Choose another time");
    for (const page of [other, one]) {
      await heading(page, "Your appointment is canceled").waitFor();
      expect(await focused(page)).toContain("The appointment has changed meanwhile");
    }
  });
});
