import { beforeAll, expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, RETRIED, setOffline } from "../support/chromium.ts";
import { doubleText, shown, tabTo, useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(300_000);

const desk = useDesk();

const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
const FIELDS = [
  { key: "case_type", label: "Case type", type: "select", options: ["Family", "Injury"] },
  { key: "fee", label: "Fee", type: "number" },
  { key: "injured_on", label: "Injured on", type: "date" },
  { key: "insured", label: "Insured", type: "boolean" },
  { key: "story", label: "What happened", type: "text" },
];

let attorney = "";
beforeAll(async () => {
  ({ id: attorney } = await desk.call("POST", "/api/members", {
    name: "Mei Castellan",
    schedulable: true,
    time_zone: "America/New_York",
    office_hours: ALWAYS,
  }));
  await desk.call("PATCH", "/api/firm", {
    lead_fields: FIELDS,
    consultation_types: [{ key: "first", name: "First meeting", duration_min: 30, attorney_ids: [attorney] }],
    booking_rules: { min_notice_min: 120, max_advance_days: null, buffer_min: null, max_per_day: null },
    self_service: { enabled: true },
  });
});

const newLead = (changes: object = {}) => {
  const lead = {
    first_name: "Priya",
    last_name: "Ramanathan",
    email: `${crypto.randomUUID()}@example.com`,
    source: "web",
    ...changes,
  };
  return desk.call("POST", "/api/leads", lead);
};
/** Creates two leads with one telephone number, and a link of the first. */
const newPair = async () => {
  const phone = `+1212555${1000 + Math.floor(Math.random() * 9_000)}`;
  const lead = await newLead({ phone });
  const other = await newLead({ phone, first_name: "Pria", data: { story: "On the stairs" } });
  await desk.call("POST", `/api/leads/${lead.id}/links`, { type: "first" });
  return { lead, other };
};
const readLead = (id: string) => desk.call("GET", `/api/leads/${id}`);

type Options = Parameters<typeof desk.open>[0];

const openLead = async (id: string, options: Options = {}): Promise<Page> => {
  const page = await desk.open({ access: "work", hash: `#leads/${id}`, ...options });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
};

const isSaved = (page: Page) => page.locator(".lead-save").waitFor({ state: "detached" });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const sent = (method: string) => desk.requests.filter((request) => request.startsWith(method));

/** Loses answers: to requests that were done, or that never came. */
const loseFirst = async (page: Page, address: string, isDone: boolean) => {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === "GET") return route.fallback();
    isLost = isDone;
    // Of a try that fails at once, the page takes the connection to be down, and counts none.
    await (isDone ? route.fetch(RETRIED) : page.waitForTimeout(200));
    return route.abort();
  });
};

describeInBrowser("a lead at the desk", () => {
  it("is changed and saved by keyboard alone, and sends only what was changed", async () => {
    const lead = await newLead({ data: { case_type: "Family", fee: 900 } });
    const page = await openLead(lead.id);
    await tabTo(page, "First name");
    await page.keyboard.type("Pria");
    await tabTo(page, "Stage");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "Case type");
    await page.keyboard.press("i");
    await tabTo(page, "Fee");
    await page.keyboard.type("12.5");
    const change = page.waitForRequest((request) => request.method() === "PATCH");
    await page.keyboard.press("Enter");
    expect((await change).postDataJSON()).toEqual({
      first_name: "Pria",
      status: expect.any(String),
      data: { case_type: "Injury", fee: 12.5 },
    });
    await isSaved(page);
    expect(await readLead(lead.id)).toMatchObject({ first_name: "Pria", data: { fee: 12.5 } });
    await page.getByRole("listitem").filter({ hasText: "Fee: 900 to → 12.5" }).waitFor();
    expect(desk.problems).toEqual([]);
  });

  it("shows a refusal beside its field, and keeps what was typed", async () => {
    const page = await openLead((await newLead()).id);
    await page.getByLabel("Email").fill("priya.r@example");
    await page.getByLabel("Fee").fill("a lot");
    await press(page, "Save 2 changes");
    await shown(page, "Email must be an email address.");
    await shown(page, "Fee must be a number such as 1500 or 12.5.");
    expect(await page.getByLabel("Email").inputValue()).toBe("priya.r@example");
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
    expect(await findBarriers(page)).toEqual([]);
  });

  it("shows both values of a field that two people changed, and follows the other in the rest", async () => {
    const lead = await newLead({ phone: "+12125550147" });
    const page = await openLead(lead.id);
    await page.getByLabel("First name").fill("Pria");
    await page.getByLabel("Phone").fill("+12125550148");
    await desk.call("PATCH", `/api/leads/${lead.id}`, {
      first_name: "Pryia",
      last_name: "Raman",
      phone: "+12125550149",
    });
    await press(page, "Save 2 changes");
    await shown(page, /changed (it )?.*Pryia/);
    expect(await page.getByLabel("Last name").inputValue()).toBe("Raman");
    expect(await page.getByLabel("First name").inputValue()).toBe("Pria");
    expect(sent("PATCH")).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await page
      .getByRole("group", { name: "First name" })
      .getByRole("button", { name: "Take theirs" })
      .click();
    expect(await page.getByLabel("First name").inputValue()).toBe("Pryia");
    await page.getByRole("group", { name: "Phone" }).getByRole("button", { name: "Send mine" }).click();
    await isSaved(page);
    expect(await readLead(lead.id)).toMatchObject({
      first_name: "Pryia",
      last_name: "Raman",
      phone: "+12125550148",
    });
  });

  it.each<[string, string, (page: Page) => Promise<void>, (lead: { id: string }) => Promise<void>]>([
    [
      "a change",
      "**/api/leads/*",
      async (page) => {
        await page.getByLabel("Last name").fill("Raman");
        await press(page, "Save 1 change");
        await isSaved(page);
      },
      async ({ id }) => expect(await readLead(id)).toMatchObject({ last_name: "Raman" }),
    ],
    [
      "an archiving",
      "**/archive",
      async (page) => {
        await press(page, "Archive");
        await page.getByRole("button", { name: "Restore" }).waitFor();
      },
      async ({ id }) => expect(await readLead(id)).toMatchObject({ archived: true }),
    ],
    [
      "a merge",
      "**/merge",
      async (page) => {
        await press(page, "Compare and merge…");
        await page.getByRole("row", { name: "What happened On the stairs, filled On the stairs" }).waitFor();
        await press(page, "Merge Pria Ramanathan into Priya Ramanathan");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      },
      async ({ id }) => expect(await readLead(id)).toMatchObject({ data: { story: "On the stairs" } }),
    ],
    [
      "a booking",
      "**/api/consultations",
      async (page) => {
        await page.locator(".lead-start").first().click();
        await press(page, /^Book /);
        await shown(page, "scheduled");
      },
      async ({ id }) => {
        const { data } = await desk.call("GET", `/api/consultations?lead=${id}`);
        expect(data).toMatchObject([{ attorney_id: attorney, status: "scheduled" }]);
      },
    ],
    [
      "a revoked link",
      "**/links/*",
      async (page) => {
        await press(page, /^Revoke: /);
        await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
        await page.getByRole("dialog").waitFor({ state: "detached" });
      },
      async ({ id }) => expect((await desk.call("GET", `/api/leads/${id}/links`)).data).toEqual([]),
    ],
  ])("finds out that %s was done, though its answer was lost", async (_, address, act, check) => {
    const { lead } = await newPair();
    const page = await openLead(lead.id);
    await loseFirst(page, address, true);
    await act(page);
    await check(lead);
    expect(desk.problems).toEqual([]);
  });

  it("says that it may have made a link whose answer, with the secret, was lost, and shows another once", async () => {
    const page = await openLead((await newLead()).id);
    await loseFirst(page, "**/links", true);
    await press(page, "Make a link");
    await shown(page, /a link of Priya Ramanathan was made/);
    await press(page, "Make a link");
    const address = await page.getByLabel("Address of the link").inputValue();
    expect(address).toMatch(/\/book#itl_\w+$/);
    await eventually(() => page.getByRole("button", { name: /^Revoke: / }).count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await page
      .getByRole("button", { name: /^Revoke: / })
      .first()
      .waitFor();
    expect(await page.content()).not.toContain("itl_");
  });

  it.each<[string, string, (page: Page) => Promise<void>]>([
    [
      "a change",
      "**/api/leads/*",
      async (page) => {
        await page.getByLabel("Last name").fill("Raman");
        await press(page, "Save 1 change");
      },
    ],
    ["an archiving", "**/archive", (page) => press(page, "Archive")],
    [
      "a booking",
      "**/api/consultations",
      async (page) => {
        await page.locator(".lead-start").first().click();
        await press(page, /^Book /);
      },
    ],
    [
      "a merge",
      "**/merge",
      async (page) => {
        await press(page, "Compare and merge…");
        await press(page, "Merge Pria Ramanathan into Priya Ramanathan");
      },
    ],
    [
      "a revoked link",
      "**/links/*",
      async (page) => {
        await press(page, /^Revoke: /);
        await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      },
    ],
  ])("says that %s was not done only once a late read has shown it", async (_, address, act) => {
    const { lead, other } = await newPair();
    const page = await openLead(lead.id, { prepare: (each) => each.clock.install() });
    await loseFirst(page, address, false);
    await act(page);
    await shown(page, "We do not know yet whether");
    const archive = page.getByRole("button", { name: "Archive", includeHidden: true });
    expect(await archive.getAttribute("aria-disabled")).toBe("true");
    const typed = await page.getByLabel("Last name").inputValue();
    expect(await findBarriers(page, [390, 1280])).toEqual([]);
    await page.clock.runFor(45_000);
    await shown(page, /^It was not done/);
    expect(await page.getByLabel("Last name").inputValue()).toBe(typed);
    expect(await readLead(lead.id)).toMatchObject({ last_name: "Ramanathan", archived: false, data: {} });
    expect((await desk.call("GET", `/api/consultations?lead=${lead.id}`)).data).toEqual([]);
    expect(await readLead(other.id)).not.toHaveProperty("merged_into");
    expect((await desk.call("GET", `/api/leads/${lead.id}/links`)).data).toHaveLength(1);
  });

  it("sends nothing while offline, and what was typed afterwards", async () => {
    const lead = await newLead();
    const page = await openLead(lead.id);
    await page.getByLabel("Last name").fill("Raman");
    await setOffline(page, true);
    await press(page, "Save 1 change");
    await shown(page, "You are offline: nothing was sent.");
    await setOffline(page, false);
    await press(page, "Save 1 change");
    await isSaved(page);
    expect(sent("PATCH")).toHaveLength(1);
  });

  it("goes on with what was typed when the session ends and the same member signs in again", async () => {
    const lead = await newLead();
    const member = await desk.newMember("work", "Nora Lindqvist");
    const page = await openLead(lead.id, { member });
    await page.getByLabel("Last name").fill("Raman");
    for (const { id } of (await desk.call("GET", `/api/members/${member}/sessions`)).data)
      await desk.call("DELETE", `/api/members/${member}/sessions/${id}`);
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    expect(await page.getByText("Ramanathan").first().isVisible()).toBe(false);
    await desk.signIn(page.context(), member);
    await page.evaluate(
      "dispatchEvent(new Event('focus')), document.dispatchEvent(new Event('visibilitychange'))",
    );
    await press(page, "Save 1 change");
    await isSaved(page);
    expect(await readLead(lead.id)).toMatchObject({ last_name: "Raman" });
  });

  it("asks before it is left or closed with something unsent", async () => {
    const page = await openLead((await newLead()).id);
    await page.getByLabel("Last name").fill("Raman");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      return dialog.dismiss();
    });
    await page.getByRole("navigation").getByRole("link", { name: "Week" }).click();
    await eventually(() => asked).toEqual(["confirm"]);
    await page.close({ runBeforeUnload: true });
    await eventually(() => asked).toEqual(["confirm", "beforeunload"]);
    expect(await page.getByLabel("Last name").inputValue()).toBe("Raman");
  });

  it("shows hostile texts as texts, and makes no links of them", async () => {
    const evil = `"><img src=x onerror=alert(1)><a href="javascript:alert(1)">{actor}`;
    const lead = await newLead({
      first_name: evil,
      last_name: evil,
      phone: "call <b>me</b>",
      source: evil,
      data: { story: evil },
    });
    await desk.call("PATCH", `/api/leads/${lead.id}`, {
      last_name: "<script>alert(1)</script>",
      data: { story: `${evil}!` },
    });
    const page = await openLead(lead.id);
    await page.locator("del", { hasText: evil }).first().waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      `${evil} <script>alert(1)</script>`,
    );
    expect(await page.locator("img, [href^='javascript'], [href^=tel]").count()).toBe(0);
    expect(await page.getByLabel("What happened").inputValue()).toBe(`${evil}!`);
    expect(await findBarriers(page)).toEqual([]);
    expect(desk.problems).toEqual([]);
  });

  it("leads to the lead that remains when its address names a merged one, and back past it", async () => {
    const { lead, other } = await newPair();
    const page = await openLead((await newLead()).id);
    const before = page.url();
    await page.evaluate(`location.hash = "#leads/${other.id}"`);
    await page.getByRole("heading", { name: "Pria Ramanathan" }).waitFor();
    await page.getByLabel("Fee").fill("70");
    await desk.call("POST", `/api/leads/${lead.id}/merge`, { from: other.id });
    await shown(page, "Pria Ramanathan was merged into this lead.");
    await page.waitForURL(`${desk.baseUrl()}/desk#leads/${lead.id}`);
    await page.getByRole("heading", { name: "Priya Ramanathan" }).waitFor();
    expect(await page.getByLabel("Fee").inputValue()).toBe("70");
    await press(page, "Save 1 change");
    await isSaved(page);
    expect(await readLead(lead.id)).toMatchObject({ data: { fee: 70, story: "On the stairs" } });
    await shown(page, "In the record of Pria Ramanathan, which was merged into this one");
    await page.goBack();
    await page.getByRole("heading", { name: "Priya Ramanathan" }).waitFor();
    await page.waitForURL(before);
  });

  it("shows a history as far back as the lead goes, 50 events at a time, and says when it cannot", async () => {
    const lead = await newLead();
    for (let fee = 1; fee <= 52; fee++) await desk.call("PATCH", `/api/leads/${lead.id}`, { data: { fee } });
    const events = () => desk.call("GET", `/api/events?lead=${lead.id}&limit=100`);
    await eventually(async () => (await events()).data.length).toBe(53);
    const error = { code: "not_found", message: "Gone.", details: null, request_id: "req-1" };
    const prepare = (page: Page) =>
      page.route("**/api/events?lead=*", (route) => route.fulfill({ status: 404, json: { error } }), {
        times: 1,
      });
    const page = await openLead(lead.id, { prepare });
    await shown(page, "This could not be read");
    await press(page, "Try again");
    const entries = page.locator(".lead-event");
    await entries.nth(49).waitFor();
    expect(await entries.count()).toBe(50);
    await press(page, "Older");
    await shown(page, /created the lead/);
    expect(await entries.count()).toBe(53);
    expect(await page.getByRole("button", { name: "Older" }).count()).toBe(0);
  });

  it("offers the next free times when somebody else took one", async () => {
    const page = await openLead((await newLead()).id);
    await page.locator(".lead-start").first().click();
    let isTaken = false;
    await page.route("**/api/consultations", async (route) => {
      if (isTaken || route.request().method() !== "POST") return route.fallback();
      isTaken = true;
      const { start_at, type } = route.request().postDataJSON();
      await desk.call("POST", "/api/consultations", { lead_id: (await newLead()).id, start_at, type });
      return route.fallback();
    });
    await press(page, /^Book /);
    await shown(page, /^Not booked\. /);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("dialog").locator(".notice").getByRole("button").first().click();
    await press(page, /^Book /);
    await shown(page, "scheduled");
    await page.waitForFunction("document.activeElement.tagName === 'H1'");
  });

  it("leaves out what the scopes do not allow, and calls nothing that would be refused", async () => {
    const { lead } = await newPair();
    const page = await openLead(lead.id, { access: "read" });
    await shown(page, "Client’s links");
    await shown(page, "Perhaps the same person");
    expect(await page.getByRole("button").allTextContents()).toEqual(["Skip to the content", "Sign out"]);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
    desk.requests.length = 0;
    const other = await desk.openByKey(`#leads/${lead.id}`, ["leads:read", "settings:read"]);
    await shown(other, "Perhaps the same person");
    await eventually(() => other.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "Details",
      "Perhaps the same person",
    ]);
    expect(
      desk.requests.filter((request) => /events|consultations|links|availability/.test(request)),
    ).toEqual([]);
  });

  it("has no barriers, and prints", async () => {
    const { lead } = await newPair();
    const page = await openLead(lead.id);
    await page.locator(".lead-start").first().waitFor();
    await shown(page, /created the lead/);
    expect(await findBarriers(page, [1280, 1024, 390, 320])).toEqual([]);
    await doubleText(page);
    expect(await findBarriers(page, [1280])).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await page.getByText("created the lead").first().isVisible()).toBe(true);
    expect(desk.problems).toEqual([]);
  });
});
