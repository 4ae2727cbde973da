import { expect, it, jest } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { bookSurely, chooseTime, heading, press, times, useBookingPage } from "../support/booking-page.ts";
import { describeInBrowser } from "../support/chromium.ts";

jest.setTimeout(600_000);

const NARROW = { width: 320, height: 640 };

const centerOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Double-clicks a place, and returns the texts of the buttons that were hit. */
const doubleClick = async (page: Page, { x, y }: { readonly x: number; readonly y: number }) => {
  await page.evaluate(`{
    window.hits = [];
    addEventListener("click", ({ target }) => hits.push(target.closest("button")?.textContent), true);
  }`);
  await page.mouse.dblclick(x, y);
  return page.evaluate<string[]>("hits");
};

describeInBrowser("a double click on the page of a client's link", () => {
  const { newLink, open, problems, requests } = useBookingPage();

  it("chooses a time, and does not book it with the button that appears there", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url, { viewport: NARROW });
    const slot = page.locator(".slot").nth(5);
    const bookButton = page.getByRole("button", { name: "Book this time" });
    await chooseTime(page, 5);
    const { y } = await centerOf(bookButton);
    await page.locator(".day.free").nth(3).click();
    const { x, y: slotY } = await centerOf(slot);
    await page.evaluate(`scrollBy(0, ${slotY - y})`);
    expect(await doubleClick(page, { x, y })).toContain("Book this time");
    expect(await times(page).nth(5).isChecked()).toBe(true);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(await consultations()).toEqual([]);
    await bookButton.dblclick();
    await heading(page, "Your appointment is booked").waitFor();
    expect(await consultations()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("turns to other weeks with each click", async () => {
    const { url } = await newLink();
    const page = await open(url, { viewport: NARROW });
    const later = page.getByRole("button", { name: "Later" });
    const weeks = async () => {
      await page.locator("form:not([aria-busy=true])").waitFor();
      return page.locator("#range").textContent();
    };
    const shown = [await weeks()];
    for (const detail of [1, 2, 3]) {
      await later.dispatchEvent("click", { detail });
      shown.push(await weeks());
    }
    expect(new Set(shown).size).toBe(4);
    expect(problems).toEqual([]);
  });

  it("asks whether to cancel, and does not answer with the button that appears there", async () => {
    const { url, consultations } = await newLink();
    const page = await open(url, { viewport: NARROW });
    await bookSurely(page);
    const cancel = page.getByRole("button", { name: "Cancel the appointment" });
    await cancel.press("Enter");
    const { x, y } = await centerOf(page.getByRole("button", { name: "Yes, cancel it" }));
    await page.keyboard.press("Escape");
    const { y: cancelY } = await centerOf(cancel);
    await page.evaluate(`scrollBy(0, ${cancelY - y})`);
    expect(await doubleClick(page, { x, y })).toEqual(["Cancel the appointment", "Yes, cancel it"]);
    await heading(page, "Cancel the appointment?").waitFor();
    expect(await consultations()).toMatchObject([{ status: "scheduled" }]);
    await page.keyboard.press("Escape");
    await cancel.focus();
    await page.keyboard.press("Space");
    await press(page, "Yes, cancel it");
    await heading(page, "Your appointment is canceled").waitFor();
    expect(problems).toEqual([]);
  });
});
