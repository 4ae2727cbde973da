import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { RETRIED, useBrowser } from "./chromium.ts";
import { useDemoFirm } from "./demo-firms.ts";

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

/** The name of what has the focus: its label, or its text. */
const FOCUSED = `(({ ariaLabel, labels, textContent }) => (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim())(
  document.activeElement)`;

/** Presses Tab until the focus is on what has a name that begins with a text, or matches. */
export const tabTo = async (page: Page, name: string | RegExp) => {
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(FOCUSED);
    if (typeof name === "string" ? focused.startsWith(name) : name.test(focused)) return;
  }
  throw new Error(`The Tab key does not lead to ${name}.`);
};

/** Waits until a text is shown somewhere. */
export const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Creates a demo firm, and starts a browser in which tests open the desk, signed in. */
export const useDesk = () => {
  const firm = useDemoFirm();
  const browser = useBrowser();
  const { call, baseUrl } = firm;
  const { requests, settled, watch } = browser;

  const newMember = async (access: Access | null = "manage", name = "Dana Doe"): Promise<string> =>
    (await call("POST", "/api/members", { name, access })).id;
  const newLink = async (member: string): Promise<string> =>
    (await call("POST", `/api/members/${member}/sign-in-link`)).url;

  /** Signs a member in, in a browser's context, as the page does by a link. */
  const signIn = async (context: BrowserContext, member: string) => {
    const [, token] = (await newLink(member)).split("#");
    const headers = { Authorization: `Bearer ${token}`, "Intake-Desk": "1" };
    const answer = await context.request.post(`${baseUrl()}/api/session`, { headers, data: {}, ...RETRIED });
    expect(answer.status()).toBe(201);
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

  const newContext = (options: BrowserContextOptions = {}) =>
    browser.newContext({
      viewport: { width: 1280, height: 860 },
      locale: "en-US",
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
      ...options,
    });

  /** Opens an address of the desk, in a browser of its own by default. */
  const visit = async (url: string, context?: BrowserContext): Promise<Page> => {
    const page = await (context ?? (await newContext())).newPage();
    watch(page);
    await page.goto(url);
    return page;
  };

  return {
    ...firm,
    ...browser,
    newContext,
    newMember,
    newLink,
    signIn,
    requestsDuring,
    visit,
    /** Opens the desk in a browser of its own, by a new API key that is typed. */
    async openByKey(hash: string, scopes: readonly string[]): Promise<Page> {
      const { key } = await call("POST", "/api/keys", { name: "Typed", scopes });
      const page = await visit(`${baseUrl()}/desk${hash}`);
      await page.getByLabel("API key").fill(key);
      await page.getByRole("button", { name: "Use this key", exact: true }).click();
      return page;
    },
    /** Opens the desk in a browser of its own, as a member who has signed in. */
    async open({ access, member, hash = "", prepare, ...options }: OpenOptions = {}): Promise<Page> {
      const context = await newContext(options);
      await signIn(context, member ?? (await newMember(access)));
      const page = await context.newPage();
      watch(page);
      await prepare?.(page);
      await page.goto(`${baseUrl()}/desk${hash}`);
      await page.getByRole("navigation").waitFor();
      // What is read at first moves what stands below it, also from under a press. A test may hold it back.
      await Promise.race([settled(5), sleep(3_000)]);
      return page;
    },
  };
};
