import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { describeInBrowser, launchChromium } from "../support/chromium.ts";
import { callDemo, killSpawned, readJson, START, spawnService } from "./spawned-service.ts";

jest.setTimeout(600_000);

const AXE = readFileSync(createRequire(import.meta.filename).resolve("axe-core/axe.min.js"), "utf8");

/** Whether a heading of this text is in view. */
const IS_IN_VIEW = `(text) => [...document.querySelectorAll("h2")].some((heading) => {
  const { top } = heading.getBoundingClientRect();
  return heading.textContent.trim() === text && top >= 0 && top < innerHeight;
})`;

/**
 * Clicks each entry of the menu's top, and each in the group of this id; returns what was wrong once the page had seen a
 * change, or is wrong in the end by an accessibility checker.
 */
const CLICK_THROUGH = `async (group) => {
  const broken = new Set();
  const check = (element) => {
    if (element.matches("button[aria-selected]:not([role])")) broken.add(element.outerHTML);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      check(target);
      for (const node of addedNodes) node.querySelectorAll?.("button").forEach(check);
    }
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-selected"] });
  const click = async (item) => {
    item.querySelector("button").click();
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (const item of document.querySelectorAll("aside li[data-sidebar-id]")) await click(item);
  const items = document.querySelectorAll("aside li[data-sidebar-id^='" + group + "/']");
  for (const item of items) await click(item);
  const runOnly = ["aria-allowed-attr", "aria-allowed-role"];
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  for (const { id, nodes } of violations) broken.add(id + " " + nodes[0].html);
  return [...broken, ...(items.length > 5 ? [] : ["few entries: " + items.length])];
}`;

const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 390, height: 844 };

const CREATE_LEAD = "#tag/leads/POST/api/leads";
const ADD_SOURCE = "#tag/sources/POST/api/sources";
const GET_LINK = "#tag/links/GET/api/link";

type Look = { readonly viewport?: typeof WIDE; readonly colorScheme?: "light" | "dark" };

const LOOKS: [string, Look][] = [
  ["wide and light", { viewport: WIDE, colorScheme: "light" }],
  ["wide and dark", { viewport: WIDE, colorScheme: "dark" }],
  ["narrow and light", { viewport: NARROW, colorScheme: "light" }],
  ["narrow and dark", { viewport: NARROW, colorScheme: "dark" }],
];

describeInBrowser("the reference page", () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-docs-page-"));
  let browser: Browser;
  let baseUrl: string;
  let key: string;

  beforeAll(async () => {
    const service = spawnService(START, directory);
    browser = await launchChromium();
    await service.printed(/^curl /m);
    ({ base_url: baseUrl = "", api_key: key = "" } = readJson(directory, "demo.json"));
  });
  afterAll(async () => {
    await browser?.close();
    killSpawned();
    rmSync(directory, { recursive: true, force: true });
  });

  let page: Page;
  let problems: string[];
  let requests: string[];
  beforeEach(() => {
    problems = [];
    requests = [];
  });
  afterEach(async () => {
    await page?.context().close();
  });

  const open = async (place = "", { viewport = WIDE, colorScheme = "light" }: Look = {}) => {
    const context = await browser.newContext({ viewport, colorScheme });
    page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => requests.push(new URL(request.url()).origin));
    await page.goto(`${baseUrl}/api/docs${place}`);
    await drawn();
  };

  const drawn = () => page.waitForSelector("#outline", { state: "detached", timeout: 60_000 });

  const testRequest = () =>
    page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();

  const findBarriers = () =>
    page.evaluate<unknown[]>(
      `${AXE}; axe.run().then(({ violations }) => violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );

  /** What keeps people out, by an accessibility checker. Markup is corrected a moment after Scalar has drawn it. */
  const barriers = async () => {
    let found = await findBarriers();
    for (let tries = 1; found.length > 0 && tries < 5; tries++) {
      await page.waitForTimeout(1_000);
      found = await findBarriers();
    }
    return found;
  };

  it.each(LOOKS)("keeps nobody out and asks no other host for anything, %s", async (_, look) => {
    await open(CREATE_LEAD, look);
    expect(await barriers()).toEqual([]);
    await testRequest();
    expect(await barriers()).toEqual([]);
    await page.context().close();
    await open("", look);
    expect(await barriers()).toEqual([]);
    if (look.viewport === NARROW) await page.getByRole("button", { name: /menu/i }).first().click();
    await page
      .getByRole("button", { name: /Search/ })
      .first()
      .click();
    await page.getByRole("combobox").fill("idempotency");
    expect(await barriers()).toEqual([]);
    expect(problems).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([baseUrl]));
  });

  it("allows the attributes and roles of what a click in its menu changes, at once and later", async () => {
    await open();
    expect(await page.evaluate<unknown[]>(`${AXE}; (${CLICK_THROUGH})("intake/tag/leads")`)).toEqual([]);
  });

  it("opens the response of what a request creates", async () => {
    await open(CREATE_LEAD);
    await page.getByRole("tab", { name: "201", selected: true }).first().waitFor();
  });

  it("writes the request of the example that the reader chooses", async () => {
    await open(ADD_SOURCE);
    await page.getByRole("button", { name: "Intake form" }).first().click();
    await page.getByRole("option", { name: "Typeform intake form" }).click();
    await page.locator(".code-snippet").filter({ hasText: "form_response" }).first().waitFor();
  });

  it("shows every field of a new lead, and no expressions", async () => {
    await open(CREATE_LEAD);
    for (const field of ["first_name", "last_name", "source", "email", "phone", "assignee_id", "data"])
      await page.getByText(field, { exact: true }).first().waitFor({ state: "attached" });
    expect(await page.content()).not.toContain("\\x00-\\x1F");
  });

  it("creates a lead with the reader's key, which ends with the tab", async () => {
    await open();
    await page.getByPlaceholder("Token").first().fill(key);
    await page.waitForFunction((secret) => JSON.stringify({ ...sessionStorage }).includes(secret), key);
    await page.goto("about:blank");
    await page.goto(`${baseUrl}/api/docs${CREATE_LEAD}`);
    await drawn();
    await testRequest();
    await page.getByRole("button", { name: /^Send/ }).last().click();
    await page.getByText("201 Created").first().waitFor();
    expect(await barriers()).toEqual([]);
    const { body } = await callDemo(directory, "GET", "/api/leads?limit=1");
    expect(body.data).toMatchObject([{ first_name: "Dana", email: "dana@example.com" }]);
    expect(page.url()).not.toContain(key);
    const kept = await page.context().storageState({ indexedDB: true });
    expect(JSON.stringify(kept)).not.toContain(key);
    expect(problems).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([baseUrl]));
  });

  it("asks for the key of a link where a call takes no other", async () => {
    await open();
    await page.getByPlaceholder("Token").first().fill(key);
    const { body: link } = await callDemo(directory, "POST", `/api/leads/${IDS.lead}/links`, {
      consultation_id: IDS.consultation,
    });
    await page.goto(`${baseUrl}/api/docs${GET_LINK}`);
    await testRequest();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("clientLink").first().waitFor();
    await dialog.getByPlaceholder("Token").fill(link.url.replace(/^.*#/, ""));
    await dialog.getByRole("button", { name: /^Send/ }).last().click();
    await page.getByText("200 OK").first().waitFor();
  });

  it("finds operations and headings of guides", async () => {
    await open();
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("idempotency");
    await page
      .getByRole("option", { name: /Idempotency/ })
      .first()
      .waitFor();
    await page.getByRole("combobox").fill("free start times");
    await page
      .getByRole("option", { name: /free start times/ })
      .first()
      .click();
    await page.waitForURL(/#tag\/attorneys\/GET\/api\/attorneys\/\{id\}\/availability$/);
  });

  it("opens at the heading that its address names, with code to copy", async () => {
    await open("#description/signatures");
    await page.waitForFunction(`(${IS_IN_VIEW})("Signatures")`);
    await page.locator("[id='intake/description/signatures'] pre > .copy-code").first().waitFor();
  });

  it.each([
    ["names what it does not have", "#tag/leads/POST/api/lead"],
    ["is not well encoded", "#%"],
  ])("opens at its beginning when its address %s", async (_case, place) => {
    await open(place);
    await page.getByRole("heading", { name: "Intake", level: 1 }).waitFor();
  });

  it("has a menu on a phone", async () => {
    await open("", { viewport: NARROW });
    await page.getByRole("button", { name: /menu/i }).first().click();
    await page
      .getByRole("button", { name: /Webhooks/ })
      .first()
      .waitFor();
  });

  it.each([WIDE, NARROW])(
    "asks for the key before the guides, and offers no language without samples",
    async (viewport) => {
      await open("", { viewport });
      const topOf = async (place: string) => (await page.locator(place).first().boundingBox())?.y;
      expect(await topOf("[placeholder=Token]")).toBeLessThan(viewport.height);
      expect(await topOf("[id='intake/description/first-steps']")).toBeLessThan(viewport.height);
      expect(await page.getByText("Ruby").filter({ visible: true }).count()).toBe(0);
    },
  );

  it("is read without scripts: its contents and the guides", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(`${baseUrl}/api/docs`);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("heading", { name: "Signatures" }).waitFor();
    expect(await page.getByRole("link", { name: "Consultations" }).count()).toBe(1);
  });
});
