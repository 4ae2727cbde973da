import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { callDemo, kill, killSpawned, readJson, startDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

const create = async (path: string, body: object) => {
  const { status, body: created } = await callDemo(directory, "POST", path, body);
  expect([status, created.error]).toEqual([201, undefined]);
  return created;
};

const SECOND = 1_000;
const REMINDER_MINUTES = 5;
/** The longest time from a start to the end of its first sweep, on a busy machine. */
const FIRST_SWEEP = 60 * SECOND;
const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));

/** Creates an attorney for each consultation, since they would overlap, and a lead. */
const createParties = async (index: number) => {
  const attorney = await create("/api/members", {
    ...{ name: `Attorney ${index}`, email: `attorney.${index}@example.com`, role: "attorney" },
    ...{ schedulable: true, time_zone: "UTC", office_hours: ALWAYS },
  });
  const lead = {
    first_name: "Dana",
    last_name: "Doe",
    email: `dana.${index}@example.com`,
    source: "website",
  };
  return { attorney_id: attorney.id, lead_id: (await create("/api/leads", lead)).id };
};

/** Books a consultation whose reminder is due at this instant. */
const bookReminded = async (parties: object, dueAt: number): Promise<string> => {
  const start_at = new Date(dueAt + REMINDER_MINUTES * 60 * SECOND).toISOString();
  return (await create("/api/consultations", { ...parties, start_at, type: "Call", duration_min: 30 })).id;
};

/** Returns the instants of the reminders so far, by consultation. */
const emittedReminders = async () => {
  const { body } = await callDemo(directory, "GET", "/api/events?type=consultation.reminder_due&limit=200");
  const events: { readonly data: { readonly id: string }; readonly created_at: string }[] = body.data;
  return new Map(events.map(({ data, created_at }) => [data.id, Date.parse(created_at)]));
};

it("each reminder comes within a minute, or at the next start, though the service is killed within each minute", async () => {
  let service = await startDemo(directory);
  await callDemo(directory, "PATCH", "/api/firm", { reminders_min: [REMINDER_MINUTES] });
  const parties = await Promise.all([0, 1, 2, 3, 4, 5].map(createParties));
  // The first booking waits until its function is bundled.
  await bookReminded(parties[0] ?? {}, Date.now() + 86_400 * SECOND);
  const begin = Date.now() + 20 * SECOND;
  const dueAt = parties.map((_, index) => begin + index * 8 * SECOND);
  const ids = await Promise.all(parties.map((each, index) => bookReminded(each, dueAt[index] ?? 0)));
  const startedAt: number[] = [];
  for (let kills = 0; kills < 3; kills++) {
    await sleep(12 * SECOND);
    kill(Number(readJson(directory, "service.json").pid), "SIGKILL");
    await service.ended();
    service = await startDemo(directory);
    startedAt.push(Date.now());
  }
  await eventually(async () => (await emittedReminders()).size, { timeout: 300 * SECOND }).toBe(ids.length);
  const emittedAt = await emittedReminders();
  const late = dueAt.filter((due, index) => {
    const nextStart = startedAt.find((start) => start > due) ?? 0;
    const emitted = emittedAt.get(ids[index] ?? "") ?? Number.POSITIVE_INFINITY;
    return emitted < due || emitted > Math.max(due + 60 * SECOND, nextStart + FIRST_SWEEP);
  });
  expect(late).toEqual([]);
});
