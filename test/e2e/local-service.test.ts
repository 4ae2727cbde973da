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

const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
const demo = () => readJson(directory, "demo.json");

jest.setTimeout(300_000);
afterEach(killSpawned);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const call = (method: string, path: string, body?: object) => callDemo(directory, method, path, body);

/** Starts the service and waits until it is ready. */
const start = async () => {
  const service = spawnService(NPM_START, directory);
  const [, curl = ""] = await service.printed(/^(curl .*\n.*\n.*)$/m);
  return { ...service, curl };
};

// The tests run in order: each continues with the data folder of the previous one.
describe("npm start", () => {
  let leadId = "";

  it("starts with a demo firm and prints a curl command that works", async () => {
    const service = await start();
    expect(demo()).toEqual({
      base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      firm_id: expect.any(String),
      api_key: expect.stringMatching(/^itk_/),
      attorney_id: expect.any(String),
    });
    expect(statSync(join(directory, "demo.json")).mode & 0o777).toBe(0o600);
    const output = execFileSync("sh", ["-c", service.curl], { encoding: "utf8", stdio: "pipe" });
    expect(output).toMatch(/^HTTP\/1.1 201/);
    leadId = JSON.parse(output.slice(output.indexOf("{"))).id;

    expect(await call("GET", "/api/leads")).toMatchObject({ status: 200, body: { data: [{ id: leadId }] } });
    const changed = await call("PATCH", `/api/leads/${leadId}`, { first_name: "Daniela" });
    expect(changed).toMatchObject({ status: 200, body: { first_name: "Daniela" } });
    const archived = await call("POST", `/api/leads/${leadId}/archive`);
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    await service.printed(/lead\.created.*lead\.updated.*lead\.archived/s);
    expect(service.output()).not.toContain("Daniela");

    kill(-(service.child.pid ?? 0), "SIGINT");
    await service.ended();
    expect(databaseProcesses(directory)).toEqual([]);
    expect(existsSync(join(directory, "service.json"))).toBe(false);
  });

  it("keeps the data and the demo firm, and its database ends when it is killed", async () => {
    const before = demo();
    const service = await start();
    expect(demo()).toEqual({ ...before, base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/) });
    expect(await call("GET", `/api/leads/${leadId}`)).toMatchObject({ body: { first_name: "Daniela" } });
    expect(service.output()).not.toContain("lead.created");

    expect(databaseProcesses(directory)).not.toEqual([]);
    kill(Number(readJson(directory, "service.json").pid), "SIGKILL");
    await eventually(() => databaseProcesses(directory), { timeout: 2_000 }).toEqual([]);
  });

  it("takes over the folder of a killed service, and ends when npm is killed", async () => {
    const service = await start();
    const pid = Number(readJson(directory, "service.json").pid);
    kill(service.child.pid ?? 0, "SIGKILL");
    await eventually(() => kill(pid, 0), { timeout: 4_000 }).toBe(false);
    expect(databaseProcesses(directory)).toEqual([]);
  });
});
