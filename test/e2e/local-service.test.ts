import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { linkAssembly } from "../support/local-assembly.ts";
import {
  callDemo,
  databaseProcesses,
  kill,
  killSpawned,
  NPM_START,
  readJson,
  spawnService,
  WHOLE_DEMO,
} from "./spawned-service.ts";

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
  directories.push(directory);
  return directory;
};

jest.setTimeout(1_200_000);
afterEach(killSpawned);
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Starts the service on a data folder and waits until it is ready. */
const start = async (directory: string, environment: NodeJS.ProcessEnv = {}) => {
  await linkAssembly(directory);
  const service = spawnService(NPM_START, directory, environment);
  const [, curl = ""] = await service.printed(/^(curl .*)$/m);
  const demo = readJson(directory, "demo.json");
  const call = (method: string, path: string, body?: object) => callDemo(directory, method, path, body);
  const interrupt = async () => {
    kill(-(service.child.pid ?? 0), "SIGINT");
    await service.ended();
  };
  return { ...service, curl, demo, call, interrupt, pid: Number(readJson(directory, "service.json").pid) };
};

describe("npm start", () => {
  it("starts with a demo firm in silence, shows what works at once, and leaves no process when it ends", async () => {
    const directory = newDirectory();
    const { curl, demo, call, printed, output, interrupt } = await start(directory, WHOLE_DEMO);
    expectStartOutput(output(), String(demo.base_url));
    expect(demo).toEqual({
      base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      firm_id: expect.any(String),
      api_key: expect.stringMatching(/^itk_/),
      attorney_id: expect.any(String),
      manager_id: expect.any(String),
      form: expect.objectContaining({ ingestion_key: expect.stringMatching(/^its_/) }),
    });
    expect(statSync(join(directory, "demo.json")).mode & 0o777).toBe(0o600);
    await expectDemoRecords(call);
    await signInByDemoLink(String(demo.base_url), output());
    await submitDemoForm(String(demo.base_url));
    await bookByDemoLink(String(demo.base_url), output());
    expect((await call("GET", "/api/leads?q=hopper")).body.data).toMatchObject([
      { first_name: "Grace", source: "demo-form", data: { case_type: "Family" } },
    ]);
    const shown = execFileSync("sh", ["-c", curl], { encoding: "utf8", stdio: "pipe" });
    expect(shown).toMatch(/^HTTP\/1.1 201/);
    const { id } = JSON.parse(shown.slice(shown.indexOf("{")));
    const ofReadme = readmeCall(String(demo.base_url), directory);
    expect(execFileSync("sh", ["-c", ofReadme], { encoding: "utf8", stdio: "pipe" })).toMatch(
      /^HTTP\/1.1 201/,
    );

    const found = await call("GET", "/api/leads?q=dana");
    expect(found).toMatchObject({ status: 200, body: { data: [expect.anything(), { id }] } });
    const changed = await call("PATCH", `/api/leads/${id}`, { first_name: "Daniela" });
    expect(changed).toMatchObject({ status: 200, body: { first_name: "Daniela" } });
    const archived = await call("POST", `/api/leads/${id}/archive`);
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    await printed(new RegExp(`^PATCH /api/leads/${id} 200 \\d+ ms$`, "m"));
    expect(output()).not.toContain("Daniela");
    await expectHttp(String(demo.base_url), String(demo.api_key));
    const source = await call("POST", "/api/sources", { key: "form", name: "Form" });
    const { ingestion_key: secret } = source.body;
    expect(await deliverForms(`${demo.base_url}/api/leads?key=${secret}`)).toEqual([201, 200, 422]);
    await printed(/^POST \/api\/leads 422 \d+ ms invalid_request body$/m);
    const [, log = ""] = /^curl .*?$(.*)/ms.exec(output()) ?? [];
    for (const key of [secret, demo.api_key, Object(demo.form).ingestion_key])
      expect(log).not.toContain(String(key).slice(4));
    expect(log.split("\n").filter((line) => !LOGGED.test(line))).toEqual([]);

    await interrupt();
    expect(databaseProcesses(directory)).toEqual([]);
    expect(existsSync(join(directory, "service.json"))).toBe(false);
  });

  it("finds its data again after it is ended or killed, or after its npm is killed", async () => {
    const directory = newDirectory();
    const first = await start(directory, { LOG_FORMAT: "json" });
    const lead = { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" };
    const created = await first.call("POST", "/api/leads", lead);
    expect(created.status).toBe(201);
    const path = `/api/leads/${created.body.id}`;
    await first.printed(/^curl .*lead\.created/ms);
    // The next batch is read once the position of the first is stored.
    await first.call("PATCH", path, { first_name: "Daniela" });
    await first.printed(/^curl .*lead\.updated/ms);
    const counts = await countsOf(first.call);
    await first.call("PATCH", "/api/firm", { self_service: { enabled: false } });
    await first.interrupt();
    const second = await start(directory, { LOG_FORMAT: "json" });
    const base_url = expect.stringMatching(/^http:\/\/localhost:\d+$/);
    expect(second.demo).toEqual({
      ...first.demo,
      base_url,
      form: { ...Object(first.demo.form), base_url },
    });
    expect(await second.call("GET", path)).toMatchObject({ body: { first_name: "Daniela" } });
    expect(second.output()).not.toContain("lead.created");
    expect(await countsOf(second.call)).toEqual(counts);
    expect(second.output()).not.toMatch(/cannot be used|^booking/m);
    expect(databaseProcesses(directory)).not.toEqual([]);
    kill(second.pid, "SIGKILL");
    await eventually(() => databaseProcesses(directory)).toEqual([]);

    const third = await start(directory);
    expect(await third.call("GET", path)).toMatchObject({ body: { first_name: "Daniela" } });
    kill(third.child.pid ?? 0, "SIGKILL");
    await eventually(() => kill(third.pid, 0)).toBe(false);
    expect(databaseProcesses(directory)).toEqual([]);
  });
});

/** A request, or the first reading of the demo firm's calendar, for which a start does not wait. */
const LOGGED = /^([A-Z]+ \/\S* \d{3} \d+ ms.*|feed \S+ changed \d+ ms)?$/;

/** Checks everything that the first start prints, after npm's lines. */
const expectStartOutput = (output: string, baseUrl: string) => {
  const lines = output.split("\n");
  const from = lines.findIndex((line) => line.startsWith("Starting"));
  expect(lines.slice(from)).toEqual([
    "Starting Intake (the first start takes longer)",
    expect.stringMatching(`^desk     ${baseUrl}/desk#iti_\\w+$`),
    `docs     ${baseUrl}/api/docs`,
    `form     ${baseUrl}/demo/form`,
    expect.stringMatching(`^booking  ${baseUrl}/book#itl_\\w+$`),
    expect.stringMatching(`^curl -i ${baseUrl}/api/leads -H `),
    "",
  ]);
};

/** Returns the README's call, with the address and the data folder of this service. */
const readmeCall = (baseUrl: string, directory: string) => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const [call = ""] = /^curl .*?(?=^```)/ms.exec(readme) ?? [];
  return call.replace("http://localhost:3000", baseUrl).replace("./.local", directory);
};

/** Books as the page of the link does. */
const bookByDemoLink = async (baseUrl: string, printed: string) => {
  const [, url = "", token = ""] = /^booking +(\S+)#(itl_\w+)$/m.exec(printed) ?? [];
  expect([url, (await fetch(url)).status]).toEqual([`${baseUrl}/book`, 200]);
  const ask = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(baseUrl + path, { ...init, headers: { authorization: `Bearer ${token}` } })
    ).json() as Promise<ReturnType<typeof JSON.parse>>;
  expect((await ask("/api/link")).first_name).toBe("Maria");
  const [from, to] = [1, 8].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const { data } = await ask(`/api/link/availability?from=${from}&to=${to}`);
  const body = JSON.stringify({ start_at: data[0].start_at });
  expect((await ask("/api/link/consultation", { method: "POST", body })).status).toBe("scheduled");
};

/** Signs in as the desk does, at which the link leads. */
const signInByDemoLink = async (baseUrl: string, printed: string) => {
  const [, url = "", token = ""] = /^desk +(\S+)#(iti_\w+)$/m.exec(printed) ?? [];
  expect([url, (await fetch(url)).status]).toEqual([`${baseUrl}/desk`, 200]);
  const headers = { authorization: `Bearer ${token}` };
  const session = await fetch(`${baseUrl}/api/session`, { method: "POST", headers });
  expect(await session.json()).toMatchObject({ member: { access: "manage" } });
};

const countsOf = async (call: CallDemo) => {
  const lists = ["leads", "consultations", "sources"].map((list) => call("GET", `/api/${list}?limit=200`));
  return (await Promise.all(lists)).map(({ body }) => body.data.length);
};

type CallDemo = (method: string, path: string) => ReturnType<typeof callDemo>;

/** Checks that somebody who opens the desk finds leads in each stage, and a source to mend. */
const expectDemoRecords = async (call: CallDemo) => {
  const { body: firm } = await call("GET", "/api/firm");
  for (const { key } of firm.stages) {
    const { body } = await call("GET", `/api/leads?status=${key}&limit=5`);
    expect([key, body.data.length]).toEqual([key, 5]);
  }
  const { body: sources } = await call("GET", "/api/sources");
  const { id } = sources.data.find(({ key }: { key: string }) => key === "google-ads");
  const rejected = await call("GET", `/api/sources/${id}/deliveries?outcome=rejected`);
  expect(rejected.body.data).toHaveLength(3);
};

/** Submits the form as a browser does that opens the service's address. */
const submitDemoForm = async (baseUrl: string) => {
  const docs = await fetch(baseUrl);
  expect([docs.status, docs.url]).toEqual([200, `${baseUrl}/api/docs`]);
  const form = await (await fetch(`${baseUrl}/demo/form`)).text();
  const [, action = ""] = /<form method="post" action="([^"]+)">/.exec(form) ?? [];
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = ""]) => name);
  const typed = new Map([
    ["first_name", "Grace"],
    ["last_name", "Hopper"],
    ["email", "grace@example.com"],
    ["case_type", "Family"],
  ]);
  const answer = await fetch(`${baseUrl}${action}`, {
    method: "POST",
    headers: { accept: "text/html" },
    body: new URLSearchParams(names.map((name): [string, string] => [name, typed.get(name) ?? ""])),
  });
  expect([answer.status, answer.url]).toEqual([200, expect.stringMatching(/\/book(#.*)?$/)]);
  const thanks = await fetch(`${baseUrl}/demo/thank-you`);
  expect(await thanks.text()).toContain("<h1>Thank you</h1>");
};

/** Posts the same fields as a multipart form and as an urlencoded one, and then bytes that are no form. */
const deliverForms = async (address: string): Promise<number[]> => {
  const fields = { externalId: "1", firstName: "Zoë", lastName: "Doe", email: "zoe@example.com" };
  const multipart = new FormData();
  for (const [name, text] of Object.entries(fields)) multipart.set(name, text);
  const statuses: number[] = [];
  for (const body of [multipart, new URLSearchParams(fields), Buffer.from([0xff])]) {
    const { status } = await fetch(address, { method: "POST", body });
    statuses.push(status);
  }
  return statuses;
};

/** Checks what only HTTP itself shows: compression, methods without a body, and bytes that are not text. */
const expectHttp = async (baseUrl: string, key: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const send = (method: string, body?: Buffer) => fetch(`${baseUrl}/api/leads`, { method, headers, body });
  const [get, head, options] = [await send("GET"), await send("HEAD"), await send("OPTIONS")];
  const text = await get.text();
  expect(JSON.parse(text)).toMatchObject({ data: expect.any(Array) });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const name of ["content-length", "content-encoding"])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  const isLong = Buffer.byteLength(text) >= 2_048;
  expect(get.headers.get("content-encoding")).toBe(isLong ? "gzip" : null);
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, GET, HEAD, OPTIONS"]);

  const latin1 = await send("POST", Buffer.from('{"first_name":"Jos\u00e9"}', "latin1"));
  expect(await latin1.json()).toMatchObject({
    error: { details: [{ field: "body", message: "must be text in UTF-8" }] },
  });
};
