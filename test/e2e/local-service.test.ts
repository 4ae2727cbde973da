import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import {
  callDemo,
  databaseProcesses,
  kill,
  killSpawned,
  NPM_START,
  readJson,
  spawnService,
} from "./spawned-service.ts";

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
  directories.push(directory);
  return directory;
};

jest.setTimeout(300_000);
afterEach(killSpawned);
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Starts the service on a data folder and waits until it is ready. */
const start = async (directory: string) => {
  const service = spawnService(NPM_START, directory);
  const [, curl = ""] = await service.printed(/^(curl .*\n.*\n.*)$/m);
  const demo = readJson(directory, "demo.json");
  const call = (method: string, path: string, body?: object) => callDemo(directory, method, path, body);
  const interrupt = async () => {
    kill(-(service.child.pid ?? 0), "SIGINT");
    await service.ended();
  };
  return { ...service, curl, demo, call, interrupt, pid: Number(readJson(directory, "service.json").pid) };
};

describe("npm start", () => {
  it("starts with a demo firm, prints a curl command that works, and ends without a trace", async () => {
    const directory = newDirectory();
    const { curl, demo, call, printed, output, interrupt } = await start(directory);
    expect(demo).toEqual({
      base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      firm_id: expect.any(String),
      api_key: expect.stringMatching(/^itk_/),
      attorney_id: expect.any(String),
    });
    expect(statSync(join(directory, "demo.json")).mode & 0o777).toBe(0o600);
    const shown = execFileSync("sh", ["-c", curl], { encoding: "utf8", stdio: "pipe" });
    expect(shown).toMatch(/^HTTP\/1.1 201/);
    const { id } = JSON.parse(shown.slice(shown.indexOf("{")));

    expect(await call("GET", "/api/leads")).toMatchObject({ status: 200, body: { data: [{ id }] } });
    const changed = await call("PATCH", `/api/leads/${id}`, { first_name: "Daniela" });
    expect(changed).toMatchObject({ status: 200, body: { first_name: "Daniela" } });
    const archived = await call("POST", `/api/leads/${id}/archive`);
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    await printed(/lead\.created.*lead\.updated.*lead\.archived/s);
    expect(output()).not.toContain("Daniela");
    await expectHttp(String(demo.base_url), String(demo.api_key));
    const source = await call("POST", "/api/sources", { key: "form", name: "Form" });
    const { ingestion_key: secret } = source.body;
    expect(await deliverForms(`${demo.base_url}/api/leads?key=${secret}`)).toEqual([201, 200, 422]);
    await printed(/(lead\.created.*){2}/s);
    expect(output()).not.toContain(secret.slice(4));

    await interrupt();
    expect(databaseProcesses(directory)).toEqual([]);
    expect(existsSync(join(directory, "service.json"))).toBe(false);
  });

  it("finds its data again after it was ended, killed, or its npm was killed", async () => {
    const directory = newDirectory();
    const first = await start(directory);
    const lead = { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" };
    const created = await first.call("POST", "/api/leads", lead);
    expect(created.status).toBe(201);
    const path = `/api/leads/${created.body.id}`;
    await first.printed(/lead\.created/);
    // The next batch is read once the position of the first is stored.
    await first.call("PATCH", path, { first_name: "Daniela" });
    await first.printed(/lead\.updated/);
    await first.interrupt();

    const second = await start(directory);
    expect(second.demo).toEqual({
      ...first.demo,
      base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    });
    expect(await second.call("GET", path)).toMatchObject({ body: { first_name: "Daniela" } });
    expect(second.output()).not.toContain("lead.created");
    expect(databaseProcesses(directory)).not.toEqual([]);
    kill(second.pid, "SIGKILL");
    await eventually(() => databaseProcesses(directory), { timeout: 2_000 }).toEqual([]);

    const third = await start(directory);
    expect(await third.call("GET", path)).toMatchObject({ body: { first_name: "Daniela" } });
    kill(third.child.pid ?? 0, "SIGKILL");
    await eventually(() => kill(third.pid, 0), { timeout: 4_000 }).toBe(false);
    expect(databaseProcesses(directory)).toEqual([]);
  });
});

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

/** What only HTTP itself shows: methods without a body, bytes that are not text, and the gateway's own errors. */
const expectHttp = async (baseUrl: string, key: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const send = (method: string, body?: Buffer) => fetch(`${baseUrl}/api/leads`, { method, headers, body });
  const [get, head, options] = [await send("GET"), await send("HEAD"), await send("OPTIONS")];
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    get.headers.get("content-length"),
    "",
  ]);
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, GET, HEAD, OPTIONS"]);

  const latin1 = await send("POST", Buffer.from('{"first_name":"Jos\u00e9"}', "latin1"));
  expect(await latin1.json()).toMatchObject({
    error: { details: [{ field: "body", message: "must be text in UTF-8" }] },
  });
  const tooLarge = await send("POST", Buffer.alloc(10 * 1024 * 1024 + 1, "x"));
  expect([tooLarge.status, await tooLarge.json()]).toEqual([413, { message: "Request Entity Too Large" }]);
};
