import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it, jest } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { bookSurely, findBarriers, focused } from "../support/booking-page.ts";
import { describeInBrowser, useBrowser } from "../support/chromium.ts";
import { callDemo, readJson, shareDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

const FORM = "/demo/form";
const THANKS = "/demo/thank-you";
const CALENDAR = /\/book(#.*)?$/;
const WIDTHS = [1280, 390, 320];
const RECIPE = join(import.meta.dirname, "../../docs/recipes/html-form");

describeInBrowser("the form of the recipe, on the demo firm's site", () => {
  const problems: string[] = [];
  const { newContext } = useBrowser();
  let directory = "";
  let baseUrl = "";

  beforeAll(async () => {
    directory = await shareDemo();
    baseUrl = readJson(directory, "demo.json").base_url ?? "";
  });
  afterEach(() => expect(problems.splice(0)).toEqual([]));

  const open = async (options: BrowserContextOptions = {}) => {
    const page = await (await newContext(options)).newPage();
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(baseUrl + FORM);
    return page;
  };

  const leadsOf = async (lastName: string) =>
    (await callDemo(directory, "GET", `/api/leads?q=${lastName}`)).body.data;

  it("sends the fields of the recipe's delivery, with nothing preselected, once it has what it says is missing", async () => {
    const page = await open();
    const values = await page.evaluate<[string, string][]>("[...new FormData(document.forms[0])]");
    const [, body = ""] = readFileSync(join(RECIPE, "delivery.http"), "utf8").split(/\r?\n\r?\n/);
    expect(values.map(([name]) => name)).toEqual([...new URLSearchParams(body).keys()]);
    const typed = values.filter(([name]) => name !== "external_id");
    expect(typed.map(([name]) => name)).toEqual([...new Set(typed.map(([name]) => name))]);
    expect(typed.filter(([, value]) => value !== "")).toEqual([]);
    expect(await page.locator(":checked").allTextContents()).toEqual(["Please choose"]);
    expect(await findBarriers(page, WIDTHS)).toEqual([]);

    const errors = () => page.locator(".error:visible").allTextContents();
    await page.getByRole("button", { name: "Send" }).click();
    expect(await errors()).toEqual([
      "Enter your first name.",
      "Enter your last name.",
      "Enter an email address or a phone number.",
    ]);
    expect(await page.evaluate("document.activeElement.name")).toBe("first_name");
    expect(await page.getByLabel("First name").getAttribute("aria-invalid")).toBe("true");
    expect(await findBarriers(page, WIDTHS)).toEqual([]);
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Phone").fill("(212) 555-0123");
    expect(await errors()).toEqual(["Enter your last name."]);
    expect(page.url()).toBe(baseUrl + FORM);
    await page.getByLabel("Last name").fill("Twice");
    await page.getByRole("button", { name: "Send" }).dblclick();
    await page.waitForURL(CALENDAR);
    expect(await leadsOf("Twice")).toHaveLength(1);
  });

  it("leads from the form to a booked appointment, and a form that is sent again to the page of thanks", async () => {
    const page = await open();
    await fill(page, "Calendar");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(CALENDAR);
    await bookSurely(page);
    const [lead] = await leadsOf("Calendar");
    const { data } = (await callDemo(directory, "GET", `/api/consultations?lead=${lead.id}`)).body;
    expect(data).toMatchObject([{ type: "initial", status: "scheduled" }]);
    await page.goBack();
    await page.waitForURL(baseUrl + FORM);
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(CALENDAR);
    const post = { method: "POST", redirect: "manual" as const, headers: { accept: "text/html" } };
    const address = await (await open()).evaluate<string>("document.forms[0].action");
    const body = new URLSearchParams({
      first_name: "Grace",
      last_name: "Calendar",
      phone: "1",
      external_id: "x",
    });
    const posts = [await fetch(address, { ...post, body }), await fetch(address, { ...post, body })];
    expect(posts.map(({ headers }) => headers.get("location"))).toEqual([
      expect.stringMatching(CALENDAR),
      baseUrl + THANKS,
    ]);
  });

  it("is filled in and sent by the keyboard, and makes a lead", async () => {
    const page = await open();
    const type = async (text: string) => {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    };
    await page.keyboard.press("Tab"); // the phone number
    for (const text of ["Grace", "Keyboard", "grace@example.com", "(212) 555-0123", "Family", "My will."])
      await type(text);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(CALENDAR);
    await page.goto(baseUrl + THANKS);
    for (const text of ["What happens next", "within one business day", "If it cannot wait", "911"])
      await page.getByText(text).first().waitFor();
    expect(await findBarriers(page, WIDTHS)).toEqual([]);
    expect(await leadsOf("Keyboard")).toMatchObject([
      {
        first_name: "Grace",
        email: "grace@example.com",
        phone: "+12125550123",
        source: "demo-form",
        data: { case_type: "Family", summary: "My will." },
      },
    ]);
  });

  it("keeps what was typed when Intake rejects it, and says why", async () => {
    const page = await open();
    await fill(page, "Rejected", "grace@example");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(/\?.*reason=/);
    expect(await focused(page)).toBe("We did not get your message. Please check: email.");
    expect(await page.getByLabel("Last name").inputValue()).toBe("Rejected");
    expect(await findBarriers(page, WIDTHS)).toEqual([]);
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(CALENDAR);
    expect(await leadsOf("Rejected")).toHaveLength(1);
    await page.goto(baseUrl + FORM);
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  it("works without a script", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByRole("button", { name: "Send" }).click();
    expect(page.url()).toBe(baseUrl + FORM);
    await fill(page, "Scriptless");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(CALENDAR);
    expect(await leadsOf("Scriptless")).toHaveLength(1);
  });
});

const fill = async (page: Page, lastName: string, email = "grace@example.com") => {
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
};
