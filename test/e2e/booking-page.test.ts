import { readFileSync } from "node:fs";
import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  chooseTime,
  chosenDay,
  FIRM_ZONE,
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

/** Time zones, from the one where a day begins first to the one where it begins last, each with its visitor's locale. */
const VISITORS = [
  ["Pacific/Kiritimati", "en-AU"],
  ["Asia/Kathmandu", "en-IN"],
  ["Europe/London", "en-GB"],
  ["America/New_York", "en-US"],
  ["Pacific/Pago_Pago", "en-NZ"],
] as const;

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
    async (timezoneId, locale) => {
      const { url, consultations } = await newLink();
      const page = await open(url, { timezoneId, locale });
      await heading(page, "Choose a time, Ada").waitFor();
      await expectPlaceAndPrice(page, locale);
      const start = await chooseTime(page);
      const dateOf = (instant: string) =>
        written(instant, "sv-SE", { timeZone: timezoneId, dateStyle: "short" });
      // All times of the chosen day fall on that date in the visitor's time zone.
      expect(new Set((await startsOf(page)).map(dateOf))).toEqual(new Set([await chosenDay(page)]));
      const label = plain(await page.locator(".slot time").first().textContent());
      expect(label).toBe(
        written(start, locale, { timeZone: timezoneId, hour: "numeric", minute: "2-digit" }),
      );
      const attorneyTime = written(start, locale, {
        timeZone: FIRM_ZONE,
        hour: "numeric",
        minute: "2-digit",
      });
      const beside = page.locator(".slot small");
      if (timezoneId === FIRM_ZONE) expect(await beside.count()).toBe(0);
      else expect(plain(await beside.first().textContent())).toContain(attorneyTime);
      await press(page, "Book this time");
      await heading(page, "Your appointment is booked").waitFor();
      await expectPlaceAndPrice(page, locale);
      expect(await consultations()).toMatchObject([{ start_at: start, status: "scheduled" }]);
      expect(plain(await page.locator(".when .date").textContent())).toBe(
        written(start, locale, {
          timeZone: timezoneId,
          weekday: "long",
          day: "numeric",
          month: "long",
          year: "numeric",
        }),
      );
      expect(problems).toEqual([]);
    },
  );

  it.each([1280, 390])(
    "shows a pool's times in the visitor's zone and the firm's, and the attorney's time once booked, %s px wide",
    async (width) => {
      const { lead } = await newLink();
      const { url } = await call("POST", `/api/leads/${lead.id}/links`, { type: "first-meeting" });
      const viewport = { width, height: 900 };
      const page = await open(url, { timezoneId: "Asia/Kathmandu", locale: "en-US", viewport });
      const start = await chooseTime(page);
      expect(plain(await page.locator("#zones").textContent())).toBe(
        "Time zone: Nepal Time. The smaller times are the firm’s, Eastern Time.",
      );
      const [slot, time] = [page.locator(".slot").first(), { hour: "numeric", minute: "2-digit" } as const];
      const timeIn = (timeZone: string) => written(start, "en-US", { timeZone, ...time });
      expect(plain(await slot.locator("time").textContent())).toBe(timeIn("Asia/Kathmandu"));
      expect(plain(await slot.locator("small").textContent())).toContain(timeIn(FIRM_ZONE));
      await press(page, "Book this time");
      await heading(page, "Your appointment is booked").waitFor();
      await page.getByText(/^For the attorney it is/).waitFor();
      expect(problems).toEqual([]);
    },
  );

  it("shows the appointment again after a reload, and keeps the token only in the address", async () => {
    const { url, token } = await newLink();
    expect(url).toBe(`${baseUrl()}/book#${token}`);
    const page = await open(url);
    await chooseTime(page);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
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

  it("offers a file for the visitor's calendar, and sends the token for it only in the header", async () => {
    const { url, token } = await newLink();
    const page = await open(url);
    const start = await chooseTime(page);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    const downloading = page.waitForEvent("download");
    await press(page, "Calendar file (.ics)");
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("appointment.ics");
    const file = readFileSync(await download.path(), "utf8");
    expect(file).toContain("BEGIN:VCALENDAR");
    expect(file).toContain(`DTSTART:${start.replace(/[-:]|\.000/g, "")}`);
    expect([file, ...requests].join()).not.toContain(token);
    expect(problems).toEqual([]);
  });

  it("fetches one file when its button is clicked twice, and says meanwhile that it is busy", async () => {
    const { url } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/calendar.ics", async (route) => {
      await asked;
      await route.continue();
    });
    const file = page.getByRole("button", { name: "Calendar file (.ics)" });
    const downloading = page.waitForEvent("download");
    await file.click();
    await file.click({ force: true });
    expect(await said(page)).toBe("One moment…");
    answer();
    await downloading;
    await page.waitForFunction(`document.querySelector("#status").textContent === ""`);
    expect(requests.filter((request) => request.includes("/calendar.ics"))).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("books once when its button is clicked twice", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await page.getByRole("button", { name: "Book this time" }).dblclick();
    await heading(page, "Your appointment is booked").waitFor();
    expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    expect(await consultations()).toHaveLength(1);
  });

  it("books nothing before a time is chosen, and moves the focus to the times", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await press(page, "Book this time");
    expect(await page.evaluate<string>("document.activeElement.name")).toBe("start");
    expect(await consultations()).toEqual([]);
  });

  it("shows the first browser's appointment to a second browser on the same link", async () => {
    const { url, consultations } = await newLink();
    const [one, other] = [await open(url), await open(url)];
    const start = await chooseTime(one, 0);
    await chooseTime(other, 4);
    await press(one, "Book this time");
    await heading(one, "Your appointment is booked").waitFor();
    await press(other, "Book this time");
    await heading(other, /^Your appointment$/).waitFor();
    expect(await focused(other)).toContain("This link was used already");
    expect(await other.locator(".when time").first().getAttribute("datetime")).toBe(start);
    expect(await consultations()).toMatchObject([{ start_at: start }]);
  });

  it("offers fresh times on the same day when staff have taken the chosen one", async () => {
    const { url, attorney, lead, consultations } = await newLink();
    const page = await open(url);
    const start = await chooseTime(page, 6);
    const day = await chosenDay(page);
    await call("POST", "/api/consultations", {
      lead_id: lead.id,
      attorney_id: attorney.id,
      type: "first-meeting",
      start_at: start,
    });
    await press(page, "Book this time");
    await page.getByText("That time has just gone").waitFor();
    expect(await focused(page)).toContain("can no longer be booked");
    expect(await chosenDay(page)).toBe(day);
    expect(await startsOf(page)).not.toContain(start);
    const second = await chooseTime(page, 0);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    const starts = (await consultations()).map(({ start_at }: { start_at: string }) => start_at);
    expect(starts.toSorted()).toEqual([start, second].toSorted());
  });

  it("shows a change by staff when the visitor tries to change the appointment too", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await press(page, "Book this time");
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    const [{ id }] = await consultations();
    await call("PATCH", `/api/consultations/${id}`, { status: "canceled" });
    await chooseTime(page, 3);
    await press(page, "Move to this time");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await focused(page)).toContain("The appointment has changed meanwhile");
  });
});
