import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, setOffline } from "../support/chromium.ts";
import { useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(600_000);

const desk = useDesk();

let foreign: Server;
beforeAll(async () => {
  foreign = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<p>x"));
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  foreign?.close();
});

const newLink = async (name: string) => desk.newLink(await desk.newMember("work", name));

const headingOf = (page: Page, text: string) =>
  page.getByRole("heading", { name: text, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const views = (page: Page) => page.getByRole("navigation").getByRole("link");
const signIn = async (page: Page) => {
  await press(page, "Sign in");
  await page.getByRole("navigation").waitFor();
};
const isAt = (page: Page, name: string) => page.getByRole("banner").getByText(name).waitFor();

describeInBrowser("the desk", () => {
  it("asks before it uses the token up, keeps it out of the address, signs in, and signs out", async () => {
    const context = await desk.newContext();
    const url = await newLink("Dana Doe");
    const page = await desk.visit(url, context);
    await headingOf(page, "Sign in on this computer?");
    await page.waitForURL(`${desk.baseUrl()}/desk`);
    expect(desk.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel(/Stay signed in/).check();
    await signIn(page);
    await isAt(page, "Dana Doe");
    const [cookie, ...others] = await context.cookies(`${desk.baseUrl()}/api/me`);
    expect([cookie, others]).toMatchObject([
      { name: "intake_session", httpOnly: true, sameSite: "Strict", path: "/api" },
      [],
    ]);
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1_000 + 179 * 86_400);
    expect(await page.evaluate("document.cookie + JSON.stringify([localStorage, sessionStorage])")).toBe(
      "[{},{}]",
    );
    await page.reload();
    await isAt(page, "Dana Doe");
    await press(page, "Sign out");
    await headingOf(page, "Sign in");
    expect(await findBarriers(page)).toEqual([]);
    expect(await context.cookies(`${desk.baseUrl()}/api/me`)).toEqual([]);
    const { requests } = desk;
    expect(
      requests.filter((request) => !request.includes(desk.baseUrl()) || request.includes("iti_")),
    ).toEqual([]);
    await page.goto(url);
    await press(page, "Sign in");
    await headingOf(page, "This link does not work any more");
    expect(desk.problems).toEqual([]);
  });

  it("names who is signed in before another member signs in, also by a link opened in the same tab", async () => {
    const page = await desk.visit(await newLink("Dana Doe"));
    await signIn(page);
    await page.goto(await newLink("Kim Counsel"));
    await page.getByText(/Dana Doe .* is signed in here/).waitFor();
    await page.waitForURL(({ hash }) => !hash.includes("iti_"));
    await signIn(page);
    await isAt(page, "Kim Counsel");
  });

  it("works by a key that is typed, in this tab alone", async () => {
    const context = await desk.newContext();
    const page = await desk.visit(`${desk.baseUrl()}/desk#setup`, context);
    await page.getByLabel("API key").fill("itk_nothing");
    await press(page, "Use this key");
    await page.getByText("This key does not work").waitFor();
    await page.getByLabel("API key").fill(desk.demo().api_key ?? "");
    await page.keyboard.press("Enter");
    await headingOf(page, "Setup");
    await page.reload();
    await headingOf(page, "Setup");
    expect(await page.evaluate("localStorage.length")).toBe(0);
    const other = await desk.visit(`${desk.baseUrl()}/desk`, context);
    await headingOf(other, "Sign in");
  });

  it("says that the service did not answer, and tries again", async () => {
    const context = await desk.newContext();
    const page = await desk.visit(await newLink("Dana Doe"), context);
    await headingOf(page, "Sign in on this computer?");
    await context.route("**/api/session", (route) => route.abort());
    await press(page, "Sign in");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await context.unroute("**/api/session");
    await press(page, "Try again");
    await isAt(page, "Dana Doe");
  });

  it("signs in where the session is of a firm that is disabled", async () => {
    const context = await desk.newContext();
    await context.route("**/api/me", (route) =>
      route.fulfill({ status: 403, json: { error: { code: "key_disabled", message: "x", details: null } } }),
    );
    const page = await desk.visit(await newLink("Dana Doe"), context);
    await signIn(page);
  });

  it("shows the views of the access, goes by address, and moves the focus to the view's heading", async () => {
    const page = await desk.open({ access: "read", hash: "#week" });
    expect(await views(page).allTextContents()).toEqual(["Inbox", "Leads", "Week", "To do", "Setup"]);
    await page.goBack().catch(() => {});
    await page.goto(`${desk.baseUrl()}/desk#setup`);
    await headingOf(page, "Setup");
    await views(page).filter({ hasText: "Leads" }).click();
    await headingOf(page, "Leads");
    await page.waitForFunction("document.activeElement.textContent === 'Leads'");
    await page.goBack();
    await headingOf(page, "Setup");
    expect(await page.title()).toContain("Setup – ");
  });

  it("has no more than five requests one after another until the leads are seen", async () => {
    // So slow that what one waits for the other begins clearly later.
    const slow = async (route: Route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await route.continue();
    };
    const page = await desk.open({ hash: "#leads", prepare: (each) => each.route("**/*", slow) });
    type Timing = { readonly name: string; readonly startTime: number; readonly responseEnd: number };
    const timings = () =>
      page.evaluate<Timing[]>("performance.getEntriesByType('resource').map((each) => each.toJSON())");
    const isOfLeads = ({ name }: Timing) => name.includes("/api/leads?");
    await eventually(async () => (await timings()).some(isOfLeads)).toBe(true);
    const read = await timings();
    const leadsAt = read.find(isOfLeads)?.responseEnd ?? 0;
    const before = read.filter(({ responseEnd }) => responseEnd <= leadsAt);
    const longestChain = (since: number): number =>
      Math.max(
        0,
        ...before
          .filter(({ startTime }) => startTime >= since)
          .map(({ responseEnd }) => 1 + longestChain(responseEnd)),
      );
    // The page itself is the first.
    expect(1 + longestChain(0)).toBeLessThanOrEqual(5);
  });

  it("asks for changes every ten seconds while it is visible, and for nothing while it is hidden", async () => {
    const page = await desk.open({ hash: "#setup", prepare: (each) => each.clock.install() });
    await headingOf(page, "Setup");
    // The card of rules reads last month's leads once.
    await eventually(() => desk.requests.some((request) => request.includes("/api/leads?"))).toBe(true);
    const { length: inMinute } = await desk.requestsDuring(page, 60);
    expect(inMinute).toBeGreaterThanOrEqual(5);
    expect(inMinute).toBeLessThanOrEqual(6);
    await page.evaluate(
      `Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })`,
    );
    expect(await desk.requestsDuring(page, 60)).toEqual([]);
    await page.evaluate(
      `delete document.visibilityState; document.dispatchEvent(new Event("visibilitychange"))`,
    );
    await page.waitForRequest(/\/api\/events\?after=/);
  });

  it("says since when nothing is known, while offline and while the service is silent", async () => {
    const page = await desk.open({ hash: "#setup" });
    await headingOf(page, "Setup");
    await setOffline(page, true);
    await page.getByText(/^Offline. This is what was shown at/).waitFor();
    await setOffline(page, false);
    await page.route("**/api/events*", (route) => route.abort());
    await page.getByText("The service does not answer.").waitFor();
    await page.unroute("**/api/events*");
    await page.getByText("The service does not answer.").waitFor({ state: "hidden" });
  });

  it("asks to sign in over the page when the session ends, and nothing behind it can be read", async () => {
    const member = await desk.newMember("manage", "Dana Doe");
    const page = await desk.open({ member, hash: "#setup" });
    await headingOf(page, "Setup");
    const [session] = (await desk.call("GET", `/api/members/${member}/sessions`)).data;
    await desk.call("DELETE", `/api/members/${member}/sessions/${session.id}`);
    await headingOf(page, "You are signed out");
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await desk.signIn(page.context(), member);
    await page.evaluate(`dispatchEvent(new Event("focus"))`);
    await headingOf(page, "Setup");
  });

  it("is drawn anew for a member who signs in in another tab, without what the first one asked for", async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const hold = async (route: Route) => {
      await held;
      await route.fulfill({ status: 500, json: {} });
    };
    const page = await desk.open({
      member: await desk.newMember("manage", "Dana Doe"),
      hash: "#setup",
      prepare: (each) => each.route("**/api/members?*", hold, { times: 1 }),
    });
    await isAt(page, "Dana Doe");
    await desk.signIn(page.context(), await desk.newMember("manage", "Kim Counsel"));
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await isAt(page, "Kim Counsel");
    await page.getByText(/can sign in/).waitFor();
    answer();
    expect(desk.problems).toEqual([]);
  });

  it("lends its session to no page of another origin", async () => {
    const page = await desk.open();
    const context = page.context();
    const baseUrl = desk.baseUrl();
    const { port } = Object(foreign.address());
    const evil = await desk.visit(`http://localhost:${port}/`, context);
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
