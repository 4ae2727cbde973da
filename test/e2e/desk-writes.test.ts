import { join } from "node:path";
import { expect, it, jest } from "@jest/globals";
import { buildSync } from "esbuild";
import type { Page, Route } from "playwright-core";
import { describeInBrowser, loseAnswer } from "../support/chromium.ts";
import { useDesk } from "../support/desk-page.ts";

jest.setTimeout(600_000);

const desk = useDesk();

/** The desk's requests without a view: a lead is contacted, or created. */
const REQUESTS = `
  import { createWrite, intake } from "./requests.ts";
  import { lookAgain } from "./session.ts";
  const write = createWrite();
  const contact = (id) => write.run({
    what: "Ada was contacted",
    typed: id,
    send: (options) => intake().updateLead({ path: { id }, body: { status: "contacted" } }, options),
    find: async () => {
      const lead = await intake().getLead({ path: { id } });
      return lead.status.key === "contacted" ? lead : null;
    },
  });
  const create = (body) => write.run({
    what: "Ada was created",
    typed: body,
    send: (options) => intake().createLead({ body }, options),
    find: async () => null,
  });
  window.requests = { contact, create, lookAgain };
`;

const open = async (member?: string) => {
  const page = await desk.open({ access: "work", ...(member && { member }) });
  const resolveDir = join(import.meta.dirname, "../../pages/desk");
  const { outputFiles } = buildSync({
    stdin: { contents: REQUESTS, resolveDir },
    bundle: true,
    format: "iife",
    write: false,
  });
  await page.evaluate(outputFiles[0]?.text ?? "");
  await page.evaluate("requests.lookAgain()");
  return page;
};

const ADA = { first_name: "Ada", last_name: "Doe", phone: "(212) 555-0147", source: "phone" };
const newLead = async (): Promise<string> => (await desk.call("POST", "/api/leads", ADA)).id;
const statusOf = async (id: string) => (await desk.call("GET", `/api/leads/${id}`)).status.key;
const countOf = async (source: string) => (await desk.call("GET", `/api/leads?source=${source}`)).data.length;

const contact = (page: Page, id: string) => page.evaluate(`requests.contact("${id}")`);
const create = (page: Page, source: string) =>
  page.evaluate(`requests.create(${JSON.stringify({ ...ADA, source })})`);

/** Answers the writes of a page one after the other, the last one for good. Returns their Idempotency-Keys. */
const answerWrites = async (page: Page, ...answers: ((route: Route) => Promise<unknown>)[]) => {
  const keys: (string | undefined)[] = [];
  await page.route("**/api/leads**", (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.continue();
    keys.push(request.headers()["idempotency-key"]);
    return (answers.length > 1 ? answers.shift() : answers[0])?.(route);
  });
  return keys;
};
const pass = (route: Route) => route.continue();
const ERROR = { code: "unavailable", message: "Try again.", request_id: "its-id" };
const fail = (route: Route) =>
  route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: ERROR } });

describeInBrowser("a write of the desk", () => {
  it("is done though its answer was lost, and is sent once", async () => {
    const [page, id] = [await open(), await newLead()];
    const keys = await answerWrites(page, loseAnswer);
    expect(await contact(page, id)).toMatchObject({ id, status: { key: "contacted" } });
    expect([keys.length, await statusOf(id)]).toEqual([1, "contacted"]);
  });

  it.each([
    ["after a 503", fail, "busy"],
    ["after its answer was lost", loseAnswer, "lost"],
  ])("creates one lead %s", async (_, answer, source) => {
    const page = await open();
    const keys = await answerWrites(page, answer, pass);
    expect(await create(page, source)).toMatchObject({ source });
    expect([keys.length, new Set(keys).size, await countOf(source)]).toEqual([2, 1, 1]);
  });

  /** Presses after the session has ended, and signs a member in. */
  const pressSignedOut = async (page: Page, source: string, next: string) => {
    await page.context().clearCookies();
    const refused = page.waitForResponse((response) => response.status() === 401);
    const run = create(page, source);
    await refused;
    await desk.signIn(page.context(), next);
    await page.evaluate("requests.lookAgain()");
    return run;
  };

  it("goes on when its member is back, whose session has ended", async () => {
    const member = await desk.newMember("work");
    expect(await pressSignedOut(await open(member), "back", member)).toMatchObject({ source: "back" });
    expect(await countOf("back")).toBe(1);
  });

  it("is not sent as another member, who signs in after that", async () => {
    const [page, other] = [await open(), await desk.newMember("work", "Eve Doe")];
    const dropped = pressSignedOut(page, "other", other);
    const late = new Promise((resolve) => setTimeout(resolve, 3_000, "waits"));
    expect(await Promise.race([dropped, late])).toBe("waits");
    expect(await countOf("other")).toBe(0);
    dropped.catch(() => {});
  });
});
