import { beforeAll, expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, loseAnswer, RETRIED } from "../support/chromium.ts";
import { shown, tabTo, useDesk } from "../support/desk-page.ts";

jest.setTimeout(300_000);

const desk = useDesk();

let ana = "";
let ben = "";
beforeAll(async () => {
  ana = await desk.newMember("work", "Ana Avila");
  ben = await desk.newMember("work", "Ben Brandt");
  await desk.call("PATCH", "/api/firm", {
    routing: [
      {
        key: "everybody",
        members: [
          { id: ana, weight: 2 },
          { id: ben, weight: 1 },
        ],
        respond_within_min: 15,
        escalate: "next",
      },
    ],
  });
});

const newLead = (first_name: string, changes: object = {}) =>
  desk.call("POST", "/api/leads", {
    first_name,
    last_name: "Doe",
    email: `${crypto.randomUUID()}@example.com`,
    phone: "+12125550147",
    source: "web",
    ...changes,
  });
const activitiesOf = async (id: string) => (await desk.call("GET", `/api/leads/${id}/activities`)).data;

const MINUTE = 60_000;
const after = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** Opens a page whose clock goes ahead of the service's, so that a deadline passes at once. */
const openLate = (hash: string, minutes: number, member = ana): Promise<Page> =>
  desk.open({ member, hash, prepare: (page) => page.clock.install({ time: Date.now() + minutes * MINUTE }) });

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

describeInBrowser("what is to do at the desk", () => {
  it("puts what is late first, mine first, and takes off whom somebody reached, by keyboard alone", async () => {
    await newLead("Wendell", { assignee_id: ana });
    await newLead("Hamid", { assignee_id: ben });
    const again = await newLead("Noor", { assignee_id: ben });
    await desk.call("PATCH", `/api/leads/${again.id}`, { next_contact_at: after(-1) });
    const page = await openLate("#todo", 10);
    await shown(page, "1 late or due, 2 with time left");
    const names = await page.locator(".todo-name").allTextContents();
    expect(names.map((name) => name.split(" ")[0])).toEqual(["Noor", "Wendell", "Hamid"]);
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    await tabTo(page, "Call: Reached: Wendell");
    await page.keyboard.press("Enter");
    await row(page, "Wendell Doe").waitFor({ state: "detached" });
    await page.waitForFunction("document.activeElement.textContent === 'To do'");
    expect(desk.problems).toEqual([]);
  });

  it("finds out that a call was logged, though the answer was lost, and logs it once", async () => {
    const lead = await newLead("Priya");
    const page = await desk.open({ member: ana, hash: `#leads/${lead.id}` });
    let isLost = false;
    await page.route("**/activities", async (route) => {
      if (isLost || route.request().method() === "GET") return route.fallback();
      isLost = true;
      return loseAnswer(route);
    });
    await page.getByRole("button", { name: "Call: No answer: Priya" }).dblclick();
    await shown(page, "Logged. Call: No answer.");
    await shown(page, /Ana Avila called: No answer/);
    expect(await activitiesOf(lead.id)).toMatchObject([{ outcome: "no_answer", member_id: ana }]);
    await shown(page, /minutes left/);
    await press(page, "Call: Reached: Priya");
    await page.getByText(/minutes left/).waitFor({ state: "detached" });
  });

  it("logs what is typed, corrects it, and keeps both", async () => {
    const lead = await newLead("Osei");
    const page = await desk.open({ member: ana, hash: `#leads/${lead.id}` });
    await press(page, "Text, email, meeting, note…");
    await page.getByLabel("What", { exact: true }).selectOption("call");
    await press(page, "Log it");
    await shown(page, /^Outcome /);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.getByLabel("Outcome").selectOption("wrong_number");
    await page.getByLabel("Text").fill("The number is his\nbrother’s.");
    await press(page, "Log it");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, /^Correct: Call: Wrong number/);
    await page.getByLabel("Outcome").selectOption("reached");
    await press(page, "Log it");
    await shown(page, "corrected");
    const [correction, call] = await activitiesOf(lead.id);
    expect(correction).toMatchObject({ corrects: call.id, at: call.at, outcome: "reached", text: call.text });
    expect(await desk.call("GET", `/api/leads/${lead.id}`)).toMatchObject({ first_contact_at: call.at });
    expect(await page.getByRole("button", { name: /^Correct: / }).count()).toBe(1);
    expect(desk.problems).toEqual([]);
  });

  it("follows a colleague: the clock ends with a contact, and a next contact of both shows both", async () => {
    const lead = await newLead("Lucia");
    const page = await desk.open({ member: ana, hash: `#leads/${lead.id}` });
    await shown(page, /minutes left/);
    await page.getByLabel("Next contact").fill("2030-12-02T09:30");
    await desk.call("PATCH", `/api/leads/${lead.id}`, { next_contact_at: "2031-01-02T15:00:00.000Z" });
    const call = { kind: "call", direction: "in", outcome: "reached" };
    await desk.call("POST", `/api/leads/${lead.id}/activities`, call);
    await page.getByText(/minutes left/).waitFor({ state: "detached" });
    await press(page, "Save 1 change");
    await shown(page, /Thursday, January 2, 2031/);
    await page
      .getByRole("group", { name: "Next contact" })
      .getByRole("button", { name: "Send mine" })
      .click();
    await page.locator(".lead-save").waitFor({ state: "detached" });
    expect(await desk.call("GET", `/api/leads/${lead.id}`)).toMatchObject({
      next_contact_at: "2030-12-02T14:30:00.000Z",
    });
    await page.getByLabel("Next contact").fill("");
    await press(page, "Save 1 change");
    await page.locator(".lead-save").waitFor({ state: "detached" });
    expect(await desk.call("GET", `/api/leads/${lead.id}`)).toMatchObject({ next_contact_at: null });
  });

  it("says how late it is and whose turn it is now, on the lead and on the board", async () => {
    const lead = await newLead("Renée", { assignee_id: ben });
    const page = await openLate(`#leads/${lead.id}`, 80);
    await page.route(`**/api/leads/${lead.id}`, async (route) => {
      const response = await route.fetch(RETRIED);
      await route.fulfill({ response, json: { ...(await response.json()), overdue_count: 1 } });
    });
    await page.reload();
    await shown(page, "1 hour late");
    await shown(page, /as the rule “everybody” says. A deadline passed before: now Ben Brandt’s turn\./);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole("navigation").getByRole("link", { name: "Leads" }).click();
    await page.getByLabel("Awaiting a call").check();
    const card = row(page, "Renée Doe");
    await card.getByText("1 hr late").waitFor();
    await page.getByLabel("Order").selectOption("wait");
    const names = await page.locator(".leads-name").allTextContents();
    expect(names.indexOf("Hamid Doe")).toBeLessThan(names.indexOf("Renée Doe"));
    expect(names.every((name) => name.endsWith(" Doe"))).toBe(true);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
  });

  it("tries a rule on the leads of the last month before it is saved", async () => {
    const page = await desk.open({ access: "manage", hash: "#setup" });
    await press(page, "Change: Who answers, and by when");
    const trial = page.getByText(
      /^Of the leads of the last 30 days, each would have had: Ana Avila \d+, Ben Brandt \d+/,
    );
    await trial.waitFor();
    const before = await trial.textContent();
    await page.getByLabel("Places in each round: Row 2").fill("20");
    await page.waitForFunction(`!document.body.textContent.includes(${JSON.stringify(before)})`);
    await page.getByLabel("Places in each round: Row 2").fill("21");
    await press(page, "Save");
    await shown(page, /^Row 2 must be/);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.getByLabel("Places in each round: Row 2").fill("3");
    await page.getByLabel("To be contacted within, minutes").fill("30");
    await press(page, "Save");
    await page.getByText("Saved.").first().waitFor({ state: "attached" });
    expect((await desk.call("GET", "/api/firm")).routing).toMatchObject([
      { members: [{ weight: 2 }, { weight: 3 }], respond_within_min: 30, escalate: "next" },
    ]);
    expect(desk.problems).toEqual([]);
  });
});
