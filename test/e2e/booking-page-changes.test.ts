import { expect, it, jest } from "@jest/globals";
import {
  AVAILABILITY,
  book,
  bookSurely,
  CONSULTATION,
  chooseTime,
  focused,
  heading,
  press,
  STATE,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

/** Three days and two hours: within the office hours also when the clocks change meanwhile. */
const LATER_MILLISECONDS = 74 * 3_600_000;

describeInBrowser("the page of a client's link, after staff have changed something", () => {
  const { newLink, open, call, problems, requests } = useBookingPage();

  /** Opens the choice of another time for a new appointment. */
  const openMove = async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await bookSurely(page);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    const [{ id, start_at }] = await consultations();
    const change = (changes: object) => call("PATCH", `/api/consultations/${id}`, changes);
    return { page, consultations, change, start: start_at };
  };

  it("does not move the appointment away from the time and place that they have agreed on meanwhile", async () => {
    const { page, consultations, change, start } = await openMove();
    const agreed = {
      start_at: new Date(Date.parse(start) + LATER_MILLISECONDS).toISOString(),
      location: "Court house, room 5",
    };
    await chooseTime(page, 2);
    await change(agreed);
    await press(page, "Move to this time");
    await heading(page, /^Your appointment$/).waitFor();
    expect(await focused(page)).toContain("The appointment has changed meanwhile");
    expect(await consultations()).toMatchObject([agreed]);
    expect(requests.filter((request) => request.startsWith("PATCH"))).toEqual([]);
    await press(page, "Choose another time");
    const chosen = await chooseTime(page, 1);
    await press(page, "Move to this time");
    await heading(page, "Your appointment is moved").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: chosen }]);
    expect(problems).toEqual([]);
  });

  it("neither moves nor cancels it when they change it in that second, and shows what is now", async () => {
    const { page, consultations, change, start } = await openMove();
    const agreed = (times: number) => new Date(Date.parse(start) + times * LATER_MILLISECONDS).toISOString();
    /** Changes the appointment between the page's read and its write. */
    const interfere = (start_at: string) =>
      page.route(
        CONSULTATION,
        async (route) => {
          await change({ start_at });
          await route.continue();
        },
        { times: 1 },
      );
    for (const [times, act] of [
      [1, () => chooseTime(page, 2).then(() => press(page, "Move to this time"))],
      [2, () => press(page, "Cancel the appointment").then(() => press(page, "Yes, cancel it"))],
    ] as const) {
      await interfere(agreed(times));
      await act();
      await page.getByText("The appointment has changed meanwhile").waitFor();
      expect(await page.locator(".when time").first().getAttribute("datetime")).toBe(agreed(times));
      expect(await consultations()).toMatchObject([{ start_at: agreed(times), status: "rescheduled" }]);
    }
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows how the appointment stands when the visitor keeps its time", async () => {
    const { page, change } = await openMove();
    await press(page, "Keep the present time");
    await heading(page, /^Your appointment$/).waitFor();
    expect(await page.locator(".notice").count()).toBe(0);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    await page.route(STATE, (route) => route.abort("internetdisconnected"), { times: 1 });
    await press(page, "Keep the present time");
    await page.locator(".notice").getByText("No connection").waitFor();
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    await change({ status: "canceled" });
    await press(page, "Keep the present time");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await focused(page)).toContain("The appointment has changed meanwhile");
    expect(problems).toEqual([]);
  });

  it("says that nothing can be booked when the attorney has left, though no time has gone", async () => {
    const { url, attorney, consultations } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await call("PATCH", `/api/members/${attorney.id}`, { schedulable: false });
    await press(page, "Book this time");
    await heading(page, "Nothing can be booked here now").waitFor();
    expect(await page.getByText("That time has just gone").count()).toBe(0);
    expect(await consultations()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("does not call times free when the last one has gone", async () => {
    const page = await open((await newLink()).url);
    await times(page).first().waitFor();
    await page.route(CONSULTATION, (route) =>
      route.fulfill({ status: 409, json: { error: { code: "slot_unavailable" } } }),
    );
    await page.route(AVAILABILITY, (route) => route.fulfill({ json: { data: [] } }));
    await book(page);
    await page.getByText("That time has just gone").waitFor();
    await page.getByText("No time is free from").first().waitFor();
    expect(await focused(page)).toContain("can no longer be booked");
    expect(await focused(page)).not.toContain("these times are free");
    expect(problems).toEqual([]);
  });
});
