import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { callDemo, kill, killSpawned, type SpawnedService, START, spawnService } from "./spawned-service.ts";

jest.setTimeout(1_200_000);

const ROOT = join(import.meta.dirname, "../..");
const NOT_COPIED = new Set([".git", ".local", "cdk.out", "node_modules", "test"]);

const work = mkdtempSync(join(tmpdir(), "intake-changed-"));
const checkout = join(work, "checkout");
const directory = join(work, "data");

beforeAll(() => {
  cpSync(ROOT, checkout, { recursive: true, filter: (path) => !NOT_COPIED.has(relative(ROOT, path)) });
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
});
afterAll(() => {
  killSpawned();
  rmSync(work, { recursive: true, force: true });
});

const start = async () => {
  const service = spawnService(START, directory, {}, checkout);
  await service.printed(/^curl /m);
  return service;
};

let running: SpawnedService | undefined;

/** Returns the time of the last synthesis, in milliseconds, from the file that it writes. */
const synthesizedAt = () => {
  const [file = ""] = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (each) => basename(each) === "synthesized.json",
  );
  return statSync(join(directory, file)).mtimeMs;
};

/** The functions that a start invokes: for events, schedules, and what names the service's address. */
const INVOKED_BY_START = [
  ...["publish-events", "fan-out-event", "sweep-deliveries", "fetch-feed"],
  ...["list-feeds", "create-feed", "create-link", "create-sign-in-link"],
];

const bundledFunctions = () => {
  const folder = join(directory, "assembly/functions");
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.cjs")));
};

const stop = async ({ child, ended }: SpawnedService) => {
  kill(child.pid ?? 0, "SIGINT");
  await ended();
};

const replaceIn = (file: string, text: string, replacement: string) => {
  const path = join(checkout, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(text);
  writeFileSync(path, before.replace(text, replacement));
};

const call = (method: string, path: string, body?: object) => callDemo(directory, method, path, body);

const messageOf = async (path: string) => (await call("GET", path)).body.error?.message;

const statusOf = async (path: string) => (await call("GET", path)).status;

it("the service bundles a function at its first call, synthesizes only once, and follows changed sources", async () => {
  await stop(await start());
  const before = synthesizedAt();
  expect(bundledFunctions()).toContain("create-link");
  expect(bundledFunctions().filter((name) => !INVOKED_BY_START.includes(name))).toEqual([]);
  const second = await start();
  expect(synthesizedAt()).toBe(before);
  const { printed, output } = second;
  const lead = { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" };
  const { body: created } = await call("POST", "/api/leads", lead);

  replaceIn("functions/fallback/route-not-found.ts", 'notFound("route")', 'notFound("place")');
  await eventually(() => messageOf("/api/none")).toBe("No such place.");
  replaceIn("functions/fallback/route-not-found.ts", 'notFound("place")', 'notFound("place"');
  await eventually(() => statusOf("/api/none")).toBe(503);
  expect((await call("GET", "/api/none")).body.message).toContain("functions/fallback/route-not-found.ts:");
  replaceIn("functions/fallback/route-not-found.ts", 'notFound("place"', 'notFound("spot")');
  await eventually(() => messageOf("/api/none")).toBe("No such spot.");
  expect(output()).not.toContain("restarting the stack");

  const WITH_SYNTHESIS = { timeout: 300_000 };
  replaceIn("shared/keys/me.contract.ts", '"/api/me"', '"/api/whoami');
  await printed(/The stack cannot be synthesized:/);
  expect(await statusOf("/api/whoami")).toBe(503);
  replaceIn("shared/keys/me.contract.ts", '"/api/whoami', '"/api/whoami"');
  await eventually(() => statusOf("/api/whoami"), WITH_SYNTHESIS).toBe(200);
  expect(await statusOf("/api/me")).toBe(404);
  expect((await call("GET", `/api/leads/${created.id}`)).body).toEqual(created);

  await stop(second);
  running = await start();
  expect(await statusOf("/api/whoami")).toBe(200);
});

const NOT_BUNDLED_YET = ["leads", "members", "consultations", "sources", "webhooks", "events"];

/** Removes the folder like somebody who repeats it as long as the service writes files anew. */
const removeFolder = () =>
  eventually(() => {
    rmSync(directory, { recursive: true, force: true });
    return existsSync(directory);
  }).toBe(false);

it("the service says in a sentence that its data folder was removed while it wrote to it", async () => {
  const service = running ?? (await start());
  const answered = Promise.allSettled(NOT_BUNDLED_YET.map((path) => call("GET", `/api/${path}`)));
  await removeFolder();
  await answered;
  expect(await service.ended()).toBe(1);
  const sentence = `The data folder ${directory} was removed while the service used it: start again for a new one.\n`;
  // Before it, the bundler may name a file that it could not write.
  expect(service.errorOutput().slice(-sentence.length)).toBe(sentence);
});
