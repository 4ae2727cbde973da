import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it, jest } from "@jest/globals";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, launchChromium } from "../support/chromium.ts";
import { newDemoFirm } from "../support/demo-firms.ts";
import { callDemo, readJson } from "./spawned-service.ts";

jest.setTimeout(600_000);

let browser: Browser;
let directory: string;
let baseUrl: string;
let foreign: Server;
beforeAll(async () => {
  browser = await launchChromium();
  directory = await newDemoFirm();
  baseUrl = readJson(directory, "demo.json").base_url ?? "";
  foreign = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<p>x"));
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  foreign?.close();
  await browser?.close();
});

const create = async (path: string, body?: object) => {
  const answer = await callDemo(directory, "POST", path, body);
  expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
  return answer.body;
};
const newMember = async (name: string) => (await create("/api/members", { name, access: "work" })).id;
const newLink = async (id: string): Promise<string> => (await create(`/api/members/${id}/sign-in-link`)).url;

/** Opens a page, and records the addresses and the headers of its requests. */
const open = async (context: BrowserContext, url: string) => {
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.goto(url);
  return { page, requests };
};

const headingOf = (page: Page, text: string) => page.getByRole("heading", { name: text }).waitFor();
const signIn = async (page: Page) => {
  await page.getByRole("button", { name: "Sign in" }).click();
  await headingOf(page, "Signed in");
};

describeInBrowser("the desk", () => {
  it("asks before it uses the token up, keeps it out of the address, signs in, and signs out", async () => {
    const context = await browser.newContext();
    const url = await newLink(await newMember("Dana Doe"));
    const { page, requests } = await open(context, url);
    await headingOf(page, "Sign in on this computer?");
    expect(page.url()).toBe(`${baseUrl}/desk`);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel(/Stay signed in/).check();
    await signIn(page);
    expect(await page.getByText("Dana Doe (").isVisible()).toBe(true);
    const [cookie, ...others] = await context.cookies(`${baseUrl}/api/me`);
    expect([cookie, others]).toMatchObject([
      { name: "intake_session", httpOnly: true, sameSite: "Strict", path: "/api" },
      [],
    ]);
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1_000 + 179 * 86_400);
    expect(await page.evaluate("document.cookie + JSON.stringify([localStorage, sessionStorage])")).toBe(
      "[{},{}]",
    );
    await page.reload();
    await headingOf(page, "Signed in");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await headingOf(page, "Not signed in");
    expect(await context.cookies(`${baseUrl}/api/me`)).toEqual([]);
    expect(requests.filter((request) => !request.includes(baseUrl) || request.includes("iti_"))).toEqual([]);
    await page.goto(url);
    await signIn(page).catch(() => {});
    await headingOf(page, "This link does not work any more");
  });

  it("names who is signed in before another member signs in", async () => {
    const context = await browser.newContext();
    const { page } = await open(context, await newLink(await newMember("Dana Doe")));
    await signIn(page);
    const other = await newLink(await newMember("Kim Counsel"));
    await page.goto(other);
    await page.getByText(/Dana Doe .* is signed in here/).waitFor();
    await signIn(page);
    expect(await page.getByText("Kim Counsel (").isVisible()).toBe(true);
  });

  it("says that the service did not answer, and tries again", async () => {
    const context = await browser.newContext();
    const { page } = await open(context, await newLink(await newMember("Dana Doe")));
    await headingOf(page, "Sign in on this computer?");
    await context.route("**/api/session", (route) => route.abort());
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Try again" }).waitFor({ timeout: 60_000 });
    await context.unroute("**/api/session");
    await page.getByRole("button", { name: "Try again" }).click();
    await headingOf(page, "Signed in");
  });

  it("signs in where the session is of a firm that is disabled", async () => {
    const context = await browser.newContext();
    await context.route("**/api/me", (route) =>
      route.fulfill({ status: 403, json: { error: { code: "key_disabled", message: "x", details: null } } }),
    );
    const { page } = await open(context, await newLink(await newMember("Dana Doe")));
    await signIn(page);
  });

  it("lends its session to no page of another origin", async () => {
    const context = await browser.newContext();
    const member = await newMember("Dana Doe");
    const { page } = await open(context, await newLink(member));
    await signIn(page);
    const { port } = Object(foreign.address());
    const evil = (await open(context, `http://localhost:${port}/`)).page;
    const attempts = `Promise.all([
      fetch("${baseUrl}/api/me", { credentials: "include", headers: { "intake-desk": "1" } }),
      fetch("${baseUrl}/api/me", { credentials: "include" }),
    ].map((each) => each.then(() => "read", () => "refused")))`;
    expect(await evil.evaluate(attempts)).toEqual(["refused", "refused"]);
    const statuses: number[] = [];
    evil.on("response", (response) => statuses.push(response.status()));
    await evil.evaluate(`document.body.innerHTML =
      '<form method="post" action="${baseUrl}/api/leads"><input name="first_name" value="x"></form>';
      document.forms[0].submit()`);
    await evil.waitForURL(`${baseUrl}/api/leads`);
    expect(statuses).toEqual([401]);
  });
});
