import { execFileSync } from "node:child_process";
import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { describeInBrowser, RETRIED } from "../support/chromium.ts";
import { drawn, findBarriers, NARROW, useDocsPage, WIDE } from "../support/docs-page.ts";
import { callDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

/** Returns whether a heading with this text is in view. */
const IS_IN_VIEW = `(text) => [...document.querySelectorAll("h2")].some((heading) => {
  const { top } = heading.getBoundingClientRect();
  return heading.textContent.trim() === text && top >= 0 && top < innerHeight;
})`;

const CREATE_LEAD = "#tag/leads/POST/api/leads";
const ADD_SOURCE = "#tag/sources/POST/api/sources";
const GET_ME = "#tag/keys/GET/api/me";
const GET_LINK = "#tag/links/GET/api/link";
const NO_OPERATION = "#tag/leads/POST/api/lead";
const DIALOG = "[role=dialog]";

const operation = (page: Page, place: string) => page.locator(`[id='intake/${place.slice(1)}']`);

/** Opens the form that sends the request of an operation. */
const testRequest = (page: Page, place: string) =>
  operation(page, place)
    .getByRole("button", { name: /Test Request/ })
    .first()
    .click();

/** Returns the clients in whose samples an operation can be read. */
const clientsOf = async (page: Page, place: string) => {
  await operation(page, place).getByTestId("client-picker").first().click();
  await page.getByRole("option").first().waitFor();
  const names = await page.getByRole("option").allTextContents();
  await page.keyboard.press("Escape");
  return names.map((name) => name.trim());
};

const send = (page: Page) => page.locator(DIALOG).getByRole("button", { name: /^Send/ }).last().click();

/** Returns the settings of the first steps, and the address of a form. */
const samples = async (page: Page) => {
  const texts = await page.locator(".markdown pre").allTextContents();
  return [/^export INTAKE_URL=.*/m, /action=".*"/].map((sample) => sample.exec(texts.join("\n"))?.[0]);
};

describeInBrowser("the reference page", () => {
  const docs = useDocsPage();

  const expectNoFaults = () => {
    expect(docs.problems).toEqual([]);
    expect(new Set(docs.requests)).toEqual(new Set([docs.baseUrl]));
  };

  it.each([
    ["wide and dark", "", { viewport: WIDE, colorScheme: "dark" }],
    ["narrow, from an address that is not well encoded", "#%", { viewport: NARROW }],
  ] as const)(
    "begins with a field for the key and guides that show the demo firm's, %s",
    async (_, place, options) => {
      const page = await docs.open(place, options);
      const { viewport } = options;
      await page.getByRole("heading", { name: "Intake", level: 1 }).waitFor();
      const topOf = async (part: string) => (await page.locator(part).first().boundingBox())?.y;
      expect(await topOf("[placeholder=Token]")).toBeLessThan(viewport.height);
      expect(await topOf("[id='intake/description/first-steps']")).toBeLessThan(viewport.height);
      // No samples, no choice of their language.
      expect(await page.getByText("Ruby").filter({ visible: true }).count()).toBe(0);
      const { baseUrl, key } = docs;
      expect(await samples(page)).toEqual([
        `export INTAKE_URL=${baseUrl} INTAKE_KEY=${key} RECEIVER_PORT=4010`,
        `action="${baseUrl}/api/leads?key=its_…"`,
      ]);
      expect(await findBarriers(page)).toEqual([]);
      if (viewport === NARROW) await page.getByRole("button", { name: /menu/i }).first().click();
      await page
        .getByRole("button", { name: /Webhooks/ })
        .first()
        .waitFor();
      expect(await findBarriers(page, "aside")).toEqual([]);
      await page
        .getByRole("button", { name: /Search/ })
        .first()
        .click();
      await page.getByRole("combobox").fill("idempotency");
      await page
        .getByRole("option", { name: /Idempotency/ })
        .first()
        .waitFor();
      expect(await findBarriers(page, DIALOG)).toEqual([]);
      expectNoFaults();
    },
  );

  it("shows on any other host its address and no key, which it never asks for, and opens at the place in its address", async () => {
    const host = "https://intake.example";
    const paths: string[] = [];
    const page = await docs.openBlank({ viewport: WIDE });
    await page.route(`${host}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      paths.push(pathname);
      await route.fulfill({ response: await page.request.get(docs.baseUrl + pathname, RETRIED) });
    });
    await page.goto(`${host}/api/docs#description/signatures`);
    await drawn(page);
    await page.waitForFunction(`(${IS_IN_VIEW})("Signatures")`);
    await page.locator("[id='intake/description/signatures'] pre > .copy-code").first().waitFor();
    expect(await samples(page)).toEqual([
      `export INTAKE_URL=${host} INTAKE_KEY=itk_… RECEIVER_PORT=4010`,
      `action="${host}/api/leads?key=its_…"`,
    ]);
    expect(await page.getByPlaceholder("Token").first().inputValue()).toBe("");
    expect(paths).toContain("/api/openapi.json");
    expect(paths).not.toContain("/demo/key");
  });

  it("sends requests with the demo firm's key, and offers only samples of clients that the tests run", async () => {
    const page = await docs.open(GET_ME);
    await testRequest(page, GET_ME);
    await send(page);
    await page.getByText("200 OK").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await clientsOf(page, GET_ME)).toEqual(["curl", "JavaScript", "Python", "Curl"]);
    await page.goto(`${docs.baseUrl}/api/docs${ADD_SOURCE}`);
    expect(await clientsOf(page, ADD_SOURCE)).toEqual(["Curl"]);
    const sample = await operation(page, ADD_SOURCE).locator(".code-snippet code").first().textContent();
    const answer = execFileSync("bash", ["-c", sample ?? ""], { encoding: "utf8", stdio: "pipe" });
    expect(JSON.parse(answer)).toMatchObject({ key: "intake-form", ingestion_key: expect.any(String) });
    expectNoFaults();
  });

  it("creates a lead with the reader's key, keeps the key only as long as the tab, and asks for a link's own key", async () => {
    const own = { name: "Reader", scopes: ["leads:read", "leads:write"] };
    const { key } = (await callDemo(docs.directory, "POST", "/api/keys", own)).body;
    const page = await docs.open("", { colorScheme: "dark" });
    await page.getByPlaceholder("Token").first().fill(key);
    await page.waitForFunction((secret) => JSON.stringify({ ...sessionStorage }).includes(secret), key);
    await page.goto("about:blank");
    await page.goto(`${docs.baseUrl}/api/docs${CREATE_LEAD}`);
    await drawn(page);
    await page.getByRole("tab", { name: "201", selected: true }).first().waitFor();
    for (const field of ["first_name", "last_name", "source", "email", "phone", "assignee_id", "data"])
      await page.getByText(field, { exact: true }).first().waitFor({ state: "attached" });
    // No regular expressions.
    expect(await page.content()).not.toContain("\\x00-\\x1F");
    expect(await findBarriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(NARROW);
    await page.locator("body.light-mode").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await testRequest(page, CREATE_LEAD);
    expect(await page.locator(DIALOG).getByPlaceholder("Token").inputValue()).toBe(key);
    expect(await findBarriers(page, DIALOG)).toEqual([]);
    await page.setViewportSize(WIDE);
    await send(page);
    await page.getByText("201 Created").first().waitFor();
    expect(await findBarriers(page, DIALOG)).toEqual([]);
    const { body } = await callDemo(docs.directory, "GET", "/api/leads?q=dana@example.com");
    expect(body.data).toMatchObject([{ first_name: "Dana", email: "dana@example.com" }]);

    const { body: link } = await callDemo(docs.directory, "POST", `/api/leads/${IDS.lead}/links`, {
      consultation_id: IDS.consultation,
    });
    await page.keyboard.press("Escape");
    await page.goto(`${docs.baseUrl}/api/docs${GET_LINK}`);
    await testRequest(page, GET_LINK);
    await page.locator(DIALOG).getByText("clientLink").first().waitFor();
    await page.locator(DIALOG).getByPlaceholder("Token").fill(link.url.replace(/^.*#/, ""));
    await send(page);
    await page.getByText("200 OK").first().waitFor();
    const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
    for (const secret of [key, docs.key]) {
      expect(page.url()).not.toContain(secret);
      expect(kept).not.toContain(secret);
    }
    expectNoFaults();
  });

  it("copies a sample, or selects it where the browser gives no clipboard, and says which", async () => {
    const page = await docs.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    const block = page.locator(".markdown pre").first();
    const button = (name: string) => block.getByRole("button", { name, exact: true });
    await button("Copy").waitFor({ state: "attached" });
    const sample = await block.locator("code").textContent();
    await button("Copy").click();
    await button("Copied").waitFor();
    expect((await page.evaluate<string>("navigator.clipboard.readText()")).trim()).toBe(sample?.trim());
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await button("Copy").click();
    await button("Selected").waitFor();
    expect((await page.evaluate<string>("String(getSelection())")).trim()).toBe(sample?.trim());
    expect(await block.locator("button.copy-code").getAttribute("aria-live")).toBe("polite");
    expectNoFaults();
  });

  it("opens at its beginning when its address names what it does not have, finds operations, and shows the example that the reader chooses", async () => {
    const page = await docs.open(NO_OPERATION);
    await page.getByRole("heading", { name: "Intake", level: 1 }).waitFor();
    await page.evaluate("location.hash = '%E0%A4%A'");
    await page.waitForURL(/\/api\/docs$/);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("free start times");
    await page
      .getByRole("option", { name: /free start times/ })
      .first()
      .click();
    await page.waitForURL(/#tag\/attorneys\/GET\/api\/attorneys\/\{id\}\/availability$/);
    await page.goto(`${docs.baseUrl}/api/docs${ADD_SOURCE}`);
    await page.getByRole("button", { name: "Intake form" }).first().click();
    await page.getByRole("option", { name: "Typeform intake form" }).click();
    await page.locator(".code-snippet").filter({ hasText: "form_response" }).first().waitFor();
    expectNoFaults();
  });

  it("shows its contents and the guides without scripts", async () => {
    const page = await docs.openBlank({ javaScriptEnabled: false });
    await page.goto(`${docs.baseUrl}/api/docs`);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("heading", { name: "Signatures" }).waitFor();
    expect(await page.getByRole("link", { name: "Consultations" }).count()).toBe(1);
  });
});
