import { expect, it, jest } from "@jest/globals";
import {
  AVAILABILITY,
  CONSULTATION,
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

describeInBrowser("the page of a client's link, while an answer is awaited", () => {
  const { newLink, open, problems, requests } = useBookingPage();

  it("takes no day, time or booking while it searches or books, and shows the time that it books", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    const bookButton = page.getByRole("button", { name: "Book this time" });
    const checked = page.locator("input:checked");
    const first = await chooseTime(page);
    const day = await chosenDay(page);
    const endSearch = await holdBack(page, AVAILABILITY);
    await press(page, "Later");
    await page.locator("form[aria-busy=true] .primary[aria-disabled=true]").waitFor();
    await page.locator(".day.free").nth(5).click({ force: true });
    await page.locator(".slot").nth(3).click({ force: true });
    await bookButton.click({ force: true });
    expect(await focused(page)).toBe("Book this time");
    await page.locator(".day.free").nth(6).press("Enter");
    expect([await chosenDay(page), await checked.getAttribute("value")]).toEqual([day, first]);
    expect(await said(page)).toBe("One moment…");
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    endSearch();
    await page.locator("form[aria-busy=false]").waitFor();

    const start = await chooseTime(page, 1);
    const chosen = await page.locator(".chosen-time").textContent();
    const endBooking = await holdBack(page, CONSULTATION);
    await bookButton.click();
    await page.locator("form[aria-busy=true]").waitFor();
    await page.locator(".slot").nth(3).click({ force: true });
    await checked.press("ArrowDown");
    await times(page).nth(4).press("Enter");
    expect(await page.locator(".chosen-time").textContent()).toBe(chosen);
    expect(await checked.getAttribute("value")).toBe(start);
    endBooking();
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    expect(problems).toEqual([]);
  });

  it("does not offer to keep the present time while it moves the appointment, nor anything while it cancels", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url);
    await chooseTime(page);
    await press(page, "Book this time");
    await press(page, "Choose another time");
    const start = await chooseTime(page, 1);
    const keep = page.getByRole("button", { name: "Keep the present time" });
    const endMove = await holdBack(page, CONSULTATION);
    await press(page, "Move to this time");
    await page.locator("[aria-busy=true]").waitFor();
    expect(await keep.getAttribute("aria-disabled")).toBe("true");
    await keep.click({ force: true });
    await heading(page, "Choose another time").waitFor();
    endMove();
    await heading(page, "Your appointment is moved").waitFor();
    expect(await consultations()).toMatchObject([{ start_at: start }]);
    await press(page, "Choose another time");
    await times(page).first().waitFor();
    await press(page, "Keep the present time");
    await heading(page, /^Your appointment$/).waitFor();

    const endCancellation = await holdBack(page, CONSULTATION);
    await press(page, "Cancel the appointment");
    await press(page, "Yes, cancel it");
    await heading(page, "One moment…").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await said(page)).toBe("Canceling your appointment.");
    expect(await findBarriers(page)).toEqual([]);
    endCancellation();
    await heading(page, "Your appointment is canceled").waitFor();
    expect(await consultations()).toMatchObject([{ status: "canceled" }]);
    expect(problems).toEqual([]);
  });
});
