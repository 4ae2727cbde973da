import { expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { findBarriers, holdBack } from "../support/booking-page.ts";
import { describeInBrowser, loseAnswer } from "../support/chromium.ts";
import { doubleText, shown, tabTo, useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(600_000);

const desk = useDesk();

type Source = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly ingestion_key: string;
};

let made = 0;
const newSource = (name: string, changes: object = {}): Promise<Source> =>
  desk.call("POST", "/api/sources", { key: `source-${++made}`, name, ...changes });

const deliver = async ({ ingestion_key }: Source, body: unknown, type = "application/json") => {
  const response = await fetch(`${desk.baseUrl()}/api/leads`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingestion_key}`, "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return response.status;
};

const deliveries = async ({ id }: Source, query = "") =>
  (await desk.call("GET", `/api/sources/${id}/deliveries${query}`)).data;
const mappingOf = async ({ id }: Source) => (await desk.call("GET", `/api/sources/${id}`)).mapping;

/** A body without a telephone at a usual path. */
const unmapped = (name: string) => ({ name, best_number: "+12125550164", city: "Rome" });

/** Delivers something that is rejected until the telephone is mapped, and opens it. */
const openRejected = async (source: Source, options: Parameters<typeof desk.open>[0] = {}) => {
  if ((await deliveries(source)).length === 0)
    expect(await deliver(source, unmapped("Odalys Marchetti"))).toBe(422);
  const [{ id }] = await deliveries(source);
  const page = await desk.open({ hash: `#inbox/${source.id}/${id}`, ...options });
  await page.getByRole("heading", { name: "No email or phone number found." }).waitFor();
  return page;
};

const row = (page: Page, name: string) => page.getByRole("link", { name });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const rule = (page: Page, field: string) => page.getByRole("button", { name: new RegExp(`^${field}: `) });

const choosePath = async (page: Page, field: string, path: string) => {
  await rule(page, field).click();
  await page.getByLabel(`${field}, path 1`).selectOption(path);
};

describeInBrowser("the inbox of the desk", () => {
  it("mends a rejected delivery by keyboard alone: from the list to the replay of all", async () => {
    const source = await newSource("Ads");
    expect(await deliver(source, unmapped("Odalys Marchetti"))).toBe(422);
    expect(await deliver(source, unmapped("Dara Whitcombe"))).toBe(422);
    expect(await deliver(source, { ...unmapped("Wendell A"), email: "w@example.com" })).toBe(201);
    const page = await desk.open();
    await page.getByRole("link", { name: "Inbox 2 rejected" }).waitFor();
    await shown(page, "Created Wendell A");
    await tabTo(page, /Ads.*Rejected: No email/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No email or phone number found." }).waitFor();
    await tabTo(page, /^Phone: /);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Phone, path 4$/);
    await page.keyboard.type("best");
    await shown(page, "A new lead");
    await shown(page, "2 of the last 2 rejected would become leads.");
    expect(await mappingOf(source)).toEqual({});
    await tabTo(page, /^Save and replay 2$/);
    await page.keyboard.press("Enter");
    await shown(page, "Replayed 2 of 2 rejected");
    await shown(page, "2 created");
    expect(await mappingOf(source)).toEqual({
      phone: ["phone", "phone_number", "phoneNumber", "best_number"],
    });
    expect(await deliveries(source, "?outcome=rejected")).toEqual([]);
    await page.getByRole("link", { name: "Inbox", exact: true }).first().waitFor();
    await page.getByRole("link", { name: "See the replay" }).click();
    await page.getByRole("link", { name: "Open the lead" }).waitFor();
    expect(desk.problems).toEqual([]);
  });

  it("replays one and dismisses one, each known although its answer was lost", async () => {
    const source = await newSource("Lost answers");
    const page = await openRejected(source);
    await page.route("**/dismiss", loseAnswer);
    await press(page, "Dismiss");
    await page.getByRole("heading", { name: /^Dismissed: / }).waitFor();
    await page.route("**/deliveries/*/replay", loseAnswer);
    await press(page, "Replay this one");
    await page.getByRole("link", { name: "See the replay" }).waitFor();
    expect(await deliveries(source)).toHaveLength(2);
  });

  it("replays ten a call, and ends with a lost answer, saying which were done", async () => {
    const source = await newSource("Many");
    for (let count = 0; count < 23; count++) await deliver(source, unmapped(`Number ${count}`));
    const page = await openRejected(source);
    await choosePath(page, "Phone", "best_number");
    let calls = 0;
    await page.route(`**/sources/${source.id}/replay`, (route) =>
      ++calls === 2 ? loseAnswer(route) : route.continue(),
    );
    await press(page, "Save and replay 23");
    await shown(page, "The answer of a call was lost, so this ended after 20 of 23 rejected");
    expect(await page.getByText(": replayed").count()).toBe(10);
    expect(await findBarriers(page)).toEqual([]);
    expect(calls).toBe(2);
    expect(await deliveries(source, "?outcome=rejected")).toHaveLength(3);
    await press(page, "Close");
    await press(page, "Replay 3 rejected");
    await shown(page, "Replayed 3 of 3 rejected");
  });

  it("stops a replay of many between two calls", async () => {
    const source = await newSource("Stopped");
    for (let count = 0; count < 12; count++) await deliver(source, unmapped(`Number ${count}`));
    const page = await openRejected(source);
    await page.route(`**/sources/${source.id}/replay`, async (route) => {
      await press(page, "Stop");
      await route.continue();
    });
    await press(page, "Replay 12 rejected");
    await shown(page, "Stopped after 10 of 12 rejected");
    await shown(page, "10 still rejected");
  });

  it("shows both mappings that two people have changed, and sends mine only when I choose it", async () => {
    const source = await newSource("Two people", { mapping: { phone: "tel" } });
    const page = await openRejected(source);
    await choosePath(page, "Phone", "best_number");
    await desk.call("PATCH", `/api/sources/${source.id}`, { mapping: { phone: "mobile", email: "mail" } });
    await press(page, "Save mapping");
    await shown(page, "Theirs: from mobile");
    await shown(page, "Yours: from best_number");
    expect(await findBarriers(page)).toEqual([]);
    expect(await mappingOf(source)).toEqual({ phone: "mobile", email: "mail" });
    await press(page, "Send mine");
    await press(page, "Save mapping");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    expect(await mappingOf(source)).toEqual({ phone: "best_number", email: "mail" });
    await page.getByLabel("Phone, path 1").selectOption("city");
    await desk.call("PATCH", `/api/sources/${source.id}`, { mapping: { phone: "third" } });
    await press(page, "Save mapping");
    await press(page, "Take theirs");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    expect(await mappingOf(source)).toEqual({ phone: "third" });
  });

  it("maps a constant, a fallback and paths in turn, and says what the service refuses", async () => {
    const source = await newSource("Rules");
    const page = await openRejected(source);
    await rule(page, "Email").click();
    await press(page, "Constant instead");
    await page.getByLabel("Email, constant").fill("nobody");
    await shown(page, "Email must be an email address.");
    await page.getByLabel("Email, constant").fill("office@example.com");
    await shown(page, "A new lead");
    await rule(page, "Email").click();
    await choosePath(page, "Phone", "city");
    await page.getByLabel("Phone, path 2").selectOption("best_number");
    await press(page, "Remove path 3 of Phone");
    await press(page, "+ Fallback");
    await page.getByLabel("Phone, fallback").fill("+12125550100");
    await press(page, "Save mapping");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    expect(await mappingOf(source)).toEqual({
      email: { value: "office@example.com" },
      phone: { paths: ["city", "best_number"], fallback: "+12125550100" },
    });
  });

  it("takes a press that begins before the preview has come, and tries what is typed before the rejected are read", async () => {
    const source = await newSource("Early");
    let [preview, rejected] = [() => {}, () => {}];
    const page = await openRejected(source, {
      prepare: async (each) => {
        preview = await holdBack(each, "**/preview");
        rejected = await holdBack(each, `**/sources/${source.id}/deliveries?*outcome=rejected*`);
      },
    });
    await rule(page, "Phone").hover();
    await page.mouse.down();
    preview();
    await page.locator(".inbox-pair .error").first().waitFor();
    await page.mouse.up();
    await page.getByLabel("Phone, path 1").selectOption("best_number");
    await shown(page, "A new lead");
    rejected();
    await shown(page, "1 of the last 1 rejected would become leads.");
  });

  it("shows hostile texts as text, without a horizontal scroll", async () => {
    const source = await newSource("<img src=x onerror=alert(1)>", {
      body_secret: { path: "secret", value: "s3cr3t-text" },
    });
    const evil = "<script>alert(1)</script><b>bold</b>";
    const body = {
      secret: "s3cr3t-text",
      [evil]: evil,
      "‮right to left": "‮evil.example",
      long: "x".repeat(10_000),
      words: "word ".repeat(2_000),
      'a.b[c]"d': "unreachable",
      "k.e[y]": ["one", "two"],
      ["y".repeat(3_000)]: "long key",
      name: "Odalys",
    };
    expect(await deliver(source, body)).toBe(422);
    expect(
      await deliver(
        source,
        new URLSearchParams({ [evil]: evil, secret: "s3cr3t-text" }).toString(),
        "application/x-www-form-urlencoded",
      ),
    ).toBe(422);
    for (const { id } of await deliveries(source)) {
      const page = await desk.open({ hash: `#inbox/${source.id}/${id}` });
      await page.getByRole("rowheader", { name: evil }).waitFor();
      await row(page, "Rejected: ").first().waitFor();
      expect(await page.getByRole("cell", { name: "••••••••" }).count()).toBe(1);
      expect(await page.content()).not.toContain("s3cr3t");
      expect(await page.locator(".inbox b, .inbox img, .inbox script").count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
    }
    expect(desk.problems).toEqual([]);
  });

  it("says so of a body that is binary", async () => {
    const source = await newSource("Binary");
    const response = await fetch(`${desk.baseUrl()}/api/leads`, {
      method: "POST",
      headers: { authorization: `Bearer ${source.ingestion_key}` },
      body: new Uint8Array([0xff, 0xfe, 0xfd]),
    });
    expect(response.status).toBe(422);
    const [{ id }] = await deliveries(source);
    const page = await desk.open({ hash: `#inbox/${source.id}/${id}` });
    await shown(page, "The body is binary or in another character set: it cannot be shown.");
  });

  it("is a list on a phone, and the delivery a screen of its own, without a barrier", async () => {
    const source = await newSource("Phone");
    expect(await deliver(source, unmapped("Odalys Marchetti"))).toBe(422);
    const page = await desk.open({ viewport: { width: 390, height: 844 } });
    const link = page.getByRole("link", { name: /^Phone/ });
    await link.click();
    await page.getByRole("heading", { name: "No email or phone number found." }).waitFor();
    expect(await page.getByRole("heading", { name: "Inbox" }).isVisible()).toBe(false);
    await choosePath(page, "Phone", "best_number");
    await press(page, "+ Path");
    await shown(page, "1 of the last 1 rejected would become leads.");
    expect(await findBarriers(page, [1280, 1024, 390, 320])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("link", { name: "← Inbox" }).click();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Inbox");
    expect(await findBarriers(page)).toEqual([]);
    await link.click();
    await page.getByRole("heading", { name: "No email or phone number found." }).waitFor();
    await doubleText(page);
    expect(await findBarriers(page, [1280])).toEqual([]);
  });

  it("asks before something unsent is left", async () => {
    const source = await newSource("Unsent");
    const page = await openRejected(source);
    await choosePath(page, "Phone", "best_number");
    await shown(page, "Not saved");
    const asked = page.waitForEvent("dialog");
    page
      .getByRole("link", { name: "Leads" })
      .click()
      .catch(() => {});
    await (await asked).dismiss();
    await shown(page, "Not saved");
    await press(page, "Discard");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
  });

  it("lets a member who may only read see everything and change nothing", async () => {
    const source = await newSource("Read only");
    const page = await openRejected(source, { access: "read" });
    await shown(page, "What it would become");
    await shown(page, "from phone, phone_number, phoneNumber");
    const names = await page.getByRole("main").getByRole("button").allTextContents();
    expect(names.filter((name) => name !== "Show older")).toEqual([]);
  });

  it("shows a rejection that comes while it is open, and counts it", async () => {
    const source = await newSource("Fresh");
    const page = await desk.open({ prepare: (opened) => opened.clock.install() });
    await page.locator(".inbox-row").first().waitFor();
    const badge = () => page.getByRole("navigation").getByRole("img").textContent();
    const before = Number(await badge());
    expect(await deliver(source, unmapped("Late"))).toBe(422);
    await page.clock.runFor(12_000);
    await row(page, "Fresh").waitFor();
    await eventually(async () => Number(await badge())).toBe(before + 1);
  });

  it("asks at most twelve times a minute, and twice for each source; hidden nothing", async () => {
    const source = await newSource("Counted");
    const page = await openRejected(source, { prepare: (opened) => opened.clock.install() });
    await shown(page, "Rejected: No email");
    await shown(page, "nothing found");
    const { length: sources } = (await desk.call("GET", "/api/sources")).data;
    const sent = () => desk.requestsDuring(page, 60);
    const visible = await sent();
    expect(visible.filter((request) => request.includes("/api/events")).length).toBeLessThanOrEqual(6);
    expect(visible.length).toBeLessThanOrEqual(12 + 2 * Math.min(sources, 20));
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }); document.dispatchEvent(new Event('visibilitychange'))",
    );
    expect(await sent()).toEqual([]);
  });

  it("says what will stand where nothing is", async () => {
    const none = { json: { data: [], next_cursor: null } };
    const page = await desk.open({
      prepare: (opened) => opened.route("**/deliveries?*", (route) => route.fulfill(none)),
    });
    await shown(page, "Nothing came in yet");
    await page.getByRole("radio", { name: "Rejected" }).check();
    await shown(page, "Nothing was rejected");
    expect(await findBarriers(page)).toEqual([]);
    const other = await desk.open({
      prepare: (opened) => opened.route("**/api/sources?*", (route) => route.fulfill(none)),
    });
    await shown(other, "No source yet");
    await press(other, "Make a source");
    await other.waitForURL("**#setup");
  });

  it("lets an office of 50 sources choose 20, and reads of those alone", async () => {
    expect(await deliver(await newSource("Left out at first"), unmapped("Odalys Marchetti"))).toBe(422);
    const { length } = (await desk.call("GET", "/api/sources?limit=200")).data;
    for (let count = length; count < 50; count++) await newSource(`Source ${count}`);
    const page = await desk.open();
    await page.getByText("20 of 50 sources").click();
    const reads = () => desk.requests.filter((request) => /deliveries\?limit/.test(request));
    await eventually(() => reads().length).toBe(20);
    await page.getByRole("checkbox", { checked: true }).first().uncheck();
    await shown(page, "19 of 50 sources");
    await page.getByRole("checkbox", { name: "Left out at first" }).check();
    await row(page, "Left out at first").first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
