import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import {
  AVAILABILITY,
  book,
  CONSULTATION,
  chooseTime,
  findBarriers,
  focused,
  heading,
  press,
  STATE,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser, setOffline } from "../support/chromium.ts";

jest.setTimeout(600_000);

/** Lets the page's clock, which is installed, go on until a text is shown. */
const passTimeUntil = async (page: Page, text: string, seconds: number) => {
  const shown = page.getByText(text);
  for (let passed = 0; passed < seconds && !(await shown.isVisible()); passed += 2) {
    await page.clock.fastForward(2_000);
    await shown.waitFor({ timeout: 200 }).catch(() => {});
  }
  await shown.waitFor();
};

describeInBrowser("the page of a client's link without a connection", () => {
  const { newLink, open, problems, requests } = useBookingPage();

  const writes = () => requests.filter((request) => !request.startsWith("GET"));

  it("books, moves and cancels once it is back, and sends nothing meanwhile", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await setOffline(page, true);
    await press(page, "Book this time");
    await heading(page, "No connection").waitFor();
    expect(await focused(page)).toBe("No connection");
    await page.getByText("Nothing has been sent yet").waitFor();
    await press(page, "Try again");
    expect(writes()).toEqual([]);
    await setOffline(page, false);
    await heading(page, "Your appointment is booked").waitFor();
    await press(page, "Choose another time");
    const start = await chooseTime(page, 1);
    await setOffline(page, true);
    await press(page, "Move to this time");
    await heading(page, "No connection").waitFor();
    await setOffline(page, false);
    await heading(page, "Your appointment is moved").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    await setOffline(page, true);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "No connection").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(writes()).toHaveLength(2);
    await setOffline(page, false);
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
    expect(problems).toEqual([]);
  });

  it("says after a minute that nothing was booked, keeps the time, and sends nothing afterwards, nor after a reload", async () => {
    const { url, consultations } = await newLink();
    const page = await open("about:blank");
    await page.clock.install();
    await page.goto(url);
    await times(page).first().waitFor();
    await chooseTime(page, 1);
    await setOffline(page, true);
    await press(page, "Book this time");
    await heading(page, "No connection").waitFor();
    await passTimeUntil(page, "Nothing was booked or changed", 60);
    expect(await focused(page)).toContain("check your connection");
    expect(await page.locator("input:checked").count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await setOffline(page, false);
    await page.reload();
    await heading(page, "Choose a time, Ada").waitFor();
    expect([writes(), await consultations()]).toEqual([[], []]);
    expect(problems).toEqual([]);
  });

  it("does not take a redirect of a network that asks for a login for an answer", async () => {
    const answer = { status: 302, headers: { location: "/demo/form" } };
    const { url, consultations } = await newLink();
    const page = await open(url);
    await times(page).first().waitFor();
    for (const address of [STATE, CONSULTATION, AVAILABILITY])
      await page.route(address, (route) => route.fulfill(answer));
    await press(page, "Later");
    await page.getByText("No connection").waitFor();
    await book(page);
    await heading(page, "We do not know yet whether it worked").waitFor();
    await page.unrouteAll();
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
    await page.route(STATE, (route) => route.fulfill(answer));
    await page.reload();
    await heading(page, "No connection").waitFor();
    expect(await page.getByText("on our side").count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
