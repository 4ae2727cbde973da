import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { describeInBrowser, launchChromium } from "../support/chromium.ts";
import { callDemo, killSpawned, readJson, START, spawnService } from "./spawned-service.ts";

jest.setTimeout(180_000);

const AXE = readFileSync(createRequire(import.meta.filename).resolve("axe-core/axe.min.js"), "utf8");

/** Everything that a page can keep in the browser. */
const STORED = `Promise.all([
  { ...localStorage }, { ...sessionStorage }, document.cookie, indexedDB.databases(), location.href,
])`;

const CREATE_LEAD = "Create a lead in the firm's first open stage";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

type Look = { readonly viewport?: typeof WIDE; readonly colorScheme?: "light" | "dark" };

describeInBrowser("the reference page", () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-docs-page-"));
  let browser: Browser;
  let baseUrl: string;

  beforeAll(async () => {
    const service = spawnService(START, directory);
    browser = await launchChromium();
    await service.printed(/^curl /m);
    baseUrl = readJson(directory, "demo.json").base_url ?? "";
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

  const open = async ({ viewport = WIDE, colorScheme = "light" }: Look = {}) => {
    const context = await browser.newContext({ viewport, colorScheme });
    page = await context.newPage();
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).origin}`));
    await page.goto(`${baseUrl}/api/docs`);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
  };

  /** What an accessibility checker finds on the page as it is. */
  const axeViolations = () =>
    page.evaluate<unknown[]>(
      `${AXE}; axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );

  const show = async (operation: string | RegExp) => {
    await page.getByRole("link", { name: operation }).first().click();
    await page.getByRole("heading", { name: operation }).waitFor();
  };

  const allowKey = async (key: string) => {
    await page.getByRole("link", { name: "Authentication", exact: true }).last().click();
    await page.getByPlaceholder("api-token").first().fill(key);
    await page.getByRole("button", { name: "Set" }).first().click();
  };

  it.each<[string, Look]>([
    ["wide and light", { viewport: WIDE, colorScheme: "light" }],
    ["wide and dark", { viewport: WIDE, colorScheme: "dark" }],
    ["narrow and light", { viewport: NARROW, colorScheme: "light" }],
    ["narrow and dark", { viewport: NARROW, colorScheme: "dark" }],
  ])("is accessible and complains of nothing, %s", async (_, look) => {
    await open(look);
    expect(await axeViolations()).toEqual([]);
    expect(problems).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([`GET ${baseUrl}`]));
  });

  it.each(["light", "dark"] as const)(
    "is accessible on the pages of an operation, %s",
    async (colorScheme) => {
      await open({ colorScheme });
      for (const operation of [CREATE_LEAD, /^Book a consultation/, /^The event lead.created/]) {
        await show(operation);
        expect([operation, await axeViolations()]).toEqual([operation, []]);
      }
      expect(problems).toEqual([]);
    },
  );

  it("creates a lead with the reader's key, and keeps the key nowhere", async () => {
    await open();
    const { api_key: key = "" } = readJson(directory, "demo.json");
    await allowKey(key);
    await show(CREATE_LEAD);
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("Created (201)").waitFor();
    expect(await axeViolations()).toEqual([]);
    const { body } = await callDemo(directory, "GET", "/api/leads?limit=1");
    expect(body.data).toMatchObject([{ first_name: "Dana", email: "dana@example.com" }]);
    const stored = await page.evaluate<unknown[]>(STORED);
    expect(stored).toEqual([{}, {}, "", [], expect.not.stringContaining(key)]);
    await page.reload();
    await page.getByRole("link", { name: "Authentication", exact: true }).last().click();
    expect(await page.getByPlaceholder("api-token").first().inputValue()).toBe("");
    expect(problems).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([`GET ${baseUrl}`, `POST ${baseUrl}`]));
  });

  it("finds what the reader looks for", async () => {
    await open();
    await page.getByPlaceholder("Filter").fill("availability");
    await page.getByRole("link", { name: CREATE_LEAD }).waitFor({ state: "hidden" });
    expect(await page.getByRole("link", { name: "List an attorney's free start times" }).count()).toBe(1);
    await page.getByRole("button", { name: "Search" }).click();
    expect(await page.getByRole("dialog", { name: "Search" }).isVisible()).toBe(true);
    expect(await axeViolations()).toEqual([]);
  });

  it("is read by the keyboard alone: a guide and an operation", async () => {
    await open();
    for (const name of ["Idempotency", "List leads, newest first"]) {
      const link = page.getByRole("link", { name, exact: true }).first();
      await link.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name, exact: true }).first().waitFor();
      await expect(link.evaluate((element) => element.tabIndex)).resolves.toBe(0);
    }
    await page.waitForURL(/#\?route=get-\/api\/leads$/);
  });
});
