import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, expect, it, jest } from "@jest/globals";
import { readCalendar } from "../../shared/icalendar/read-calendar.rules.ts";
import { readJson, shareDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../..");

/** The commands of the page, block by block. */
const blocks = [
  ...readFileSync(join(ROOT, "docs/connect-a-calendar.md"), "utf8").matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = ""]) => block);

let directory: string;
beforeAll(async () => {
  directory = await shareDemo();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it("the commands of the guide connect the demo firm's attorney with a calendar, in both directions", async () => {
  const { base_url, api_key, attorney_id } = readJson(directory, "demo.json");
  const ask = async (path: string) => {
    const response = await fetch(base_url + path, { headers: { authorization: `Bearer ${api_key}` } });
    return Object(await response.json());
  };
  const feedsRead = async (count: number) => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const { data } = await ask(`/api/members/${attorney_id}/feeds`);
      if (data.length === count && data.every((each: { intervals: number }) => each.intervals > 0))
        return data;
      await sleep(200);
    }
    throw new Error("The calendar was not read.");
  };
  const [demo] = await feedsRead(1);
  expect(demo).toMatchObject({ name: "Demo court calendar", url: `${base_url}/…`, last_error: null });

  // clients are not offered the times of the calendar
  const file = new Uint8Array(await (await fetch(`${base_url}/demo/calendar.ics`)).arrayBuffer());
  const window = { start: Date.now(), end: Date.now() + 14 * 86_400_000 };
  const reading = readCalendar(file, { timeZone: "America/New_York", email: null, window });
  const busy = "busy" in reading ? reading.busy : [];
  expect(busy.length).toBeGreaterThan(6);
  const query = `from=${inDays(1)}&to=${inDays(14)}&duration_min=60`;
  const { data: starts } = await ask(`/api/attorneys/${attorney_id}/availability?${query}`);
  expect(starts).not.toEqual([]);
  const isBusy = (start: number) => busy.some((each) => start < each.end && each.start < start + 3_600_000);
  expect(starts.map(Date.parse).filter(isBusy)).toEqual([]);

  const [settings = "", ...steps] = blocks;
  expect(settings).toMatch(/^export INTAKE_URL=\S+ INTAKE_KEY=itk_…\n$/);
  const script = ["set -euo pipefail", ...steps]
    .join("\n")
    .replace("https://calendar.example.com/basic.ics", `${base_url}/demo/calendar.ics`)
    // An address counts however it is typed.
    .replace("alex@example.com", "Alex@Example.com");
  const env = { ...process.env, INTAKE_URL: base_url, INTAKE_KEY: api_key, FEED_ID: demo.id };
  const { stdout } = await run("bash", ["-c", script], { env });
  expect(stdout.split("\n")[0]).toBe(attorney_id);
  const [connected] = await feedsRead(1);
  expect(connected.id).not.toBe(demo.id);
  const [, link = ""] = /"url":"([^"]+calendar\.ics\?key=itc_\w+)"/.exec(stdout) ?? [];
  const calendar = await fetch(link);
  expect([calendar.status, (await calendar.text()).split("\r\n")[0]]).toEqual([200, "BEGIN:VCALENDAR"]);
});
