import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import { describeInBrowser, useBrowser } from "../support/chromium.ts";
import { callDemo, readJson, shareDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

const html = (body: string) =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Firm</title><body>${body}</body></html>`;

const FIELDS = `
  <input name="full_name"> <input name="email"> <textarea name="message"></textarea>
  <input name="website" style="display: none"> <input type="file" name="document">
  <button>Send</button>`;

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/inbound.md"), "utf8");
const [GUIDE_FORM = "", GUIDE_FIELDS = ""] = GUIDE.match(/(?<=^```html\n).*?(?=^```)/gms) ?? [];

/** The firm's pages that post to an address: a plain form, a form with a file, the guide's form and a script. */
const pages = (address: string): Record<string, string> => ({
  "/plain": html(`<form method="post" action="${address}">${FIELDS}</form>`),
  "/file": html(`<form method="post" enctype="multipart/form-data" action="${address}">${FIELDS}</form>`),
  "/guide": html(
    GUIDE_FORM.replace(/(?<=action=")[^"]*/, address).replace("<button>", `${GUIDE_FIELDS}<button>`),
  ),
  "/script": html(`<form>${FIELDS}</form><output></output><script>
    document.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const fields = new FormData(event.target);
      const output = document.querySelector("output");
      try {
        const response = await fetch("${address}", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ full_name: fields.get("full_name"), email: fields.get("email") }),
        });
        output.textContent = response.status + " " + (await response.text());
      } catch (error) {
        output.textContent = String(error);
      }
    });
  </script>`),
  "/thanks": html("Thank you"),
  "/sorry": html("Please call us"),
});

/** Starts a web server on its own origin. Its `serve` is called once the source's address is known. */
const startSite = async () => {
  let served: Record<string, string> = {};
  const server = createServer((request, response) => {
    const body = served[(request.url ?? "").replace(/\?.*/, "")];
    response
      .writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serve = (address: string) => {
    served = pages(address);
  };
  return { server, origin, serve };
};

describeInBrowser("a form on a web page", () => {
  let directory = "";
  const servers: Server[] = [];
  const { newContext } = useBrowser();
  let firmSite: Awaited<ReturnType<typeof startSite>>;
  let otherSite: typeof firmSite;

  beforeAll(async () => {
    [firmSite, otherSite] = await Promise.all([startSite(), startSite()]);
    servers.push(firmSite.server, otherSite.server);
    directory = await shareDemo();
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  let sourceId: string;
  let page: Page;
  let problems: string[];

  beforeEach(async () => {
    const { body } = await callDemo(directory, "POST", "/api/sources", {
      key: `site-${Date.now()}`,
      name: "Site",
      mapping: { full_name: "full_name" },
      accept_when: [{ path: "website", present: false }],
      allowed_origins: [firmSite.origin],
      redirect_url: `${firmSite.origin}/thanks`,
      error_redirect_url: `${firmSite.origin}/sorry`,
    });
    sourceId = body.id;
    const address = `${readJson(directory, "demo.json").base_url}/api/leads?key=${body.ingestion_key}`;
    for (const site of [firmSite, otherSite]) site.serve(address);
  });

  /** Opens a page, fills its form in and sends it. */
  const submit = async (url: string, { email = "grace@example.com", website = "", script = true } = {}) => {
    const context = await newContext({ javaScriptEnabled: script });
    page = await context.newPage();
    problems = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(url);
    await page.locator('[name="full_name"]').fill("Grace Brewster Hopper");
    await page.locator('[name="email"]').fill(email);
    await page.locator('[name="message"]').fill("Zwei\nZeilen für Sie ☎");
    if (website !== "")
      await page
        .locator('[name="website"]')
        .evaluate((input, text) => input.setAttribute("value", text), website);
    await page.getByRole("button", { name: "Send" }).click();
  };

  const deliveries = async () =>
    (await callDemo(directory, "GET", `/api/sources/${sourceId}/deliveries`)).body.data;

  it.each([
    ["without a script", "/plain", false],
    ["with a file", "/file", true],
  ])("makes a lead %s, and redirects the visitor", async (_, path, script) => {
    await submit(firmSite.origin + path, { script });
    await page.waitForURL(`${firmSite.origin}/thanks`);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ outcome: "created", origin: firmSite.origin });
    const { body: lead } = await callDemo(directory, "GET", `/api/leads/${delivery.lead_id}`);
    expect(lead).toMatchObject({
      first_name: "Grace Brewster",
      last_name: "Hopper",
      email: "grace@example.com",
    });
    expect(problems).toEqual([]);
  });

  it("makes a lead through a script that reads the response, also why a delivery was rejected", async () => {
    await submit(`${firmSite.origin}/script`);
    const output = page.locator("output");
    await output.filter({ hasText: "created" }).waitFor();
    const [delivery] = await deliveries();
    expect(await output.textContent()).toBe(
      `201 ${JSON.stringify({ status: "created", leadId: delivery.lead_id, externalId: null })}`,
    );
    expect(problems).toEqual([]);
    await page.locator('[name="email"]').fill("none");
    await page.getByRole("button", { name: "Send" }).click();
    await output.filter({ hasText: "invalid_request" }).waitFor();
    expect(await output.textContent()).toMatch(/^422 .*"field":"email"/);
  });

  it("redirects to the error page when its delivery was rejected", async () => {
    await submit(`${firmSite.origin}/plain`, { email: "none" });
    await page.waitForURL(/\/sorry\?/);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ outcome: "rejected" });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      delivery_id: delivery.id,
      reason: "Please check: email",
    });
  });

  it("makes no lead when a bot fills it in, and thanks the bot", async () => {
    await submit(`${firmSite.origin}/plain`, { website: "https://spam.example" });
    await page.waitForURL(`${firmSite.origin}/thanks`);
    expect(await deliveries()).toMatchObject([{ outcome: "ignored", lead_id: null }]);
  });

  it("makes a lead that names its campaign and page when it is copied from the guide", async () => {
    page = await (await newContext()).newPage();
    await page.goto(`${firmSite.origin}/guide?utm_source=spring+ad`);
    for (const [label, text] of [
      ["First name", "Grace"],
      ["Last name", "Hopper"],
      ["Email", "grace@example.com"],
    ] as const)
      await page.getByPlaceholder(label).fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(`${firmSite.origin}/thanks`);
    const [delivery] = await deliveries();
    const sent = Object.fromEntries(new URLSearchParams(delivery.body));
    expect(delivery).toMatchObject({ outcome: "created", external_id: sent.external_id });
    expect(sent).toMatchObject({ website: "", utm_source: "spring ad" });
    expect(sent.external_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is refused on a page of another origin, and not sent at all by a script there", async () => {
    await submit(`${otherSite.origin}/script`);
    await page.locator("output", { hasText: "Failed to fetch" }).waitFor();
    expect(await deliveries()).toEqual([]);
    expect(problems.join()).toContain("blocked by CORS policy");
    await page.context().close();
    await submit(`${otherSite.origin}/plain`, { script: false });
    await page.waitForURL(/\/sorry\?/);
    expect(await deliveries()).toMatchObject([
      { outcome: "rejected", origin: otherSite.origin, lead_id: null },
    ]);
  });
});
