import { expect, it, jest } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { findBarriers } from "../support/booking-page.ts";
import { describeInBrowser, loseAnswer } from "../support/chromium.ts";
import { doubleText, tabTo, useDesk } from "../support/desk-page.ts";
import { eventually } from "../support/eventually.ts";
import { runForRows } from "../support/operator.ts";

jest.setTimeout(600_000);

const desk = useDesk();

const HASH = "#setup";
const CARDS = ["The firm", "An attorney", "What clients book, and their links", "A form", "The office"];
const FIRM = "**/api/firm";

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const openCard = async (page: Page, title: string) => {
  await press(page, `Change: ${title}`);
  return card(page, title);
};
const progress = (page: Page, done: number) => page.getByText(`${done} of 6 done`, { exact: true }).waitFor();
const firmNow = () => desk.call("GET", "/api/firm");
/** What the open dialog shows once. */
const secretsIn = (page: Page): Promise<string[]> =>
  page
    .getByRole("dialog")
    .getByRole("textbox")
    .evaluateAll((boxes) => boxes.map((box) => Object(box).value));

const typeInto = async (page: Page, name: string, text: string) => {
  await tabTo(page, new RegExp(`^${name}$`));
  await page.keyboard.insertText(text);
};
const pressByKey = async (page: Page, name: string) => {
  await tabTo(page, new RegExp(`^${name}$`));
  await page.keyboard.press("Enter");
};

const onlyWrites = (lose: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === "GET" ? route.continue() : lose(route);

describeInBrowser("Setup of the desk", () => {
  it("leads a firm from nothing to six ticks, by keyboard alone", async () => {
    const manager = ["--manager-name", "Nora Lindqvist", "--manager-email", "nora@example.com"];
    const { rows } = await runForRows("firm create", "--name", "Doe Law", "--time-zone", "UTC", ...manager);
    const page = await desk.visit(Object(rows).sign_in_url);
    await pressByKey(page, "Sign in");
    await page.getByRole("navigation").waitFor();
    await pressByKey(page, "Setup");
    await progress(page, 0);
    await typeInto(page, "Telephone", "(212) 555-0100");
    await page.keyboard.press("Enter");
    await progress(page, 1);
    await typeInto(page, "Name", "Alex Attorney");
    await page.keyboard.press("Enter");
    await progress(page, 2);
    await pressByKey(page, "Say what: What clients book, and their links");
    await typeInto(page, "Name", "Initial consultation");
    await page.keyboard.press("Enter");
    await progress(page, 3);
    await typeInto(page, "Name", "Website");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    const [address = "", snippet] = await secretsIn(page);
    expect(address).toMatch(/\/api\/leads\?key=its_\w+$/);
    expect(snippet).toContain(`action="${address}"`);
    await page.keyboard.press("Escape");
    await progress(page, 4);
    expect(await page.content()).not.toContain("its_");
    await pressByKey(page, "Make a rule: Who answers, and by when");
    await typeInto(page, "Name", "Everybody");
    await pressByKey(page, "Add somebody");
    await pressByKey(page, "Save");
    await progress(page, 5);
    await pressByKey(page, "Add somebody");
    await typeInto(page, "Name", "Pat Paralegal");
    await page.keyboard.press("Enter");
    await progress(page, 6);
    await card(page, "The firm").getByText("Doe Law, Coordinated Universal Time, (212) 555-0100").waitFor();
    expect(await page.getByText("Next", { exact: true }).count()).toBe(0);
    // The pasted form works as it is.
    const body = new URLSearchParams({ name: "Dana Doe", email: "dana@example.com", phone: "" });
    expect((await fetch(address, { method: "POST", body })).status).toBe(201);
    expect(desk.problems).toEqual([]);
  });

  it("lets whoever sends a form book at once, and says the command that brings a list", async () => {
    const [source] = (await desk.call("GET", "/api/sources")).data;
    const page = await desk.open({ hash: HASH });
    const form = await openCard(page, "A form");
    await form.getByLabel("Source").selectOption(source.name);
    for (const [type, booking] of [
      ["No", null],
      ["Initial consultation", { type: "initial" }],
    ] as const) {
      await form.getByLabel("Book at once").selectOption(type);
      await form.getByRole("button", { name: "Save" }).click();
      await eventually(async () => (await desk.call("GET", `/api/sources/${source.id}`)).booking).toEqual(
        booking,
      );
    }
    const { id } = await firmNow();
    await form
      .getByText(`npm run operator -- lead import ${id} leads.csv --source ${source.key} --preview`)
      .waitFor();
    expect(await findBarriers(page, [1280, 390])).toEqual([]);
  });

  it("makes a sign-in link that signs in a second browser, whose session ends here", async () => {
    const name = "Pat Secondary";
    await desk.newMember("work", name);
    const page = await desk.open({ hash: HASH });
    await openCard(page, "The office");
    await press(page, `Sign-in link for ${name}`);
    await page.getByRole("dialog").waitFor();
    const [link = ""] = await secretsIn(page);
    const other = await desk.visit(link);
    await press(other, "Sign in");
    await other.getByRole("banner").getByText(name).waitFor();
    await press(page, "Close");
    expect(await page.content()).not.toContain("iti_");
    await press(page, `Sessions of ${name}`);
    await press(page, /^End: Chrome on /);
    await page.getByText("Signed in nowhere.").waitFor();
    await other.getByRole("heading", { name: "You are signed out" }).waitFor();
  });

  it("warns whoever changes their own access, and then signs them out", async () => {
    const member = await desk.newMember("manage", "Nora Own");
    const page = await desk.open({ member, hash: HASH });
    await openCard(page, "The office");
    await press(page, "Change Nora Own");
    expect(await page.getByText("This signs you out").count()).toBe(0);
    await page.getByRole("dialog").getByLabel("Access").selectOption("work");
    await page.getByText("This signs you out. To come back you need a new sign-in link").waitFor();
    await press(page, "Save");
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    expect((await desk.call("GET", `/api/members/${member}`)).access).toBe("work");
  });

  it("makes a key for a purpose, shows it once, lists it and revokes it", async () => {
    const page = await desk.open({ hash: HASH });
    const office = await openCard(page, "The office");
    await office.getByLabel("Name").fill("Ledger");
    await office.getByLabel("For", { exact: true }).selectOption("bookkeeping");
    await press(page, "Make a key");
    await page.getByRole("dialog").waitFor();
    const [key = ""] = await secretsIn(page);
    const me = Object(
      await (await fetch(`${desk.baseUrl()}/api/me`, { headers: { authorization: `Bearer ${key}` } })).json(),
    );
    expect(me.key.scopes.toSorted()).toEqual(["consultations:read", "consultations:write", "leads:read"]);
    await press(page, "Close");
    expect(await page.content()).not.toContain(key);
    page.once("dialog", (dialog) => dialog.accept());
    await press(page, "Revoke: Ledger");
    await office.getByText("Ledger", { exact: true }).waitFor({ state: "detached" });
  });

  it("shows both values where two people changed the same setting, and sends mine only when it is chosen", async () => {
    const page = await desk.open({ hash: HASH });
    const firm = await openCard(page, "The firm");
    await firm.getByLabel(/^Name( changed)?$/).fill("Mine");
    await firm.getByLabel(/^Telephone/).fill("(212) 555-0199");
    await desk.call("PATCH", "/api/firm", { name: "Theirs", location: "Room 1" });
    await press(page, "Save");
    await firm.getByText("Somebody else has changed this meanwhile: Theirs").waitFor();
    expect(await firmNow()).toMatchObject({ name: "Theirs", contact_phone: "+12125550100" });
    expect(await findBarriers(page)).toEqual([]);
    await press(page, "Send mine");
    await press(page, "Save");
    await firm.getByText(/Mine, Eastern Time/).waitFor();
    expect(await firmNow()).toMatchObject({
      name: "Mine",
      contact_phone: "+12125550199",
      location: "Room 1",
    });
  });

  it("sends what only I changed although the settings are newer, and takes theirs where that is chosen", async () => {
    const page = await desk.open({ hash: HASH });
    const attorney = await openCard(page, "An attorney");
    const id = desk.demo().attorney_id ?? "";
    await attorney.getByLabel("Member").selectOption(id);
    await attorney.getByLabel("Email").fill("new@example.com");
    await attorney.getByLabel("Name", { exact: true }).first().fill("Mine");
    await desk.call("PATCH", `/api/members/${id}`, { name: "Theirs", role: "Partner" });
    await press(page, "Save");
    await press(page, "Take theirs");
    await press(page, "Save");
    await attorney.getByText(/Theirs.* ha(s|ve) hours/).waitFor();
    const stored = { name: "Theirs", email: "new@example.com", role: "Partner" };
    await eventually(() => desk.call("GET", `/api/members/${id}`)).toEqual(expect.objectContaining(stored));
  });

  it("finds out that a change was made whose answer was lost", async () => {
    const page = await desk.open({ hash: HASH });
    const firm = await openCard(page, "The firm");
    await page.route(FIRM, onlyWrites(loseAnswer));
    await firm.getByLabel(/^Telephone/).fill("(212) 555-0123");
    await press(page, "Save");
    await firm.getByText("(212) 555-0123").waitFor();
    expect(await page.getByText(/not done/).count()).toBe(0);
  });

  it("says that a link may have been made whose answer was lost, and makes another", async () => {
    await desk.newMember("read", "Lost Link");
    const page = await desk.open({ hash: HASH });
    await openCard(page, "The office");
    const pattern = "**/sign-in-link";
    await page.route(pattern, loseAnswer);
    await press(page, "Sign-in link for Lost Link");
    await page.getByText("We cannot find out whether").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.unroute(pattern);
    await press(page, "Sign-in link for Lost Link");
    await page.getByRole("dialog").waitFor();
  });

  it("shows the source whose answer was lost, and gives it a new key", async () => {
    const page = await desk.open({ hash: HASH });
    const form = await openCard(page, "A form");
    await form.getByLabel("Source").selectOption("");
    await form.getByLabel("Name").fill("Lost form");
    await page.route("**/api/sources", onlyWrites(loseAnswer));
    await press(page, "Make the source");
    await page.getByText("We cannot find out whether").waitFor();
    await form.getByLabel("Source").selectOption({ label: "Lost form" });
    await press(page, "Make a new key");
    await page.getByRole("dialog").waitFor();
    expect((await secretsIn(page))[0]).toContain("its_");
  });

  it("puts each refusal beside its field or row, in the words of the API", async () => {
    const page = await desk.open({ hash: HASH });
    const firm = await openCard(page, "The firm");
    await firm.getByLabel(/^Name( changed)?$/).fill(" ");
    await firm.getByLabel(/^Telephone/).fill("nobody");
    await press(page, "Save");
    await firm.getByText(/^Name (is required|must)/).waitFor();
    const invalid = firm.getByLabel(/^Name( changed)?$/);
    expect(await invalid.getAttribute("aria-invalid")).toBe("true");
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    const attorney = await openCard(page, "An attorney");
    await press(page, "Add hours");
    await press(page, "Save");
    await attorney
      .getByText(/^Row 2 must not overlap/)
      .first()
      .waitFor();
  });

  it("reads an attorney's calendar although the answer was lost, forgets its address, and removes it", async () => {
    const page = await desk.open({ hash: HASH });
    const attorney = await openCard(page, "An attorney");
    const address = attorney.getByLabel("Secret address");
    await attorney.getByLabel("Name").last().fill("Court dates");
    await address.fill("nowhere");
    await press(page, "Read this calendar");
    await attorney.getByText(/^Secret address must/).waitFor();
    expect(await address.inputValue()).toBe("nowhere");
    await address.fill("https://calendar.example.com/token-4711/basic.ics");
    await page.route("**/feeds", onlyWrites(loseAnswer));
    await press(page, "Read this calendar");
    await attorney.getByText("Court dates", { exact: true }).waitFor();
    await eventually(() => address.inputValue()).toBe("");
    expect(await page.content()).not.toContain("token-4711");
    await press(page, "Remove: Court dates");
    await attorney.getByText("Court dates", { exact: true }).waitFor({ state: "detached" });
  });

  it("says in the API's words that a key grants no scope that it does not have", async () => {
    const page = await desk.openByKey(HASH, ["settings:read", "settings:write"]);
    await openCard(page, "The office");
    await press(page, "Add somebody");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pat Promoted");
    await dialog.getByLabel("Access").selectOption("manage");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/^Access cannot be granted by a key that lacks them: leads:read/).waitFor();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Pat Promoted");
    expect(await findBarriers(page)).toEqual([]);
    expect((await desk.call("GET", "/api/members")).data).not.toContainEqual(
      expect.objectContaining({ name: "Pat Promoted" }),
    );
  });

  it("tries a form out without making a lead", async () => {
    const page = await desk.open({ hash: HASH });
    const form = await openCard(page, "A form");
    await form.getByLabel("Email").fill("nobody");
    await desk.settled();
    desk.requests.length = 0;
    await press(page, "Try it");
    await form.getByText("It would be rejected.").waitFor();
    await form.getByLabel("Email").fill("tried@example.com");
    await press(page, "Try it");
    await form.getByText("It would become a lead: Dana Doe, tried@example.com.").waitFor();
    expect(desk.requests.filter((request) => !/preview|events/.test(request))).toEqual([]);
    expect((await desk.call("GET", "/api/leads?q=tried@example.com")).data).toEqual([]);
  });

  it.each([
    ["read", []],
    ["work", ["Add an entry"]],
  ] as const)(
    "shows a member with the access %s everything, and no button that is refused",
    async (access, registerButtons) => {
      const member = await desk.newMember(access, "Only Reader");
      const page = await desk.open({ member, hash: HASH });
      await page.getByText("You can see this, but not change it").waitFor();
      await card(page, "Conflicts").getByRole("listitem").first().waitFor();
      const isOfEntry = (name: string) => /^(Change|Delete) |^Bring in /.test(name);
      const buttons = async () =>
        (
          await page
            .getByRole("main")
            .getByRole("button")
            .evaluateAll((all) => all.map((each) => Object(each).ariaLabel ?? Object(each).textContent))
        ).filter((name) => access === "read" || !isOfEntry(name));
      await eventually(buttons).toEqual(["Sessions of Only Reader", ...registerButtons]);
      await press(page, "Sessions of Only Reader");
      await page.getByText("this browser").waitFor();
      await desk.settled();
      expect(desk.refused).toEqual([]);
    },
  );

  it("takes texts from outside for texts, in every card", async () => {
    const text = `<img src=x onerror="document.title='taken'">`;
    await desk.newMember("work", text);
    await desk.call("POST", "/api/sources", { key: "hostile", name: text });
    await desk.call("POST", "/api/keys", { name: text, scopes: ["leads:read"] });
    const before = await firmNow();
    await desk.call("PATCH", "/api/firm", {
      stages: [...before.stages, { key: "hostile", name: text }],
      lead_fields: [...before.lead_fields, { key: "hostile", label: text, type: "text" }],
    });
    const page = await desk.open({ hash: HASH });
    for (const title of CARDS) {
      await openCard(page, title);
      expect(await page.locator("img").count()).toBe(0);
    }
    await eventually(() => page.getByText(text).count()).toBeGreaterThan(2);
    expect(await page.title()).not.toBe("taken");
    expect(desk.problems).toEqual([]);
    await desk.call("PATCH", "/api/firm", { stages: before.stages, lead_fields: before.lead_fields });
  });

  it("has no barrier in any card or dialog, wide and narrow, light and dark", async () => {
    const page = await desk.open({ hash: HASH });
    for (const title of CARDS) {
      await openCard(page, title);
      expect([title, await findBarriers(page, [1280, 390, 320])]).toEqual([title, []]);
    }
    await doubleText(page);
    expect(await findBarriers(page, [1280])).toEqual([]);
    for (const name of ["Add somebody", /^Sign-in link for/, /^Sessions of/]) {
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("dialog").waitFor();
      expect([name, await findBarriers(page, [1280, 390, 320])]).toEqual([name, []]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
    expect(await card(page, "The firm").isVisible()).toBe(true);
    expect(desk.problems).toEqual([]);
  });
});
