import { expect, it, jest } from "@jest/globals";
import {
  chooseTime,
  chosenDay,
  findBarriers,
  focused,
  heading,
  holdBack,
  press,
  said,
  times,
  useBookingPage,
} from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

const CONSULTATION = "**/api/link/consultation";
const AVAILABILITY = "**/api/link/availability*";

describeInBrowser("the page of a client's link, while an answer is awaited", () => {
  const { newLink, open, problems, requests } = useBookingPage();

  const openBooked = async () => {
    const link = await newLink();
    const page = await open(link.url);
    await chooseTime(page);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    return { ...link, page };
  };

  it("offers no button while it cancels, and says that it is canceling", async () => {
    const { page, consultations } = await openBooked();
    const release = await holdBack(page, CONSULTATION);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "One moment…").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await said(page)).toBe("Canceling your appointment.");
    expect(await findBarriers(page)).toEqual([]);
    release();
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
    expect(problems).toEqual([]);
  });

  it("does not offer to keep the present time while it moves the appointment", async () => {
    const { page, consultations } = await openBooked();
    await press(page, "Choose another time");
    const start = await chooseTime(page, 1);
    const keep = page.getByRole("button", { name: "Keep the present time" });
    const release = await holdBack(page, CONSULTATION);
    await press(page, "Move to this time");
    await page.locator("[aria-busy=true]").waitFor();
    expect(await keep.getAttribute("aria-disabled")).toBe("true");
    await keep.click({ force: true });
    await heading(page, "Choose another time").waitFor();
    release();
    await heading(page, "Your appointment is moved").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    await press(page, "Keep the present time");
    await heading(page, /^Your appointment$/).waitFor();
    expect(problems).toEqual([]);
  });

  it("takes no day, time or booking while it searches, and keeps the focus", async () => {
    const page = await open((await newLink()).url);
    const start = await chooseTime(page);
    const day = await chosenDay(page);
    const release = await holdBack(page, AVAILABILITY);
    await press(page, "Later");
    await page.locator("form[aria-busy=true] .primary[aria-disabled=true]").waitFor();
    await page.locator(".day.free").nth(5).click({ force: true });
    await page.locator(".slot").nth(3).click({ force: true });
    await page.getByRole("button", { name: "Book this time" }).click({ force: true });
    expect(await focused(page)).toBe("Book this time");
    await page.locator(".day.free").nth(6).press("Enter");
    expect([await chosenDay(page), await page.locator("input:checked").getAttribute("value")]).toEqual([
      day,
      start,
    ]);
    expect(await said(page)).toBe("One moment…");
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    release();
    await page.locator("form[aria-busy=false]").waitFor();
    await chooseTime(page, 1);
    await press(page, "Book this time");
    await heading(page, "Your appointment is booked").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows the time that it books, whatever is pressed meanwhile", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    const start = await chooseTime(page);
    const chosen = await page.locator(".chosen-time").textContent();
    const release = await holdBack(page, CONSULTATION);
    await press(page, "Book this time");
    await page.locator("form[aria-busy=true]").waitFor();
    await page.locator(".slot").nth(3).click({ force: true });
    await page.locator("input:checked").press("ArrowDown");
    await times(page).nth(4).press("Enter");
    expect(await page.locator(".chosen-time").textContent()).toBe(chosen);
    expect(await page.locator("input:checked").getAttribute("value")).toBe(start);
    release();
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    expect(problems).toEqual([]);
  });

  it("says that it tries again by itself only when it does", async () => {
    const page = await open((await newLink()).url);
    await times(page).first().waitFor();
    await page.route(AVAILABILITY, (route) => route.abort("internetdisconnected"));
    await press(page, "Later");
    await page.getByText("No connection").waitFor();
    expect(await page.getByText("by itself").count()).toBe(0);
    await page.reload();
    await page.getByText("This page tries again by itself when you are back").waitFor();
    await page.unroute(AVAILABILITY);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await heading(page, "Choose a time, Ada").waitFor();
  });
});
