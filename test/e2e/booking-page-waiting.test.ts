import { expect, it, jest } from "@jest/globals";
import {
  chooseTime,
  findBarriers,
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
  const { newLink, open, problems } = useBookingPage();

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
