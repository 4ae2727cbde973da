import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { killSpawned, readJson, spawnService } from "./spawned-service.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
const eventFile = join(directory, "events.txt");

afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

const start = async (...options: string[]) => {
  const script = ["test/e2e/service-with-event-file.ts", directory, eventFile, ...options];
  const service = spawnService([process.execPath, "--import", "tsx", ...script], directory);
  await service.printed(/ready/);
  return service;
};

const createLead = async (number: number): Promise<string> => {
  const { base_url, api_key } = readJson(directory, "demo.json");
  const response = await fetch(`${base_url}/api/leads`, {
    method: "POST",
    headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
    body: JSON.stringify({
      first_name: "Dana",
      last_name: `Number ${number}`,
      email: "dana@example.com",
      source: "website",
    }),
  });
  expect(response.status).toBe(201);
  return Object(await response.json()).id;
};

const publishedLeads = () => new Set(readFileSync(eventFile, "utf8").trimEnd().split("\n"));

it("publishes every stored change at least once, also when it is killed amid publishing", async () => {
  const killed = await start("10");
  const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, number) => createLead(number)));
  await killed.ended();
  const stored = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  expect(publishedLeads().size).toBe(10);

  await start();
  const missing = () => stored.filter((id) => !publishedLeads().has(id));
  await eventually(missing, { timeout: 30_000 }).toEqual([]);
  expect(stored.length).toBeGreaterThan(0);
}, 150_000);
