import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { linkAssembly } from "../support/local-assembly.ts";
import { callDemo, killSpawned, spawnService } from "./spawned-service.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
const eventFile = join(directory, "events.txt");

afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

const start = async (...options: string[]) => {
  const script = ["test/e2e/service-with-event-file.ts", directory, eventFile, ...options];
  await linkAssembly(directory);
  const service = spawnService([process.execPath, "--import", "tsx", ...script], directory);
  await service.printed(/ready/);
  return service;
};

const createLead = async (number: number): Promise<string> => {
  const { status, body } = await callDemo(directory, "POST", "/api/leads", {
    first_name: "Dana",
    last_name: `Number ${number}`,
    // Leads with the same address would have a second event each.
    email: `dana.${number}@example.com`,
    source: "website",
  });
  expect(status).toBe(201);
  return body.id;
};

/** Returns the record id of each event. */
const published = () => readFileSync(eventFile, "utf8").trimEnd().split("\n");

it("the service publishes every stored change at least once, even if it is killed while publishing", async () => {
  const killed = await start("30");
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, number) => createLead(number)));
  await killed.ended();
  const stored = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(published()).toHaveLength(30);

  await start();
  const missing = () => stored.filter((id) => !published().includes(id));
  expect(stored.length).toBeGreaterThan(0);
  await eventually(missing).toEqual([]);
});
