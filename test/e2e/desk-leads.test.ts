import { beforeAll, expect, it, jest } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { openDeployment, tableOf } from "../../lib/operator/deployment.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { findBarriers } from "../support/booking-page.ts";
import { changeAt } from "../support/changes.ts";
import { describeInBrowser, loseAnswer } from "../support/chromium.ts";
import { doubleText, useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";
import { newLead as storedLead } from "../support/leads.ts";
import { putItems } from "../support/put-items.ts";

jest.setTimeout(600_000);

const desk = useDesk();

const STAGES = [
  { key: "new", name: "New", terminal: false },
  { key: "contacted", name: "Contacted", terminal: false },
  { key: "qualified", name: "Qualified", terminal: false },
  { key: "retained", name: "Retained", terminal: true },
  { key: "lost", name: "Lost", terminal: true },
];

type Typed = {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly phone?: string;
  readonly email?: string;
};

let count = 0;
/** Creates a lead with a name of its own. */
const newLead = async (typed: Typed = {}) => {
  count += 1;
  const names = { first_name: "Greta", last_name: `Oyelaran ${count}`, source: "website" };
  const lead = await desk.call("POST", "/api/leads", {
    phone: `+1718555${1000 + count}`,
    ...names,
    ...typed,
  });
  return { id: String(lead.id), name: `${lead.first_name} ${lead.last_name}` };
};

type NewLead = Awaited<ReturnType<typeof newLead>>;

const change = (id: string, body: object) => desk.call("PATCH", `/api/leads/${id}`, body);
const stageOf = async (id: string) => (await desk.call("GET", `/api/leads/${id}`)).status.key;

const openLeads = async (options: Parameters<typeof desk.open>[0] = {}) => {
  const page = await desk.open({ hash: "#leads", ...options });
  await page.locator("[data-lead]").first().waitFor();
  return page;
};

const column = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const card = (page: Page, { id }: NewLead) => page.locator(`[data-lead="${id}"]`);
const cardIn = (page: Page, name: string, { id }: NewLead) =>
  column(page, name).locator(`[data-lead="${id}"]`);
const menu = (page: Page, { name }: NewLead) => page.getByLabel(`Stage of \u2068${name}\u2069`);

/** Handles the changes of leads, and counts them. */
const onMove = async (page: Page, handle: (route: Route) => unknown) => {
  const sent: string[] = [];
  await page.route("**/api/leads/*", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent.push(route.request().postData() ?? "");
    return handle(route);
  });
  return sent;
};

/** The id of the lead whose card has the focus. */
const focusedLead = (page: Page) =>
  page.evaluate("document.activeElement.closest('[data-lead]')?.dataset.lead");

/** Stores leads of the last minutes. Their changes have no ids, so that they emit no events, which would take minutes. */
const putLeads = async (count: number, stageAt: (index: number) => string) => {
  const { firm } = await desk.call("GET", "/api/me");
  const items = Array.from({ length: count }, (_, index) => {
    const id = newRecordId(Date.now() - index * 60_000);
    const names = { firstName: "Former", lastName: `Client ${index}` };
    const lead = storedLead({ id, stage: stageAt(index), ...names });
    const { changeId: _id, ...item } = leadToItem(firm.id, lead, changeAt(Date.now()));
    return item;
  });
  await putItems(tableOf(await openDeployment({})), items);
};

describeInBrowser("the leads on the desk", () => {
  beforeAll(() => desk.call("PATCH", "/api/firm", { stages: STAGES, default_country: "US" }));

  it("move by drag and by the menu of the card, which says so until it is answered", async () => {
    const lead = await newLead();
    const page = await openLeads();
    let answer = () => {};
    const sent = await onMove(page, async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.continue();
    });
    await card(page, lead).dragTo(column(page, "Contacted"));
    await cardIn(page, "Contacted", lead).getByText("moving here…").waitFor();
    expect(await findBarriers(page, [390, 1280])).toEqual([]);
    await card(page, lead).dragTo(column(page, "Lost"));
    await eventually(() => sent.length).toBe(1);
    answer();
    await cardIn(page, "Contacted", lead).locator("time").waitFor();
    expect([sent, await stageOf(lead.id)]).toEqual([['{"status":"contacted"}'], "contacted"]);
    await menu(page, lead).focus();
    await page.keyboard.press("ArrowDown");
    expect(sent).toHaveLength(1);
    await page.keyboard.press("Escape");
    await menu(page, lead).selectOption("retained");
    await cardIn(page, "Retained", lead).getByText("moving here…").waitFor();
    expect(await focusedLead(page)).toBe(lead.id);
    await eventually(() => sent.length).toBe(2);
    answer();
    await cardIn(page, "Retained", lead).locator("time").waitFor();
    expect(await stageOf(lead.id)).toBe("retained");
    expect(desk.problems).toEqual([]);
  });

  it("are where they are moved to if the answer was lost, and put back if nothing was done", async () => {
    const [done, missed] = [await newLead(), await newLead()];
    const page = await openLeads({ prepare: (each) => each.clock.install() });
    const moves = [loseAnswer, (route: Route) => route.abort("connectionreset")];
    await onMove(page, (route) => moves.shift()?.(route));
    await menu(page, done).selectOption("qualified");
    await cardIn(page, "Qualified", done).locator("time").waitFor();
    await menu(page, missed).selectOption("qualified");
    await cardIn(page, "Qualified", missed).getByText("We do not know yet whether").waitFor();
    expect(await findBarriers(page, [390, 1280])).toEqual([]);
    await page.clock.runFor(45_000);
    await cardIn(page, "New", missed).getByText("Still in \u2068New\u2069. The move was not done.").waitFor();
    expect(await stageOf(missed.id)).toBe("new");
    await page.unrouteAll();
    await card(page, missed).getByRole("button", { name: "Try again" }).click();
    await cardIn(page, "Qualified", missed).locator("time").waitFor();
  });

  it("move once the script of what changes them is there, or say that it is not", async () => {
    const [late, kept] = [await newLead(), await newLead()];
    const scripts: Route[] = [];
    const page = await openLeads({
      prepare: (each) => each.route("**/desk/other-views-*.js", (route) => void scripts.push(route)),
    });
    await eventually(() => scripts.length).toBe(1);
    await menu(page, late).selectOption("qualified");
    await scripts.shift()?.continue();
    await cardIn(page, "Qualified", late).locator("time").waitFor();
    expect(await stageOf(late.id)).toBe("qualified");
    await page.reload();
    await card(page, kept).waitFor();
    await eventually(() => scripts.length).toBe(1);
    await menu(page, kept).selectOption("qualified");
    await scripts.shift()?.abort();
    await page.getByText("This part of the desk could not be loaded").waitFor();
    expect(await stageOf(kept.id)).toBe("new");
  });

  it("stay, and say why, when a move is refused", async () => {
    await desk.call("PATCH", "/api/firm", {
      stages: [...STAGES, { key: "extra", name: "Extra", terminal: true }],
    });
    const lead = await newLead();
    const page = await openLeads();
    await desk.call("PATCH", "/api/firm", { stages: STAGES });
    await card(page, lead).dragTo(column(page, "Extra"));
    await cardIn(page, "New", lead)
      .getByText(/Still in .*New.*\. Stage must be one of: new/)
      .waitFor();
    expect(await findBarriers(page, [1280])).toEqual([]);
    await card(page, lead).getByRole("button", { name: "Read stages again" }).click();
    await column(page, "Extra").waitFor({ state: "detached" });
    await card(page, lead).getByText("Still in").waitFor({ state: "detached" });
  });

  it("are not moved over somebody else's move, and lead on from a merged one", async () => {
    const [moved, merged, survivor] = [await newLead(), await newLead(), await newLead()];
    const page = await openLeads({
      prepare: (each) => each.route("**/api/events?after=*", (route) => route.abort()),
    });
    await change(moved.id, { status: "qualified" });
    await desk.call("POST", `/api/leads/${survivor.id}/merge`, { from: merged.id });
    await menu(page, moved).selectOption("lost");
    await cardIn(page, "Qualified", moved).getByText("Somebody has moved the lead meanwhile").waitFor();
    expect(await stageOf(moved.id)).toBe("qualified");
    await card(page, moved).getByRole("button", { name: "Close" }).click();
    await menu(page, moved).selectOption("lost");
    await cardIn(page, "Lost", moved).locator("time").waitFor();
    await menu(page, merged).selectOption("contacted");
    await card(page, merged).getByText("The lead was merged into another one.").waitFor();
    await card(page, merged).getByRole("link", { name: "Open that one" }).click();
    await page.waitForURL(`**/desk#leads/${survivor.id}`);
  });

  it("follow a colleague's changes within a poll, and keep the focus", async () => {
    const lead = await newLead();
    const page = await openLeads();
    await menu(page, lead).focus();
    await change(lead.id, { status: "contacted", first_name: "Margarete" });
    const other = await newLead();
    await cardIn(page, "Contacted", lead).getByText("Margarete").waitFor();
    await cardIn(page, "New", other).waitFor();
    expect(await focusedLead(page)).toBe(lead.id);
    await desk.call("POST", `/api/leads/${other.id}/archive`);
    await card(page, other).waitFor({ state: "detached" });
  });

  it("are added by keyboard alone, and a refusal stands beside its field", async () => {
    const page = await openLeads();
    await page.getByRole("button", { name: "New lead" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New lead" }).waitFor();
    const type = async (label: string, text: string) => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe(label);
      await page.keyboard.type(text);
    };
    await page.keyboard.press("Tab");
    await page.getByLabel("First name").focus();
    await page.keyboard.type("Wendell");
    await type("Last name", "Achterberg");
    await type("Phone", "");
    await type("Email", "wendell@");
    await page.keyboard.press("Enter");
    await page.getByText("Email must be an email address.").waitFor();
    expect(await page.getByLabel("Last name").inputValue()).toBe("Achterberg");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("Email", { exact: true }).focus();
    await page.keyboard.press("End");
    await page.keyboard.type("example.com");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#leads\/[0-9a-f-]{36}$/);
    const [lead] = (await desk.call("GET", "/api/leads/lookup?email=wendell@example.com")).data;
    expect(lead).toMatchObject({ first_name: "Wendell", source: "By hand", status: { key: "new" } });
    expect(page.url()).toContain(lead.id);
    await page.goBack();
    await card(page, { id: lead.id, name: "" }).waitFor();
  });

  it("are added once when the answer is lost", async () => {
    const page = await openLeads({ prepare: (each) => each.clock.install() });
    await page.getByRole("button", { name: "New lead" }).click();
    await page.getByLabel("First name").fill("Priya");
    await page.getByLabel("Last name").fill("Ramanathan");
    await page.getByLabel("Phone", { exact: true }).fill("(212) 555-0147");
    let losses = 1;
    await page.route("**/api/leads", (route) => (losses-- > 0 ? loseAnswer(route) : route.continue()));
    await page.getByRole("button", { name: "Add the lead" }).dblclick();
    await page.clock.runFor(5_000);
    await page.waitForURL(/#leads\/[0-9a-f-]{36}$/);
    expect((await desk.call("GET", "/api/leads/lookup?phone=2125550147")).data).toHaveLength(1);
  });

  it("are found by telephone, address and name, and filtered", async () => {
    const lead = await newLead({
      first_name: "Noor",
      last_name: "Haddadine",
      phone: "(212) 555-0138",
      email: "noor@example.com",
    });
    const archived = await newLead({ first_name: "Noor", last_name: "Elsewhere", phone: "(212) 555-0138" });
    await desk.call("POST", `/api/leads/${archived.id}/archive`);
    const page = await openLeads();
    const search = page.getByLabel("Name, email or phone");
    const found = async (text: string, leads: readonly NewLead[]) => {
      await search.fill(text);
      const shown = () =>
        page
          .locator("[data-lead]")
          .evaluateAll((cards) => cards.map((each) => each.getAttribute("data-lead")));
      await eventually(async () => (await shown()).toSorted()).toEqual(leads.map(({ id }) => id).toSorted());
    };
    await found("(212) 555-0138", [lead, archived]);
    await card(page, archived).getByText("Archived").waitFor();
    await found("NOOR@example.com", [lead]);
    await found("haddadine noor", [lead]);
    await page.getByLabel("Archived").check();
    await page.getByText("No lead is like this").waitFor();
    expect(await findBarriers(page, [390, 1280])).toEqual([]);
    await page.getByRole("button", { name: "Show all leads" }).click();
    await card(page, lead).waitFor();
    expect(await search.inputValue()).toBe("");
  });

  it("show hostile names as text, within their cards", async () => {
    const markup = await newLead({ first_name: "<img src=x onerror=alert(1)>", last_name: "\u202eevil" });
    const long = await newLead({
      first_name: "W".repeat(200),
      last_name: "M".repeat(100),
      email: `${"m".repeat(64)}@example.com`,
      phone: "",
    });
    const page = await openLeads();
    await card(page, markup).getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("[data-lead] img").count()).toBe(0);
    const [outer, inner] = [await column(page, "New").boundingBox(), await card(page, long).boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(
      (outer?.x ?? 0) + (outer?.width ?? 0) + 1,
    );
    expect(await findBarriers(page)).toEqual([]);
    expect(desk.problems).toEqual([]);
    await desk.call("POST", `/api/leads/${long.id}/archive`);
  });

  it("can be read but not moved or added with access to read", async () => {
    const lead = await newLead();
    const page = await openLeads({ access: "read" });
    expect(await card(page, lead).getAttribute("draggable")).toBe("false");
    expect(await page.getByRole("button", { name: "New lead" }).count()).toBe(0);
    expect(await page.locator("[data-lead] select").count()).toBe(0);
    await desk.settled();
    expect(desk.refused).toEqual([]);
  });

  it("stand in a list or on a board, which is remembered, and on a phone a stage at a time", async () => {
    const lead = await newLead();
    const page = await openLeads({ viewport: { width: 390, height: 844 } });
    await card(page, lead).waitFor();
    expect(await column(page, "Contacted").isVisible()).toBe(false);
    expect(await findBarriers(page, [390])).toEqual([]);
    await menu(page, lead).selectOption("contacted");
    await page.getByLabel("Stage that is shown").selectOption("contacted");
    await cardIn(page, "Contacted", lead).locator("time").waitFor();
    await page.getByLabel("List").check();
    await menu(page, lead).waitFor();
    expect(await menu(page, lead).inputValue()).toBe("contacted");
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await menu(page, lead).waitFor();
    expect(await page.evaluate("JSON.stringify(localStorage)")).toBe('{"intake-leads-view":"list"}');
    await doubleText(page);
    expect(await findBarriers(page, [1280])).toEqual([]);
    await page.getByLabel("Board").check();
    await card(page, lead).waitFor();
    expect(await findBarriers(page, [1280])).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "New lead" }).isVisible()).toBe(false);
    expect(await card(page, lead).isVisible()).toBe(true);
  });

  it("are 50 of each stage, with older ones on demand, and are all searched", async () => {
    await putLeads(120, () => "lost");
    const page = await openLeads();
    const head = async (stage: number) =>
      (await page.getByRole("heading", { level: 2 }).allTextContents())[stage];
    await eventually(() => head(4)).toBe("Lost 50+");
    expect(desk.requests.filter((request) => request.includes("/api/leads?"))).toHaveLength(STAGES.length);
    const older = column(page, "Lost").getByRole("button", { name: "Older ones" });
    await older.click();
    await eventually(() => head(4)).toBe("Lost 100+");
    await older.click();
    await older.waitFor({ state: "detached" });
    await column(page, "Lost").getByText("Former Client 119").waitFor();
    await page.getByLabel("Name, email or phone").fill("client 119");
    await eventually(() => head(4)).toBe("Lost 1");
    await eventually(() => page.getByRole("status").textContent()).toBe("1 lead");
  });

  it("are asked for by one request a stage, 50 of each, in a firm of 10,000", async () => {
    await putLeads(10_000, (index) => STAGES[index % STAGES.length]?.key ?? "");
    const page = await openLeads();
    const heads = () => page.getByRole("heading", { level: 2 }).allTextContents();
    await eventually(heads).toEqual(STAGES.map(({ name }) => `${name} 50+`));
    expect(desk.requests.filter((request) => request.includes("/api/leads?"))).toHaveLength(STAGES.length);
  });
});
