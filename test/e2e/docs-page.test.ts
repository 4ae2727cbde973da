import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { describeInBrowser } from "../support/chromium.ts";
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
const GET_LINK = "#tag/links/GET/api/link";

describeInBrowser("the reference page", () => {
  const docs = useDocsPage();
  let page: Page;

  const open = async (place?: string, viewport = WIDE) => {
    page = await docs.open(place, { viewport });
  };

  const testRequest = () =>
    page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();

  /** Returns what an accessibility checker finds. The page corrects markup a moment after Scalar has drawn it. */
  const barriers = async () => {
    let found = await findBarriers(page);
    for (let tries = 1; found.length > 0 && tries < 5; tries++) {
      await page.waitForTimeout(1_000);
      found = await findBarriers(page);
    }
    return found;
  };

  const expectNoBarriers = async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`body.${colorScheme}-mode`).waitFor();
      expect([colorScheme, ...(await barriers())]).toEqual([colorScheme]);
    }
  };

  /** Returns the settings of the first steps, and the address of a form. */
  const samples = async () => {
    const texts = await page.locator(".markdown pre").allTextContents();
    return [/^export INTAKE_URL=.*/m, /action=".*"/].map((sample) => sample.exec(texts.join("\n"))?.[0]);
  };

  it("shows the guides with its own address and the demo firm's key", async () => {
    await open("#description/forms-on-web-pages");
    const { baseUrl, key } = docs;
    expect(await samples()).toEqual([
      `export INTAKE_URL=${baseUrl} INTAKE_KEY=${key} RECEIVER_PORT=4010`,
      `action="${baseUrl}/api/leads?key=its_…"`,
    ]);
  });

  it("shows the guides with its own address and no key on any other host, which it never asks for one", async () => {
    const host = "https://intake.example";
    const paths: string[] = [];
    page = await docs.openBlank({ viewport: WIDE });
    await page.route(`${host}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      paths.push(pathname);
      await route.fulfill({ response: await page.request.get(docs.baseUrl + pathname) });
    });
    await page.goto(`${host}/api/docs#description/forms-on-web-pages`);
    await drawn(page);
    expect(await samples()).toEqual([
      `export INTAKE_URL=${host} INTAKE_KEY=itk_… RECEIVER_PORT=4010`,
      `action="${host}/api/leads?key=its_…"`,
    ]);
    expect(paths).toContain("/api/openapi.json");
    expect(paths).not.toContain("/demo/key");
  });

  it.each([
    ["wide", WIDE],
    ["narrow", NARROW],
  ])("has no accessibility barriers and calls no other host, %s", async (_, viewport) => {
    await open(CREATE_LEAD, viewport);
    await expectNoBarriers();
    await testRequest();
    await expectNoBarriers();
    await page.context().close();
    await open("", viewport);
    await expectNoBarriers();
    if (viewport === NARROW) await page.getByRole("button", { name: /menu/i }).first().click();
    await page
      .getByRole("button", { name: /Webhooks/ })
      .first()
      .waitFor();
    await page
      .getByRole("button", { name: /Search/ })
      .first()
      .click();
    await page.getByRole("combobox").fill("idempotency");
    await expectNoBarriers();
    expect(docs.problems).toEqual([]);
    expect(new Set(docs.requests)).toEqual(new Set([docs.baseUrl]));
  });

  it("shows every field of a new lead, no regular expressions, and the 201 response", async () => {
    await open(CREATE_LEAD);
    await page.getByRole("tab", { name: "201", selected: true }).first().waitFor();
    for (const field of ["first_name", "last_name", "source", "email", "phone", "assignee_id", "data"])
      await page.getByText(field, { exact: true }).first().waitFor({ state: "attached" });
    expect(await page.content()).not.toContain("\\x00-\\x1F");
  });

  it("shows the request of the example that the reader chooses", async () => {
    await open(ADD_SOURCE);
    await page.getByRole("button", { name: "Intake form" }).first().click();
    await page.getByRole("option", { name: "Typeform intake form" }).click();
    await page.locator(".code-snippet").filter({ hasText: "form_response" }).first().waitFor();
  });

  it("creates a lead with the reader's key, and keeps the key only as long as the tab", async () => {
    await open();
    await page.getByPlaceholder("Token").first().fill(docs.key);
    await page.waitForFunction((secret) => JSON.stringify({ ...sessionStorage }).includes(secret), docs.key);
    await page.goto("about:blank");
    await page.goto(`${docs.baseUrl}/api/docs${CREATE_LEAD}`);
    await drawn(page);
    await testRequest();
    await page.getByRole("button", { name: /^Send/ }).last().click();
    await page.getByText("201 Created").first().waitFor();
    expect(await barriers()).toEqual([]);
    const { body } = await callDemo(docs.directory, "GET", "/api/leads?limit=1");
    expect(body.data).toMatchObject([{ first_name: "Dana", email: "dana@example.com" }]);
    expect(page.url()).not.toContain(docs.key);
    const kept = await page.context().storageState({ indexedDB: true });
    expect(JSON.stringify(kept)).not.toContain(docs.key);
    expect(docs.problems).toEqual([]);
    expect(new Set(docs.requests)).toEqual(new Set([docs.baseUrl]));
  });

  it("asks for the key of a link when a call accepts no other key", async () => {
    await open();
    await page.getByPlaceholder("Token").first().fill(docs.key);
    const { body: link } = await callDemo(docs.directory, "POST", `/api/leads/${IDS.lead}/links`, {
      consultation_id: IDS.consultation,
    });
    await page.goto(`${docs.baseUrl}/api/docs${GET_LINK}`);
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

  it("opens at the heading that its address names, with buttons to copy code", async () => {
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

  it.each([WIDE, NARROW])(
    "asks for the key before the guides, and offers no language without samples",
    async (viewport) => {
      await open("", viewport);
      const topOf = async (place: string) => (await page.locator(place).first().boundingBox())?.y;
      expect(await topOf("[placeholder=Token]")).toBeLessThan(viewport.height);
      expect(await topOf("[id='intake/description/first-steps']")).toBeLessThan(viewport.height);
      expect(await page.getByText("Ruby").filter({ visible: true }).count()).toBe(0);
    },
  );

  it("shows its contents and the guides without scripts", async () => {
    page = await docs.openBlank({ javaScriptEnabled: false });
    await page.goto(`${docs.baseUrl}/api/docs`);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("heading", { name: "Signatures" }).waitFor();
    expect(await page.getByRole("link", { name: "Consultations" }).count()).toBe(1);
  });
});
