import { expect, it, jest } from "@jest/globals";
import type { Locator, Page, Route } from "playwright-core";
import { UNDER_WAY_MILLISECONDS } from "../../pages/shared/write-steps.ts";
import {
  AVAILABILITY,
  book,
  bookSurely,
  CONSULTATION,
  chooseTime,
  findBarriers,
  focused,
  heading,
  holdBack,
  press,
  reconnect,
  STATE,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser, loseAnswer, RETRIED, setOffline } from "../support/chromium.ts";

jest.setTimeout(600_000);

const DAY_MILLISECONDS = 86_400_000;

const UNKNOWN = "We do not know yet whether it worked";

const disconnect = (route: Route) => route.abort("internetdisconnected");

const fail = (route: Route) =>
  route.fulfill({ status: 503, json: { error: { code: "unavailable", request_id: "id-of-request" } } });

type State = { readonly [field: string]: object };

/** Shows another state of the link than the service's. */
const showState = (page: Page, change: (state: State) => object) =>
  page.route(STATE, async (route) => {
    const response = await route.fetch(RETRIED);
    const state = await response.json();
    await route.fulfill({ response, json: { ...state, ...change(state) } });
  });

const NOTHING_ALLOWED = { allowed: { book: false, reschedule: false, cancel: false } };

/** A text that asks to call the firm stands beside its number. */
const expectNumber = async (page: Page) =>
  expect(await page.locator("main a[href='tel:+12125550100']").count()).toBe(1);

/** Lets the page's clock, which is installed, go on until a request without an answer has surely ended. */
const passTime = async (page: Page, shown: Locator) => {
  for (let tries = 0; tries < 10 && !(await shown.isVisible()); tries++) {
    await page.clock.fastForward(UNDER_WAY_MILLISECONDS);
    await shown.waitFor({ timeout: 2_000 }).catch(() => {});
  }
  await shown.waitFor();
};

describeInBrowser("the page of a client's link", () => {
  const { newLink, open, call, problems, requests, baseUrl } = useBookingPage();

  /** Opens a link in the browser of a visitor whose clock is wrong. */
  const openAt = async (url: string, { days }: { readonly days: number }) => {
    const page = await open("about:blank");
    await page.clock.install({ time: Date.now() + days * DAY_MILLISECONDS });
    await page.goto(url);
    await times(page).first().waitFor();
    return page;
  };

  it("has no accessibility barriers while it loads, books, moves and cancels", async () => {
    const { url } = await newLink();
    const page = await open(`${baseUrl()}/book`, { timezoneId: "Asia/Kathmandu" });
    const release = await holdBack(page, STATE);
    await page.goto(url);
    // The script has started.
    await page.locator("#blocked").waitFor({ state: "detached" });
    await heading(page, "…").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    release();
    await heading(page, "Choose a time, Ada").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await chooseTime(page, 2);
    // The second width is the laptop's, zoomed to 200 %.
    expect(await findBarriers(page, [1280, 640, 320])).toEqual([]);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await findBarriers(page, [1280, 640, 320])).toEqual([]);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Keep the present time");
    await press(page, "Cancel the appointment");
    await heading(page, "Cancel the appointment?").waitFor();
    expect(await focused(page)).toBe("No, keep it");
    await page.mouse.move(0, 0);
    // The filled button keeps the appointment.
    const background = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const colors = [await background("dialog"), await background("dialog .danger")];
    expect(colors).toEqual([expect.stringContaining("rgb"), colors[0]]);
    expect(await background("dialog .primary")).not.toBe(colors[0]);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    await expectNumber(page);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("says that a link does not work, and opens another one in the same tab", async () => {
    const page = await open("about:blank");
    for (const hash of ["", "#", "#itl_unknown"]) {
      await page.goto("about:blank");
      await page.goto(`${baseUrl()}/book${hash}`);
      await heading(page, "This link does not work").waitFor();
      expect(await focused(page)).toBe("This link does not work");
    }
    expect(await findBarriers(page)).toEqual([]);
    await page.evaluate(`location.href = ${JSON.stringify((await newLink()).url)}`);
    await heading(page, "Choose a time, Ada").waitFor();
    expect(problems).toEqual([]);
  });

  it("says that nothing is free, shows later days when asked, and says when the firm takes no more bookings", async () => {
    const page = await open((await newLink([])).url);
    const nothing = page.getByText("Look at later days, or call the firm");
    await nothing.waitFor();
    await expectNumber(page);
    expect(await page.getByRole("button", { name: "Book this time" }).isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    const range = (await page.locator(".range").textContent()) ?? "";
    await press(page, "Later");
    await page.locator(".range").filter({ hasNotText: range }).waitFor();
    await nothing.waitFor();
    await showState(page, () => NOTHING_ALLOWED);
    await press(page, "Later");
    await heading(page, "Nothing can be booked here now").waitFor();
    await expectNumber(page);
    expect(await page.locator("#foot").textContent()).toBe("");
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("offers no other time for an appointment that staff have made longer before it shows that", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await bookSurely(page);
    const [{ id, duration_min, start_at }] = await consultations();
    await call("PATCH", `/api/consultations/${id}`, { duration_min: duration_min + 15 });
    await page.reload();
    await page.getByText(`${duration_min + 15} minutes`).waitFor();
    await call("PATCH", `/api/consultations/${id}`, { duration_min: duration_min + 30 });
    await press(page, "Choose another time");
    await page.getByText("The appointment has changed meanwhile").waitFor();
    await page.getByText(`${duration_min + 30} minutes`).waitFor();
    expect(await page.locator(".when time").first().getAttribute("datetime")).toBe(start_at);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    expect(problems).toEqual([]);
  });

  it("says what happened to the appointment, and then offers only its calendar file", async () => {
    const page = await open((await newLink()).url);
    await bookSurely(page);
    for (const [text, changes] of [
      ["Your appointment has taken place", { status: "completed" }],
      [
        "The time of your appointment has passed",
        { status: "no-show", start_at: "2020-03-03T10:00:00.000Z" },
      ],
      ["It can no longer be changed here", { status: "no-show" }],
    ] as const) {
      await showState(page, ({ consultation }) => ({
        ...NOTHING_ALLOWED,
        consultation: { ...consultation, ...changes },
      }));
      await page.reload();
      await page.getByText(text).waitFor();
      expect(await page.getByRole("button").allTextContents()).toEqual(["Calendar file (.ics)"]);
    }
    await expectNumber(page);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("says why it cannot load, and continues when told to, or by itself when the connection is back if it says so", async () => {
    const { url, token } = await newLink();
    const page = await open("about:blank");
    await page.route(STATE, disconnect);
    await page.goto(url);
    await heading(page, "No connection").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await reconnect(page);
    await heading(page, "Choose a time, Ada").waitFor();

    await page.route(AVAILABILITY, disconnect);
    await press(page, "Later");
    await page.getByText("No connection").waitFor();
    await page.reload();
    await heading(page, "No connection").waitFor();
    expect(await page.getByText("by itself").count()).toBe(0);
    await setOffline(page, true);
    await press(page, "Try again");
    await page.getByText("This page tries again by itself when you are back").waitFor();
    await page.unroute(AVAILABILITY);
    await setOffline(page, false);
    await heading(page, "Choose a time, Ada").waitFor();

    await page.route(STATE, fail);
    await page.reload();
    await heading(page, "Something went wrong on our side").waitFor();
    await page.getByText("id-of-request").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await press(page, "Try again");
    await heading(page, "Choose a time, Ada").waitFor();

    const headers = { authorization: `Bearer ${token}` };
    const read = async () => (await fetch(`${baseUrl()}/api/link`, { headers })).status;
    while (!(await Promise.all(Array.from({ length: 65 }, read))).includes(429));
    await page.reload();
    await heading(page, "That was a little fast").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("claims no outcome before it knows one, asks again when told to, and finds what was done though the answer was lost", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await times(page).first().waitFor();
    await page.route(CONSULTATION, loseAnswer);
    await page.route(STATE, disconnect);
    await book(page);
    await heading(page, UNKNOWN).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await press(page, "Ask again");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
  });

  it("says that nothing was booked only when no request can still arrive, by a clock 400 days ahead, and offers the same times again", async () => {
    const { url, consultations } = await newLink();
    const page = await openAt(url, { days: 400 });
    await page.route(CONSULTATION, (route) => route.abort("connectionreset"));
    await book(page, 3);
    await heading(page, UNKNOWN).waitFor();
    await expectNumber(page);
    await page.reload();
    await heading(page, UNKNOWN).waitFor();
    const nothing = page.getByText("Nothing was booked or changed");
    await page.clock.fastForward(UNDER_WAY_MILLISECONDS / 2);
    await heading(page, UNKNOWN).waitFor();
    expect(await nothing.count()).toBe(0);
    await passTime(page, nothing);
    expect(await focused(page)).toContain("everything is as it was");
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(CONSULTATION);
    const start = await bookSurely(page, 3);
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    expect(Date.parse(start) - Date.now()).toBeLessThan(28 * DAY_MILLISECONDS);
  });

  it("finds a booking made long after its answer was lost, by a clock 400 days behind, and claims nothing about what it could not load", async () => {
    const { url, consultations } = await newLink();
    const page = await openAt(url, { days: -400 });
    const lost: Route[] = [];
    await page.route(CONSULTATION, (route) => {
      lost.push(route);
      return route.abort("connectionreset");
    });
    const start = await book(page);
    await heading(page, UNKNOWN).waitFor();
    await lost[0]?.fetch();
    await passTime(page, heading(page, "Your appointment is booked"));
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    expect(Date.parse(start) - Date.now()).toBeLessThan(28 * DAY_MILLISECONDS);
    await page.unroute(CONSULTATION);
    await press(page, "Choose another time");
    await chooseTime(page, 2);
    const isMoved = () => requests.some((request) => request.startsWith("PATCH"));
    await page.route(STATE, (route) => (isMoved() ? route.abort("connectionreset") : route.continue()));
    await press(page, "Move to this time");
    await heading(page, "Your appointment is moved").waitFor();
    await page.getByText("What you can still change here could not be loaded.").waitFor();
    expect(await page.getByText("no longer be changed").count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("offers fresh times when the chosen one has passed in the meantime, to book and to move", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    const pass = () =>
      page.route(CONSULTATION, (route) =>
        route.continue({ postData: JSON.stringify({ start_at: new Date(Date.now() - 1).toISOString() }) }),
      );
    await times(page).first().waitFor();
    await pass();
    await book(page);
    await page.getByText("That time has just gone").waitFor();
    expect(await focused(page)).toContain("Nothing else has changed");
    await page.unroute(CONSULTATION);
    await bookSurely(page);
    await press(page, "Choose another time");
    await chooseTime(page, 1);
    await pass();
    await press(page, "Move to this time");
    await page.getByText("That time has just gone").waitFor();
    expect(await page.getByText("The appointment has changed").count()).toBe(0);
    expect(await consultations()).toMatchObject([{ status: "scheduled" }]);
  });

  it("shows the id of a booking's failure without an outcome, and of a link that ends no date until which it works", async () => {
    const page = await open((await newLink()).url);
    await page.getByText("The address works until").waitFor();
    await page.route(CONSULTATION, fail);
    await book(page);
    await page.locator(".notice").getByText("id-of-request").waitFor();
    await expectNumber(page);
    expect(await focused(page)).toContain("Something went wrong on our side");
    expect(await focused(page)).not.toContain("othing was booked");
    expect(await findBarriers(page)).toEqual([]);
    await page.route(CONSULTATION, (route) =>
      route.fulfill({ status: 401, json: { error: { code: "invalid_key" } } }),
    );
    await book(page);
    await heading(page, "This link does not work").waitFor();
    await expectNumber(page);
    expect(await page.getByText("The address works until").count()).toBe(0);
  });

  it("fits a phone even with long names, and uses UTC when the browser knows no time zone", async () => {
    const page = await open("about:blank");
    await page.addInitScript(`{
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
      };
    }`);
    const long = "Donaudampfschifffahrtsgesellschaftskapitän";
    const named = (person: object | undefined) => ({ ...person, name: long });
    await showState(page, ({ firm, attorney }) => ({
      first_name: long,
      type: long,
      firm: named(firm),
      attorney: named(attorney),
    }));
    await page.goto((await newLink()).url);
    await page.getByText("Time zone: Coordinated Universal Time.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
