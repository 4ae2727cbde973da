import { beforeAll, expect, it, jest } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, RETRIED } from "../support/chromium.ts";
import { useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";

jest.setTimeout(600_000);

const desk = useDesk();

const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
const ADVERSE = { role: "adverse", name: "Acme Inc." };

let attorney = "";
let worker = "";
const setGate = (conflict_gate: object) => desk.call("PATCH", "/api/firm", { conflict_gate });

beforeAll(async () => {
  worker = await desk.newMember("work", "Ana Avila");
  ({ id: attorney } = await desk.call("POST", "/api/members", {
    name: "Mei Castellan",
    schedulable: true,
    time_zone: "America/New_York",
    office_hours: ALWAYS,
  }));
  await desk.call("PATCH", "/api/firm", {
    consultation_types: [{ key: "first", name: "First meeting", duration_min: 30, attorney_ids: [attorney] }],
    booking_rules: { min_notice_min: 120, max_advance_days: null, buffer_min: null, max_per_day: null },
  });
  await setGate({ enabled: true, required: "all" });
  const indexed = async () => (await desk.call("GET", "/api/firm")).conflict_index.state;
  await eventually(indexed, { timeout: 180_000 }).toBe("complete");
  const entries = [
    { key: "acme", name: "Acme Inc.", role: "client", matter: "12" },
    { key: "zenith", name: "Zenith LLC", role: "adverse", matter: "13" },
  ];
  await desk.call("POST", "/api/conflict-entries/batch", { entries });
  const lead = await newLead({ parties: [ADVERSE] });
  await findsMatches(lead.id);
});

let count = 0;
const newLead = (changes: object = {}) =>
  desk.call("POST", "/api/leads", {
    first_name: "Noor",
    last_name: `Haddad ${String.fromCharCode(65 + (count++ % 26))}`,
    email: `${crypto.randomUUID()}@example.com`,
    source: "web",
    ...changes,
  });
const readLead = (id: string) => desk.call("GET", `/api/leads/${id}`);
const checksOf = async (id: string) => (await desk.call("GET", `/api/leads/${id}/conflict-checks`)).data;
const checkLead = (id: string) => desk.call("POST", `/api/leads/${id}/conflict-checks`);
/** Checks until what was stored a moment ago is found. */
const findsMatches = (id: string) =>
  eventually(async () => (await checkLead(id)).result, { timeout: 120_000 }).toBe("matches");
const decide = async (id: string, decision: string) => {
  const check = await checkLead(id);
  const body = { decision, member_id: worker, reason: "As agreed" };
  return desk.call("POST", `/api/leads/${id}/conflict-checks/${check.id}/decision`, body);
};

type Options = Parameters<typeof desk.open>[0];
const openLead = (id: string, options: Options = {}): Promise<Page> =>
  desk.open({ member: worker, hash: `#leads/${id}`, ...options });

const card = (page: Page, title = "Conflicts") => page.getByRole("region", { name: title, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
/** Presses a button of the open dialog. */
const pressIn = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

/** Moves the focus by the Tab key alone. */
const tabTo = async (page: Page, name: string) => {
  for (let pressed = 0; pressed < 90; pressed++) {
    await page.keyboard.press("Tab");
    const label =
      "document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent";
    if ((await page.evaluate<string>(label)).startsWith(name)) return;
  }
  throw new Error(`The Tab key does not reach ${name}: ${await page.locator("body").textContent()}`);
};
const pressByKey = async (page: Page, name: string) => {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
};

/** Loses the first answer to a write, which is done. */
const loseFirst = async (page: Page, address: string) => {
  let isLost = false;
  await page.route(address, async (route: Route) => {
    if (isLost || route.request().method() === "GET") return route.fallback();
    isLost = true;
    await route.fetch(RETRIED);
    return route.abort();
  });
};

describeInBrowser("conflicts of a lead at the desk", () => {
  it("are checked, told in words and decided by keyboard alone, by the member who is signed in", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    const page = await openLead(lead.id);
    await card(page).getByText("Not checked", { exact: true }).waitFor();
    await card(page).getByRole("button", { name: "Check" }).waitFor();
    expect(await card(page).getByRole("button").allTextContents()).toEqual(["Check"]);
    await pressByKey(page, "Check");
    await shown(page, "Your client Acme Inc. is against this person in matter 12.");
    await shown(page, new RegExp(`Searched: .*Noor ${lead.last_name}.*Acme Inc\\.`));
    // On a phone too, where the keyboard follows what is seen.
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await pressByKey(page, "Clear");
    await pressByKey(page, "Clear");
    await shown(page, /^Reason /);
    expect(await page.getByLabel("Reason").getAttribute("aria-invalid")).toBe("true");
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    await page.keyboard.insertText("Another Acme, by its register number");
    await pressByKey(page, "Clear");
    await closed(page);
    await card(page).getByText("Cleared", { exact: true }).waitFor();
    await card(page)
      .getByText(/^Cleared by Ana Avila, /)
      .waitFor();
    await card(page).getByText("Another Acme, by its register number").waitFor();
    expect((await readLead(lead.id)).conflict.state).toBe("cleared");
    const [check] = await checksOf(lead.id);
    expect(check.decisions).toMatchObject([{ decision: "cleared", member_id: worker }]);
    expect(desk.problems).toEqual([]);
  });

  it("show that a check was done, though its answer was lost", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    const page = await openLead(lead.id);
    await loseFirst(page, "**/conflict-checks");
    await press(page, "Check");
    await card(page).getByText("Matches", { exact: true }).waitFor();
    expect(await checksOf(lead.id)).toHaveLength(1);
    expect(desk.problems).toEqual([]);
  });

  it("show that a decision was made, though its answer was lost", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    await checkLead(lead.id);
    const page = await openLead(lead.id);
    await loseFirst(page, "**/decision");
    await press(page, "Block");
    await page.getByLabel("Reason").fill("Against our client");
    await pressIn(page, "Block");
    await closed(page);
    await card(page).getByText("Blocked", { exact: true }).waitFor();
    const [check] = await checksOf(lead.id);
    expect(check.decisions).toMatchObject([{ decision: "blocked", reason: "Against our client" }]);
    expect(desk.problems).toEqual([]);
  });

  it("say that the lead has changed since the check, and are checked again", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    await checkLead(lead.id);
    const page = await openLead(lead.id);
    await press(page, "Waive");
    await page.getByLabel("Reason").fill("Both agree");
    await desk.call("PATCH", `/api/leads/${lead.id}`, { last_name: "Renamed" });
    await pressIn(page, "Waive");
    await shown(page, /^The lead has changed since this check/);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await pressIn(page, "Check again");
    await closed(page);
    await shown(page, /Searched: .*Renamed/);
    expect(await checksOf(lead.id)).toHaveLength(2);
  });

  it("follow a colleague's decision", async () => {
    const lead = await newLead();
    const page = await openLead(lead.id);
    await card(page).getByText("Not checked", { exact: true }).waitFor();
    await decide(lead.id, "blocked");
    await card(page).getByText("Blocked", { exact: true }).waitFor();
    await card(page)
      .getByText(/^Blocked by Ana Avila, /)
      .waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: /conflict/i })
      .first()
      .waitFor();
  });

  it("have no barrier in any state, wide and narrow, in the dark, and lead to a lead that matches", async () => {
    const phone = "+12125550177";
    const other = await newLead({ phone, first_name: "Nour" });
    const lead = await newLead({ phone });
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      "Not checked": async () => {},
      Matches: () => findsMatches(lead.id),
      Cleared: () => decide(lead.id, "cleared"),
      Waived: () => decide(lead.id, "waived"),
      Lapsed: () => desk.call("PATCH", `/api/leads/${lead.id}`, { first_name: "Noora" }),
      Blocked: () => decide(lead.id, "blocked"),
    };
    const page = await openLead(lead.id, { colorScheme: "dark" });
    for (const [state, step] of Object.entries(steps)) {
      await step();
      await page.reload();
      await card(page).getByText(state, { exact: true }).waitFor();
      expect([state, await findBarriers(page, [1280, 390])]).toEqual([state, []]);
    }
    const name = `Nour ${other.last_name}`;
    await card(page).getByRole("link", { name }).first().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(desk.problems).toEqual([]);
  });
});

describeInBrowser("a booking of a lead that nobody has cleared", () => {
  it("says why it is refused on the lead's page, and leads to the conflicts", async () => {
    const lead = await newLead();
    const page = await openLead(lead.id);
    await page.locator(".lead-start").first().click();
    await press(page, /^Book /);
    await shown(page, /Nobody has checked this lead for conflicts yet/);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.getByRole("link", { name: "Look at the conflicts" }).click();
    await closed(page);
    await page.waitForFunction("document.activeElement.textContent.startsWith('Conflicts')");
    expect(new URL(page.url()).hash).toBe(`#leads/${lead.id}`);
    await decide(lead.id, "cleared");
    await card(page).getByText("Cleared", { exact: true }).waitFor();
    await page.locator(".lead-start").first().click();
    await press(page, /^Book /);
    await shown(page, "scheduled");
  });

  it("says why in the week's dialog, and leads from there to the lead", async () => {
    const lead = await newLead({ first_name: "Wilhelmina" });
    await decide(lead.id, "blocked");
    const page = await desk.open({ member: worker, hash: `#week/${attorney}` });
    await press(page, "Next week");
    await page
      .getByRole("gridcell", { name: /, free/ })
      .first()
      .dblclick();
    await page.getByRole("dialog").getByLabel("Lead", { exact: true }).fill("Wilhelmina");
    await page.getByRole("radio", { name: /Wilhelmina/ }).check();
    await press(page, "Book");
    await shown(page, /This lead is blocked because of a conflict/);
    await page.getByRole("link", { name: "Look at the conflicts" }).click();
    await page.getByRole("heading", { level: 1, name: /Wilhelmina/ }).waitFor();
    await page.waitForFunction("document.activeElement.textContent.startsWith('Conflicts')");
    expect(desk.problems).toEqual([]);
  });
});

describeInBrowser("parties of a lead at the desk", () => {
  const row = (page: Page, label: string, number = 1) => page.getByLabel(`${label}: Row ${number}`);

  it("are added, refused at their row, and stored once though the answer was lost", async () => {
    const lead = await newLead();
    const page = await openLead(lead.id);
    await shown(page, "Nobody has said yet whom this is against.");
    await press(page, "Change the parties");
    await press(page, "Add somebody");
    await row(page, "Name").fill("Smith, John");
    await row(page, "Other names").fill("J. Smith; Jack Smith");
    await row(page, "Email").fill("nobody");
    await press(page, "Save");
    await shown(page, /^Row 1 must be/);
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    await row(page, "Email").fill("John@Example.com");
    await row(page, "Phone").fill("(212) 555-0147");
    await loseFirst(page, `**/api/leads/${lead.id}`);
    await press(page, "Save");
    await closed(page);
    expect((await readLead(lead.id)).parties).toEqual([
      {
        role: "adverse",
        name: "Smith, John",
        aliases: ["J. Smith", "Jack Smith"],
        email: "john@example.com",
        phone: "+12125550147",
      },
    ]);
    await card(page, "Parties").getByText("Smith, John", { exact: true }).waitFor();
    expect(desk.problems).toEqual([]);
  });

  it("that two people changed are sent only when mine are chosen, and can be nobody", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    const page = await openLead(lead.id);
    await press(page, "Change the parties");
    await press(page, "Remove: Row 1");
    await desk.call("PATCH", `/api/leads/${lead.id}`, {
      parties: [ADVERSE, { role: "related", name: "Kim" }],
    });
    await press(page, "Save");
    await shown(page, "Somebody else has changed this meanwhile: 2 parties");
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await press(page, "Send mine");
    await press(page, "Save");
    await closed(page);
    await shown(page, "There is nobody else.");
    expect((await readLead(lead.id)).parties).toEqual([]);
  });

  it("offers nothing until the checks that there were have come", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    await checkLead(lead.id);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await openLead(lead.id, {
      prepare: (each) =>
        each.route("**/conflict-checks*", async (route) => {
          await held;
          return route.continue();
        }),
    });
    await shown(page, "Somebody has to look at what matches, and decide.");
    expect(await card(page).getByRole("button").count()).toBe(0);
    release();
    await card(page).getByRole("button", { name: "Waive" }).waitFor();
    await card(page).getByRole("button", { name: "Check again" }).waitFor();
  });
});

describeInBrowser("the leads at the desk", () => {
  it("mark whose conflicts ask for something, and are filtered by their state", async () => {
    const blocked = await newLead({ first_name: "Blocka" });
    await decide(blocked.id, "blocked");
    await newLead({ first_name: "Freeda" });
    const page = await desk.open({ member: worker, hash: "#leads" });
    const cardOf = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await cardOf("Blocka").getByText("Blocked", { exact: true }).waitFor();
    await cardOf("Freeda").waitFor();
    await page.getByLabel("Conflict check").selectOption("Blocked");
    await cardOf("Freeda").waitFor({ state: "detached" });
    await cardOf("Blocka").waitFor();
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
  });
});

describeInBrowser("who may not decide", () => {
  it("sees what is known and no button that writes, and is refused nothing", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    await checkLead(lead.id);
    const statuses: number[] = [];
    const page = await openLead(lead.id, {
      access: "read",
      member: undefined,
      prepare: async (each) => each.on("response", (response) => statuses.push(response.status())),
    });
    await shown(page, "Your client Acme Inc. is against this person in matter 12.");
    await shown(page, /To check and to decide takes the access “work”/);
    expect(await card(page).getByRole("button").count()).toBe(0);
    expect(await card(page, "Parties").getByRole("button").count()).toBe(0);
    await page.goto(`${desk.baseUrl()}/desk#setup`);
    // the lead's card, which has the same name, is gone
    await card(page).getByText("Zenith LLC").waitFor();
    await card(page).getByText("Acme Inc.").first().waitFor();
    expect(await card(page).getByRole("button").allTextContents()).toEqual([]);
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
  });

  it("without the scope for conflicts sees no party and no word of them", async () => {
    const lead = await newLead({ parties: [ADVERSE] });
    await decide(lead.id, "blocked");
    const scopes = ["leads:read", "leads:write", "settings:read", "events:read"];
    const { key } = await desk.call("POST", "/api/keys", { name: "No conflicts", scopes });
    const page = await (await desk.newContext()).newPage();
    desk.watch(page);
    await page.goto(`${desk.baseUrl()}/desk#leads`);
    await page.getByLabel("API key").fill(key);
    await press(page, "Use this key");
    await page.getByRole("link", { name: `Noor ${lead.last_name}` }).waitFor();
    expect(await page.getByText("Blocked").count()).toBe(0);
    expect(await page.getByLabel("Conflict check").count()).toBe(0);
    await page.goto(`${desk.baseUrl()}/desk#leads/${lead.id}`);
    await card(page, "Details").waitFor();
    await card(page, "History").getByRole("listitem").first().waitFor();
    expect(await page.content()).not.toContain("Acme Inc.");
    expect([await card(page).count(), await card(page, "Parties").count()]).toEqual([0, 0]);
    expect(desk.requests.filter((request) => request.includes("conflict"))).toEqual([]);
  });
});

describeInBrowser("conflicts in Setup", () => {
  const open = async () => {
    const page = await desk.open({ access: "manage", hash: "#setup" });
    await press(page, "Change: Conflicts");
    return page;
  };

  it("searches the register, and adds, changes and deletes an entry, but overwrites no other one", async () => {
    const page = await open();
    await card(page).getByText("Zenith LLC").waitFor();
    await press(page, "Add an entry");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Roadrunner");
    await dialog.getByLabel("Key").fill("acme");
    await pressIn(page, "Save");
    await shown(page, /^There is an entry with the key acme already/);
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    await dialog.getByLabel("Key").fill("");
    await dialog.getByLabel("Email").fill("nobody");
    await pressIn(page, "Save");
    await shown(page, /^Email must be/);
    await dialog.getByLabel("Email").fill("");
    await loseFirst(page, "**/api/conflict-entries/*");
    await pressIn(page, "Save");
    await closed(page);
    await page.getByLabel("Search names, keys, email, phone").fill("roadrunner");
    await card(page).getByText("Zenith LLC").waitFor({ state: "detached" });
    await press(page, "Change Roadrunner");
    await dialog.getByLabel("Who it is").selectOption("Adversary");
    await pressIn(page, "Save");
    await closed(page);
    await card(page).getByText("Adversary").waitFor();
    const { data } = await desk.call("GET", "/api/conflict-entries?q=roadrunner");
    expect(data).toMatchObject([{ name: "Roadrunner", role: "adverse" }]);
    page.once("dialog", (asked) => asked.accept());
    await press(page, "Delete Roadrunner");
    await card(page).getByText("Nobody.").waitFor();
    expect((await desk.call("GET", "/api/conflict-entries/acme")).name).toBe("Acme Inc.");
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    expect(desk.problems).toEqual([]);
  });

  it("brings in a list batch by batch, names the bad rows, and changes nothing the second time", async () => {
    const rows = Array.from(
      { length: 250 },
      (_, index) => `Client ${index} Ltd;${index % 2 ? "" : `C-${index}`};client`,
    );
    rows[7] = ";C-bad;client";
    rows[8] = "Nobody Ltd;;cleint";
    const page = await open();
    const list = page.getByLabel("Rows, pasted from a spreadsheet or a CSV file");
    await list.fill("Name without a header");
    await shown(page, /^No column is called “name”/);
    await list.fill(["Name;Key;Role;Notes", ...rows].join("\n"));
    await shown(page, "Not read: Notes.");
    await loseFirst(page, "**/api/conflict-entries/batch");
    await press(page, "Bring in 250 rows");
    await shown(page, /^250 of 250 rows\./);
    await shown(page, /150 new, 98 as before,? and 2 refused/);
    await shown(page, "Row 9: name is required");
    await shown(page, /^Row 10: role must be/);
    expect(await findBarriers(page, [1280, 390, 320])).toEqual([]);
    await press(page, "Bring in 250 rows");
    await shown(page, /248 as before and 2 refused/);
    expect(desk.problems).toEqual([]);
  });

  it("stops a list and goes on where it has stopped", async () => {
    const page = await open();
    const rows = Array.from({ length: 150 }, (_, index) => `Stop ${index},S-${index}`);
    await page
      .getByLabel("Rows, pasted from a spreadsheet or a CSV file")
      .fill(["name,key", ...rows].join("\n"));
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/api/conflict-entries/batch", async (route) => {
      await stopped;
      return route.continue();
    });
    await press(page, "Bring in 150 rows");
    await press(page, "Stop");
    goOn();
    await shown(page, /^100 of 150 rows\./);
    await press(page, "Go on");
    await shown(page, /^150 of 150 rows\. 150 new/);
  });

  it("says how far the index is while the leads are being indexed, and offers no check", async () => {
    const lead = await newLead();
    const page = await openLead(lead.id, {
      prepare: (each) =>
        each.route("**/api/firm", async (route) => {
          const response = await route.fetch(RETRIED);
          const firm = { ...(await response.json()), conflict_index: { state: "building", indexed: 1_200 } };
          return route.fulfill({ response, json: firm });
        }),
    });
    await shown(page, /being indexed, 1,?200 so far/);
    expect(await card(page).getByRole("button").count()).toBe(0);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.unroute("**/api/firm");
    await card(page).getByRole("button", { name: "Check" }).waitFor({ timeout: 120_000 });
  });

  it("switches the gate off and on: off, nothing of it is shown but the parties", async () => {
    await setGate({ enabled: true });
    const lead = await newLead({ parties: [ADVERSE] });
    const page = await open();
    await page.getByLabel("Check leads for conflicts before they are booked").uncheck();
    await press(page, "Save");
    await card(page)
      .getByText(/Missing: the conflict gate/)
      .waitFor();
    expect((await desk.call("GET", "/api/firm")).conflict_gate.enabled).toBe(false);
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
    await page.goto(`${desk.baseUrl()}/desk#leads/${lead.id}`);
    await card(page, "Parties").getByText("Acme Inc.").waitFor();
    expect(await card(page).count()).toBe(0);
    await page.goto(`${desk.baseUrl()}/desk#leads`);
    await page.getByLabel("Source").waitFor();
    expect(await page.getByLabel("Conflict check").count()).toBe(0);
    await page.goto(`${desk.baseUrl()}/desk#setup`);
    await press(page, "Look at it: Conflicts");
    await page.getByLabel("Check leads for conflicts before they are booked").check();
    await page.getByLabel("Check each new or changed lead at once").check();
    await press(page, "Save");
    await shown(page, /being indexed/);
    expect((await desk.call("GET", "/api/firm")).conflict_gate).toEqual({
      enabled: true,
      required: "all",
      auto_check: true,
    });
    expect(desk.problems).toEqual([]);
  });
});
