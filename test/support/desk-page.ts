import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { callDemo, readJson } from "../e2e/spawned-service.ts";
import { launchChromium } from "./chromium.ts";
import { newDemoFirm } from "./demo-firms.ts";

type Access = "read" | "work" | "manage";

type OpenOptions = BrowserContextOptions & {
  /** The access of a new member who signs in; `manage` by default. */
  readonly access?: Access;
  /** Who signs in instead of a new member. */
  readonly member?: string;
  /** The address behind `/desk`, `#inbox`. */
  readonly hash?: string;
  /** Called with the page before it opens the desk, to route its requests. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

/** Shows text at twice its size, as a setting of the browser does. */
export const doubleText = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.style.fontSize = '200%'");

/** Creates a demo firm, and starts a browser in which tests open the desk, signed in. */
export const useDesk = () => {
  let directory = "";
  let browser: Browser;
  let baseUrl = "";
  const problems: string[] = [];
  const requests: string[] = [];
  const underWay = new Set<Request>();

  const call = async (method: string, path: string, body?: object) => {
    const response = await callDemo(directory, method, path, body);
    expect([method, path, response.status < 300 || response.body]).toEqual([method, path, true]);
    return response.body;
  };
  const newMember = async (access: Access | null = "manage", name = "Dana Doe"): Promise<string> =>
    (await call("POST", "/api/members", { name, access })).id;
  const newLink = async (member: string): Promise<string> =>
    (await call("POST", `/api/members/${member}/sign-in-link`)).url;

  /** Signs a member in, in a browser's context, as the page does by a link. */
  const signIn = async (context: BrowserContext, member: string) => {
    const [, token] = (await newLink(member)).split("#");
    const headers = { Authorization: `Bearer ${token}`, "Intake-Desk": "1" };
    const answer = await context.request.post(`${baseUrl}/api/session`, { headers, data: {} });
    expect(answer.status()).toBe(201);
  };

  const watch = (page: Page) => {
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      requests.push(`${request.method()} ${request.url()}`);
      underWay.add(request);
    });
    page.on("requestfinished", (request) => underWay.delete(request));
    page.on("requestfailed", (request) => underWay.delete(request));
  };

  /** Lets seconds pass on the installed clock of a page, and no others. @returns the requests to the API meanwhile */
  const requestsDuring = async (page: Page, seconds: number): Promise<string[]> => {
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 1_000);
    await settled();
    requests.length = 0;
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000);
      await settled();
    }
    await page.clock.resume();
    return requests.filter((request) => request.includes("/api/"));
  };
  const settled = async () => {
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (underWay.size > 0);
  };

  beforeAll(async () => {
    browser = await launchChromium();
    directory = await newDemoFirm();
    baseUrl = readJson(directory, "demo.json").base_url ?? "";
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    problems.length = 0;
    requests.length = 0;
    underWay.clear();
  });
  afterAll(() => browser?.close());

  return {
    call,
    newMember,
    newLink,
    signIn,
    /** The browser's errors and refusals, except unsuccessful answers. */
    problems,
    /** Method and address of each request. */
    requests,
    requestsDuring,
    baseUrl: () => baseUrl,
    /** The values of `demo.json`. */
    demo: () => readJson(directory, "demo.json"),
    newContext: (options: BrowserContextOptions = {}) =>
      browser.newContext({
        viewport: { width: 1280, height: 860 },
        locale: "en-US",
        timezoneId: "America/New_York",
        reducedMotion: "reduce",
        ...options,
      }),
    /** Opens the desk in a browser of its own, as a member who has signed in. */
    async open({ access, member, hash = "", prepare, ...options }: OpenOptions = {}): Promise<Page> {
      const context = await this.newContext(options);
      await signIn(context, member ?? (await newMember(access)));
      const page = await context.newPage();
      watch(page);
      await prepare?.(page);
      await page.goto(`${baseUrl}/desk${hash}`);
      await page.getByRole("navigation").waitFor();
      return page;
    },
    watch,
  };
};
