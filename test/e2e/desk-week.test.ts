import { beforeAll, expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { halfHoursOf } from "../../pages/desk/week/half-hours.ts";
import { addDays } from "../../pages/shared/local-days.ts";
import { timeFormat } from "../../pages/shared/time-format.ts";
import { findBarriers, holdBack } from "../support/booking-page.ts";
import { describeInBrowser, loseAnswer, setOffline } from "../support/chromium.ts";
import { doubleText, useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(600_000);

const desk = useDesk();
const NEW_YORK = "America/New_York";
const HOURS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: "09:00", end: "17:00" }));

/** A Tuesday that is at least a week ahead. */
const TUESDAY = (() => {
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  return addDays(date, (9 - new Date(date).getUTCDay()) % 7);
})();

beforeAll(() =>
  desk.call("PATCH", "/api/firm", {
    currency: "USD",
    time_zone: NEW_YORK,
    consultation_types: [{ key: "initial", name: "Initial consultation", duration_min: 60, amount: 150 }],
  }),
);

let people = 0;
const newAttorney = async (values: object = {}): Promise<string> => {
  const values_ = {
    name: `Attorney ${++people}`,
    schedulable: true,
    time_zone: NEW_YORK,
    office_hours: HOURS,
  };
  return (await desk.call("POST", "/api/members", { ...values_, ...values })).id;
};
const newLead = async (first_name = "Dana", last_name = "Doe") =>
  desk.call("POST", "/api/leads", {
    first_name,
    last_name,
    email: `person-${++people}-${Date.now()}@example.com`,
    phone: "+12125550187",
    source: "test",
  });
/** Returns the instant of a half hour on a clock. */
const at = (time: string, date = TUESDAY, zone = NEW_YORK): string => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const halfHour = halfHoursOf(date, zone).find(({ minute }) => minute === hours * 60 + minutes);
  return new Date(halfHour?.start ?? 0).toISOString();
};
const book = async (attorney_id: string, start_at: string, lead?: { id: string }) =>
  desk.call("POST", "/api/consultations", {
    lead_id: (lead ?? (await newLead())).id,
    attorney_id,
    type: "initial",
    start_at,
  });
const consultationsOf = async (attorney: string) =>
  (await desk.call("GET", `/api/consultations?attorney=${attorney}`)).data;
const stateOf = (id: string) => desk.call("GET", `/api/consultations/${id}`);

const isRead = (page: Page) => page.locator("[role=grid][aria-busy=false]").waitFor();
const openWeek = async (
  attorney: string,
  options: Parameters<typeof desk.open>[0] & { date?: string } = {},
) => {
  const { date = TUESDAY, ...others } = options;
  const page = await desk.open({ access: "work", hash: `#week/${attorney}/${date}`, ...others });
  await isRead(page);
  return page;
};
const dayOf = (date: string) => timeFormat("en-US", NEW_YORK).longDate(date);
/** Returns the cell of a time, by the sentence that it reads. */
const cell = (page: Page, time: string, states: string | RegExp = "", date = TUESDAY) => {
  const text = `${dayOf(date)}, ${time}, `;
  const name = typeof states === "string" ? text + states : new RegExp(`^${text}.*${states.source}`);
  return page.getByRole("gridcell", { name, exact: typeof states === "string" && states !== "" });
};
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const focused = (page: Page) => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
/** The page knows what is dragged only once the browser has taken its picture. */
const STEPS = { steps: 8 };
const dialog = (page: Page) => page.getByRole("dialog");

describeInBrowser("the week", () => {
  it("books a free half hour by keyboard alone", async () => {
    const attorney = await newAttorney();
    const lead = await newLead("Renée", "O’Brien");
    const page = await openWeek(attorney);
    await page.locator("[role=gridcell][tabindex='0']").focus();
    await page.keyboard.press("Home");
    expect(await focused(page)).toMatch(/, 9:00 AM, free$/);
    while (!(await focused(page)).startsWith(dayOf(TUESDAY))) await page.keyboard.press("ArrowRight");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    expect(await focused(page)).toBe(`${dayOf(TUESDAY)}, 10:30 AM, free`);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("searchbox").fill("renée o’b");
    await page.getByRole("radio", { name: /Renée O’Brien/ }).waitFor();
    await page.getByRole("radio", { name: /Renée O’Brien/ }).focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Place").fill("Room 5");
    await page.keyboard.press("Enter");
    await cell(page, "10:30 AM", "Renée O’Brien, Initial consultation").waitFor();
    expect(await consultationsOf(attorney)).toMatchObject([
      { lead_id: lead.id, start_at: at("10:30"), type: "initial", duration_min: 60, location: "Room 5" },
    ]);
    expect(desk.problems).toEqual([]);
  });

  it("books for a new lead once, however often it is pressed", async () => {
    const attorney = await newAttorney();
    const page = await openWeek(attorney);
    await cell(page, "11:00 AM").click();
    await press(page, "Book here");
    await page.getByLabel("A new lead").check();
    await page.getByLabel("First name").fill("<b>Kim</b>");
    await page.getByLabel("Last name").fill("O'Neil");
    await press(page, "Book");
    await page.getByText(/email/i).last().waitFor();
    await page.getByLabel("Email").fill(`kim-${Date.now()}@example.com`);
    await dialog(page).getByRole("button", { name: "Book", exact: true }).dblclick();
    await cell(page, "11:00 AM", /<b>Kim<\/b> O'Neil/).waitFor();
    expect(await page.locator(".week-block b b").count()).toBe(0);
    expect(await consultationsOf(attorney)).toHaveLength(1);
    const leads = await desk.call("GET", "/api/leads?source=desk&q=neil");
    expect(leads.data).toHaveLength(1);
  });

  it("offers the next times where a colleague was faster", async () => {
    const attorney = await newAttorney();
    const lead = await newLead();
    const page = await openWeek(attorney);
    await cell(page, "1:00 PM").click();
    await press(page, "Book here");
    await page.getByRole("searchbox").fill(lead.email);
    await page.getByRole("radio", { name: /Dana Doe/ }).check();
    await book(attorney, at("13:00"));
    await press(page, "Book");
    await page.getByText(/^Not done\./).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 860 });
    await press(page, "2:00 PM");
    await press(page, "Book");
    await dialog(page).waitFor({ state: "hidden" });
    expect(
      (await consultationsOf(attorney)).map(({ start_at }: { start_at: string }) => start_at).sort(),
    ).toEqual([at("13:00"), at("14:00")]);
  });

  it("moves by keyboard, by pointer and by drag, and names both times before", async () => {
    const attorney = await newAttorney();
    const { id } = await book(attorney, at("09:00"));
    const page = await openWeek(attorney);
    const isAt = async (time: string, text: string) => {
      await dialog(page).waitFor();
      const told = (await dialog(page).textContent()) ?? "";
      expect(told.replace(/\s/g, " ")).toContain("Move Dana Doe");
      expect(told.replace(/\s/g, " ")).toContain(text);
      await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
      await dialog(page).waitFor({ state: "hidden" });
      expect((await stateOf(id)).start_at).toBe(at(time));
    };
    await cell(page, "9:00 AM").click();
    await press(page, "Move");
    await cell(page, "9:30 AM", "Dana Doe, Initial consultation, free").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await isAt("10:30", "at 9:00 AM");
    await cell(page, "10:30 AM", "Dana Doe, Initial consultation").click();
    await press(page, "Move");
    await isRead(page);
    await cell(page, "2:00 PM", "free").click();
    await isAt("14:00", "at 10:30 AM");
    await cell(page, "2:30 PM", "Dana Doe, Initial consultation").dragTo(cell(page, "12:00 PM"), STEPS);
    await isAt("12:00", "at 2:00 PM");
    expect(desk.problems).toEqual([]);
  });

  it("cancels, completes, notes a no-show and a payment", async () => {
    const attorney = await newAttorney();
    const [first, second, third] = [
      await book(attorney, at("09:00")),
      await book(attorney, at("10:00")),
      await book(attorney, at("11:00")),
    ];
    const page = await openWeek(attorney);
    const change = async (time: string, name: string, fill: () => Promise<unknown> = async () => {}) => {
      await cell(page, time).click();
      await press(page, name);
      await dialog(page).waitFor();
      await fill();
      await dialog(page).getByRole("button", { name, exact: true }).click();
      await dialog(page).waitFor({ state: "hidden" });
    };
    await change("9:00 AM", "Payment", () => page.getByLabel("Amount").fill("99.5"));
    await change("9:00 AM", "Complete", () => page.getByLabel("Outcome").fill("Retained"));
    await change("10:00 AM", "No-show");
    await change("11:00 AM", "Cancel it");
    await cell(page, "9:00 AM", "completed, Dana Doe, Initial consultation").waitFor();
    await cell(page, "10:00 AM", "free").waitFor();
    await cell(page, "11:00 AM", "free").waitFor();
    expect(await Promise.all([first, second, third].map(({ id }) => stateOf(id)))).toMatchObject([
      { status: "completed", outcome: "Retained", paid: true, amount: 99.5 },
      { status: "no-show" },
      { status: "canceled" },
    ]);
    await page.getByText("$99.50 paid").first().waitFor();
  });

  it("says that it does not know yet whether somebody was booked, until a read shows it", async () => {
    const attorney = await newAttorney();
    const lead = await newLead();
    const page = await openWeek(attorney);
    await cell(page, "3:00 PM").click();
    await press(page, "Book here");
    await page.getByRole("searchbox").fill(lead.email);
    await page.getByRole("radio", { name: /Dana Doe/ }).check();
    await page.route("**/api/consultations", loseAnswer);
    const read = await holdBack(page, "**/api/attorneys/*/calendar*");
    await press(page, "Book");
    await page.getByText(/We do not know yet whether Dana Doe was booked/).waitFor();
    await cell(page, "4:00 PM").click();
    await page.getByRole("button", { name: "Book here" }).waitFor();
    read();
    await cell(page, "3:00 PM", "Dana Doe, Initial consultation").waitFor();
    expect(await consultationsOf(attorney)).toHaveLength(1);
  });

  it("shows a day of eight attorneys, and moves a consultation to another", async () => {
    const page = await desk.open({ access: "work", hash: `#week/all/${TUESDAY}` });
    const ids: string[] = [];
    for (let count = 0; count < 8; count++)
      ids.push(
        await newAttorney({ name: `Aa ${count}`, ...(count === 7 && { time_zone: "America/Chicago" }) }),
      );
    const { id } = await book(ids[0] ?? "", at("09:00"));
    await page.reload();
    await isRead(page);
    await eventually(() => page.getByRole("columnheader").count()).toBe(9);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 860 });
    await cell(page, "9:00 AM", "Dana Doe, Initial consultation").dragTo(
      cell(page, "10:00 AM").nth(1),
      STEPS,
    );
    await dialog(page).getByText("with Aa 1").waitFor();
    await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect(await stateOf(id)).toMatchObject({ attorney_id: ids[1], start_at: at("10:00") });
  });

  it("pages by week with the keyboard, and shows the weeks of both clock changes", async () => {
    const NIGHTS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:30", end: "03:30" }));
    const attorney = await newAttorney({ office_hours: NIGHTS });
    const page = await openWeek(attorney, { date: "2027-11-03" });
    await cell(page, "1:30 AM EDT", "free", "2027-11-07").click();
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("Sunday, November 7, 2027, 1:00 AM EST, free");
    await page.keyboard.press("PageDown");
    await page.waitForURL(/2027-11-14$/);
    await page.waitForFunction(
      "document.activeElement.ariaLabel?.startsWith('Sunday, November 14, 2027, 1:')",
    );
    await page.goto(`${desk.baseUrl()}/desk#week/${attorney}/2027-03-10`);
    await isRead(page);
    await cell(page, "1:30 AM", "", "2027-03-14").click();
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toMatch(/^Sunday, March 14, 2027, 3:00 AM, /);
  });

  it("shows an attorney's times in the attorney's zone, with the viewer's beside", async () => {
    const attorney = await newAttorney({ time_zone: "America/Chicago" });
    const page = await openWeek(attorney, { timezoneId: "Europe/Berlin" });
    await cell(page, "9:00 AM", "free").waitFor();
    expect(await page.getByRole("columnheader").first().textContent()).toBe("YoursChicago");
    expect((await page.getByRole("rowheader").first().textContent())?.replace(/\s/g, " ")).toBe("4 PM9 AM");
    expect(await findBarriers(page)).toEqual([]);
  });

  it("asks twice a minute while it is visible, and for nothing while it is hidden", async () => {
    const attorney = await newAttorney();
    const page = await openWeek(attorney, { prepare: (each) => each.clock.install() });
    const count = async () =>
      (await desk.requestsDuring(page, 66)).filter((request) => !request.includes("/api/events")).length;
    expect(await count()).toBe(2);
    await page.evaluate(
      `Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })`,
    );
    expect(await count()).toBe(0);
  });

  it("shows what a colleague books, within the time of an event", async () => {
    const attorney = await newAttorney();
    const page = await openWeek(attorney);
    await cell(page, "9:00 AM", "free").waitFor();
    await book(attorney, at("09:00"));
    await cell(page, "9:00 AM", "Dana Doe, Initial consultation").waitFor();
  });

  it("lets who may only read look, and offers nothing to book or move", async () => {
    const attorney = await newAttorney();
    await book(attorney, at("09:00"));
    const page = await openWeek(attorney, { access: "read" });
    await cell(page, "9:00 AM", "Dana Doe, Initial consultation").click();
    await page.getByRole("link", { name: "(212) 555-0187" }).first().waitFor();
    expect(await page.getByRole("button", { name: /Move|Cancel|Book/ }).count()).toBe(0);
    await cell(page, "11:00 AM", "free").dblclick();
    expect(await dialog(page).count()).toBe(0);
    expect(await page.locator("[draggable=true]").count()).toBe(0);
  });

  it("shows to a key that reads consultations alone what takes the time, without names", async () => {
    const attorney = await newAttorney();
    await book(attorney, at("09:00"));
    const page = await desk.openByKey(`#week/${attorney}/${TUESDAY}`, ["consultations:read"]);
    await cell(page, "9:00 AM", "Booked, initial").waitFor();
    await cell(page, "10:00 AM", "free").waitFor();
    expect(await page.getByRole("navigation").getByRole("link").allTextContents()).toEqual(["Week"]);
    await desk.settled();
    expect(desk.refused.filter((each) => each.startsWith("403"))).toEqual([]);
  });

  it("sends nothing of a booking that is pressed while offline, and keeps what was typed", async () => {
    const attorney = await newAttorney();
    const lead = await newLead("<img src=x onerror=alert(1)>", "‮Doe");
    const page = await openWeek(attorney);
    await cell(page, "9:00 AM").click();
    await press(page, "Book here");
    await page.getByRole("searchbox").fill(lead.email);
    await page.getByRole("radio", { name: /<img src=x/ }).check();
    await page.getByLabel("Place").fill("Room <7>");
    await setOffline(page, true);
    await press(page, "Book");
    await page.getByText("You are offline: nothing was sent.").waitFor();
    expect(await page.getByLabel("Place").inputValue()).toBe("Room <7>");
    await setOffline(page, false);
    await press(page, "Book");
    await cell(page, "9:00 AM", /<img src=x/).waitFor();
    expect(await consultationsOf(attorney)).toHaveLength(1);
    expect(await page.locator("main img").count()).toBe(0);
  });

  it("is a day on a phone, where a touch books, and prints", async () => {
    const attorney = await newAttorney();
    await book(attorney, at("09:00"));
    const page = await openWeek(attorney, { viewport: { width: 390, height: 844 }, forcedColors: "active" });
    expect(await page.getByRole("columnheader").count()).toBe(2);
    await cell(page, "10:00 AM", "free").click();
    await dialog(page).getByRole("searchbox").waitFor();
    await press(page, "Back");
    await cell(page, "9:00 AM", "Dana Doe, Initial consultation").click();
    await dialog(page).getByRole("button", { name: "Move" }).waitFor();
    expect(await findBarriers(page, [390, 320])).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("grid").isVisible()).toBe(true);
  });

  it("says that a move and a cancellation were not done only once a late read has shown it", async () => {
    const attorney = await newAttorney();
    const meetings = [await book(attorney, at("09:00")), await book(attorney, at("11:00"))];
    const page = await openWeek(attorney, { prepare: (each) => each.clock.install() });
    await page.route("**/api/consultations/*", async (route) => {
      if (route.request().method() === "GET") return route.continue();
      // Soon, it would count as a try without a connection.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return route.abort();
    });
    await cell(page, "9:00 AM").click();
    await press(page, "Move");
    await cell(page, "2:00 PM", "free").click();
    await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText(/We do not know yet whether Dana Doe was moved/).waitFor();
    await cell(page, "9:00 AM").click();
    expect(await page.getByRole("button", { name: "Move", exact: true }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await cell(page, "11:00 AM").click();
    await press(page, "Cancel it");
    await dialog(page).getByRole("button", { name: "Cancel it" }).click();
    const notDone = page.getByText(/^It was not done/);
    await page.getByText(/We do not know yet whether .*canceled/).waitFor();
    expect(await notDone.count()).toBe(0);
    for (let seconds = 0; (await notDone.count()) < 2 && seconds < 120; seconds += 5)
      await page.clock.runFor(5_000);
    await eventually(() => notDone.count()).toBe(2);
    expect(await Promise.all(meetings.map(({ id }) => stateOf(id)))).toMatchObject([
      { status: "scheduled", start_at: at("09:00") },
      { status: "scheduled", start_at: at("11:00") },
    ]);
  });

  it("has no barrier in the dialogs of a move and of each change, or where text is twice as large", async () => {
    const attorney = await newAttorney();
    await book(attorney, at("09:00"));
    const page = await openWeek(attorney);
    const check = async (name: string) => {
      await dialog(page).waitFor();
      expect([name, await findBarriers(page, [390, 1280])]).toEqual([name, []]);
      await press(page, "Back");
    };
    await cell(page, "9:00 AM").click();
    for (const name of ["Complete", "No-show", "Payment", "Cancel it"]) {
      await press(page, name);
      await check(name);
    }
    await press(page, "Move");
    await cell(page, "2:00 PM", "free").click();
    await check("Move");
    await doubleText(page);
    expect(await findBarriers(page, [1280])).toEqual([]);
  });

  it("prints all its days on a sheet, and who comes with which telephone, without what is pressed", async () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "09:00", end: "12:00" }));
    const attorney = await newAttorney({ office_hours: everyDay });
    await book(attorney, at("09:00"));
    const page = await openWeek(attorney, { viewport: { width: 720, height: 1000 } });
    await cell(page, "9:00 AM").click();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("columnheader").last().isVisible()).toBe(true);
    expect(await page.evaluate("document.querySelector('.week-scroll').scrollWidth")).toBeLessThanOrEqual(
      720,
    );
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(720);
    // The lead is read after the week.
    await page.getByRole("link", { name: "(212) 555-0187" }).last().waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await page.getByRole("navigation").count()).toBe(0);
  });
});
