import { expect, it, jest } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import {
  chooseTime,
  findBarriers,
  focused,
  heading,
  holdBack,
  press,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

/** Forwards the request and drops the answer, as a broken connection does. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort("connectionreset");
};

const CONSULTATION = "**/api/link/consultation";
const STATE = "**/api/link";

/** A text that asks to call the firm stands beside its number. */
const expectNumber = async (page: Page) =>
  expect(await page.locator("main a[href='tel:+12125550100']").count()).toBe(1);

const DAY_MILLISECONDS = 86_400_000;

describeInBrowser("the page of a client's link", () => {
  const { newLink, open, allow, call, problems, baseUrl } = useBookingPage();

  const book = async (page: Page) => {
    await chooseTime(page);
    await press(page, "Book this time");
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
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Keep the present time");
    await press(page, "Cancel the appointment");
    await heading(page, "Cancel the appointment?").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    await expectNumber(page);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(["#itl_unknown", "#", ""])("says that a link does not work: %j", async (hash) => {
    const page = await open(`${baseUrl()}/book${hash}`);
    await heading(page, "This link does not work").waitFor();
    expect(await focused(page)).toBe("This link does not work");
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("opens another link in the same tab", async () => {
    const { url } = await newLink();
    const page = await open(`${baseUrl()}/book#itl_unknown`);
    await heading(page, "This link does not work").waitFor();
    await page.evaluate(`location.href = ${JSON.stringify(url)}`);
    await heading(page, "Choose a time, Ada").waitFor();
  });

  it("says that nothing is free, and shows later days when asked", async () => {
    const { url } = await newLink([]);
    const page = await open(url);
    await page.getByText("Look at later days, or call the firm").waitFor();
    await expectNumber(page);
    expect(await page.getByRole("button", { name: "Book this time" }).isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    const range = await page.locator(".range").textContent();
    await press(page, "Later");
    await page
      .locator(".range")
      .filter({ hasNotText: range ?? "" })
      .waitFor();
    await page.getByText("Look at later days, or call the firm").waitFor();
  });

  it("says that the firm takes no bookings here, and only shows what is booked", async () => {
    const { url } = await newLink();
    const booked = await newLink();
    const first = await open(booked.url);
    await book(first);
    await heading(first, "Your appointment is booked").waitFor();
    await allow({ enabled: false });
    try {
      const page = await open(url);
      const disabled = heading(page, "Nothing can be booked here now");
      // A change of settings takes effect within five seconds.
      for (let tries = 0; tries < 10 && !(await disabled.isVisible()); tries++) {
        await page.reload();
        await page.waitForTimeout(1_000);
      }
      await disabled.waitFor();
      await expectNumber(page);
      expect(await findBarriers(page)).toEqual([]);
      const other = await open(booked.url);
      await heading(other, /^Your appointment$/).waitFor();
      await other.getByText("It can no longer be changed here").waitFor();
      await expectNumber(other);
      expect(await other.getByRole("button").allTextContents()).toEqual(["Calendar file (.ics)"]);
      expect(await findBarriers(other)).toEqual([]);
    } finally {
      await allow({ enabled: true });
    }
  });

  it("offers no other time for an appointment that was canceled meanwhile", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await book(page);
    await heading(page, "Your appointment is booked").waitFor();
    const [{ id }] = await consultations();
    await call("PATCH", `/api/consultations/${id}`, { status: "canceled" });
    await press(page, "Choose another time");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await focused(page)).toContain("The appointment has changed meanwhile");
    expect(problems).toEqual([]);
  });

  it("does not cancel an appointment at another time than the dialog names", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await book(page);
    await heading(page, "Your appointment is booked").waitFor();
    const [{ id, start_at }] = await consultations();
    await press(page, "Cancel the appointment");
    const later = new Date(Date.parse(start_at) + 2 * DAY_MILLISECONDS).toISOString();
    await call("PATCH", `/api/consultations/${id}`, { start_at: later });
    await press(page, "Yes, cancel it");
    await page.getByText("The appointment has changed meanwhile").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: later, status: "rescheduled" }]);
    await page.route(STATE, (route) => route.abort("internetdisconnected"));
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await page.getByText("No connection").waitFor();
    await page.unroute(STATE);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(problems).toEqual([]);
  });

  it("says that nothing can be booked when later days are empty because the firm has stopped", async () => {
    const page = await open((await newLink()).url);
    await times(page).first().waitFor();
    await page.route(STATE, async (route) => {
      const response = await route.fetch();
      const allowed = { book: false, reschedule: false, cancel: false };
      await route.fulfill({ response, json: { ...(await response.json()), allowed } });
    });
    await page.route("**/api/link/availability*", (route) =>
      route.fulfill({ json: { data: [], time_zone: "UTC" } }),
    );
    await press(page, "Later");
    await heading(page, "Nothing can be booked here now").waitFor();
    expect(problems).toEqual([]);
  });

  it.each([
    ["Your appointment has taken place", { status: "completed" }],
    ["The time of your appointment has passed", { status: "no-show", start_at: "2020-03-03T10:00:00.000Z" }],
    ["It can no longer be changed here", { status: "no-show" }],
  ])("says what happened to the appointment: %s", async (text, changes) => {
    const { url } = await newLink();
    const page = await open(url);
    await book(page);
    await heading(page, "Your appointment is booked").waitFor();
    await page.route(STATE, async (route) => {
      const response = await route.fetch();
      const { consultation, ...state } = await response.json();
      const allowed = { book: false, reschedule: false, cancel: false };
      await route.fulfill({
        response,
        json: { ...state, allowed, consultation: { ...consultation, ...changes } },
      });
    });
    await page.reload();
    await page.getByText(text).waitFor();
    expect(await page.getByRole("button").allTextContents()).toEqual(["Calendar file (.ics)"]);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("asks the visitor to wait after too many requests", async () => {
    const { url, token } = await newLink();
    for (let calls = 0; calls < 65; calls++)
      await fetch(`${baseUrl()}/api/link`, { headers: { authorization: `Bearer ${token}` } });
    const page = await open(url);
    await heading(page, "That was a little fast").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("reports a fault of the service with the id of the request, and tries again when asked", async () => {
    const { url } = await newLink();
    const page = await open("about:blank");
    await page.route(STATE, (route) =>
      route.fulfill({ status: 503, json: { error: { code: "unavailable", request_id: "id-of-request" } } }),
    );
    await page.goto(url);
    await heading(page, "Something went wrong on our side").waitFor();
    await page.getByText("id-of-request").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await press(page, "Try again");
    await heading(page, "Choose a time, Ada").waitFor();
  });

  it("continues by itself when the connection is back", async () => {
    const { url } = await newLink();
    const page = await open("about:blank");
    await page.route(STATE, (route) => route.abort("internetdisconnected"));
    await page.goto(url);
    await heading(page, "No connection").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await heading(page, "Choose a time, Ada").waitFor();
  });

  it("finds the booking whose answer was lost", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await page.route(CONSULTATION, loseAnswer);
    await book(page);
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
  });

  it("says that nothing was booked only when no request can still arrive, and offers the same times again", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await page.route(CONSULTATION, (route) => route.abort("connectionreset"));
    const start = await chooseTime(page, 3);
    await press(page, "Book this time");
    await heading(page, "We do not know yet whether it worked").waitFor();
    await expectNumber(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await heading(page, "We do not know yet whether it worked").waitFor();
    await page.getByText("Nothing was booked or changed").waitFor({ timeout: 60_000 });
    expect(await focused(page)).toContain("everything is as it was");
    expect(await findBarriers(page)).toEqual([]);
    await chooseTime(page, 3);
    await page.unroute(CONSULTATION);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
  });

  it.each([-400, 400])(
    "uses the service's clock even when the visitor's is wrong by %i days",
    async (days) => {
      const { url, consultations } = await newLink();
      const page = await open("about:blank");
      await page.clock.install({ time: Date.now() + days * DAY_MILLISECONDS });
      await page.goto(url);
      await book(page);
      await heading(page, "Your appointment is booked").waitFor();
      const [{ start_at }] = await consultations();
      expect(Date.parse(start_at) - Date.now()).toBeLessThan(28 * DAY_MILLISECONDS);
      expect(problems).toEqual([]);
    },
  );

  it("fits a phone even with long names of people and meetings", async () => {
    const { url } = await newLink();
    const page = await open("about:blank");
    const long = "Donaudampfschifffahrtsgesellschaftskapitän";
    await page.route(STATE, async (route) => {
      const response = await route.fetch();
      const state = await response.json();
      const named = (person: object) => ({ ...person, name: long });
      const { firm, attorney } = state;
      const json = { ...state, first_name: long, type: long, firm: named(firm), attorney: named(attorney) };
      await route.fulfill({ response, json });
    });
    await page.goto(url);
    await times(page).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it("uses UTC when the browser does not know its time zone", async () => {
    const page = await open("about:blank");
    await page.addInitScript(`{
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
      };
    }`);
    await page.goto((await newLink()).url);
    await page.getByText("Time zone: Coordinated Universal Time.").waitFor();
    expect(problems).toEqual([]);
  });

  it("hides the date until which the address works once the address no longer works", async () => {
    const { url } = await newLink();
    const page = await open(url);
    await page.getByText("The address works until").waitFor();
    await page.route(CONSULTATION, (route) =>
      route.fulfill({ status: 401, json: { error: { code: "invalid_key" } } }),
    );
    await book(page);
    await heading(page, "This link does not work").waitFor();
    await expectNumber(page);
    expect(await page.getByText("The address works until").count()).toBe(0);
  });

  it("offers fresh times when the chosen one has passed in the meantime", async () => {
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
    await book(page);
    await heading(page, "Your appointment is booked").waitFor();
    await press(page, "Choose another time");
    await chooseTime(page, 1);
    await pass();
    await press(page, "Move to this time");
    await page.getByText("That time has just gone").waitFor();
    expect(await page.getByText("The appointment has changed").count()).toBe(0);
    expect(await consultations()).toMatchObject([{ status: "scheduled" }]);
  });

  it("finds a booking that is made long after its answer was lost, and claims nothing about what it could not load", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await times(page).first().waitFor();
    await page.route(CONSULTATION, async (route) => {
      setTimeout(() => route.fetch().catch(() => {}), 10_000);
      await route.abort("connectionreset");
    });
    await book(page);
    await heading(page, "We do not know yet whether it worked").waitFor();
    await heading(page, "Your appointment is booked").waitFor({ timeout: 60_000 });
    expect(await consultations()).toHaveLength(1);
    await page.unroute(CONSULTATION);
    await press(page, "Choose another time");
    await chooseTime(page, 2);
    await page.route(STATE, (route) => route.abort("connectionreset"));
    await press(page, "Move to this time");
    await heading(page, "Your appointment is moved").waitFor();
    await page.getByText("What you can still change here could not be loaded.").waitFor();
    expect(await page.getByText("no longer be changed").count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("shows the id of a request that failed, and does not say that nothing was booked", async () => {
    const { url } = await newLink();
    const page = await open(url);
    await page.route(CONSULTATION, (route) =>
      route.fulfill({ status: 503, json: { error: { code: "unavailable", request_id: "id-of-request" } } }),
    );
    await book(page);
    await page.locator(".notice").getByText("id-of-request").waitFor();
    await expectNumber(page);
    expect(await focused(page)).toContain("Something went wrong on our side");
    expect(await focused(page)).not.toContain("othing was booked");
    expect(await findBarriers(page)).toEqual([]);
  });

  it("claims no outcome before it knows one, and asks the service again when told to", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await times(page).first().waitFor();
    await page.route(CONSULTATION, loseAnswer);
    await page.route(STATE, (route) => route.abort("connectionreset"));
    await book(page);
    await heading(page, "We do not know yet whether it worked").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(STATE);
    await press(page, "Ask again");
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
  });
});
