import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { runForRows } from "../support/operator.ts";
import { readJson, shareDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../..");

/** The commands of the page, block by block. */
const blocks = [
  ...readFileSync(join(ROOT, "docs/set-up-a-firm.md"), "utf8").matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = ""]) => block);

const work = mkdtempSync(join(tmpdir(), "intake-office-"));

let directory: string;
beforeAll(async () => {
  directory = await shareDemo();
  process.env.INTAKE_LOCAL_DIR = directory;
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Creates a firm by the command that the page names. */
const createFirm = async () => {
  const { rows } = await runForRows("firm create", "--name", "Doe Law", "--time-zone", "America/New_York");
  return Object(rows);
};

it("the commands of the guide lead from an empty firm to a link by which a client books", async () => {
  const { base_url } = readJson(directory, "demo.json");
  const { api_key } = await createFirm();
  const [settings = "", ...steps] = blocks;
  expect(settings).toMatch(/^export INTAKE_URL=\S+ INTAKE_KEY="<the firm's key>"\n$/);
  const script = ["set -euo pipefail", ...steps].join("\n");
  const { stdout } = await run("bash", ["-c", script], {
    cwd: work,
    env: { ...process.env, INTAKE_URL: base_url, INTAKE_KEY: api_key },
  });
  const [, page = "", token = ""] = /^(http\S+)#(itl_\w+)$/m.exec(stdout) ?? [];
  expect([page, (await fetch(page)).status]).toEqual([`${base_url}/book`, 200]);

  const ask = async (path: string, key = token, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    return Object(await (await fetch(base_url + path, { headers, ...sent })).json());
  };
  const [from, to] = [1, 8].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const { data } = await ask(`/api/link/availability?from=${from}&to=${to}`);
  const { start_at } = data[0];
  expect((await ask("/api/link/consultation", token, { start_at })).error).toBeUndefined();
  expect(await ask("/api/link")).toMatchObject({
    ...{ first_name: "Dana", contact_phone: "+12125550100" },
    consultation: { start_at, location: "1 Main Street, New York" },
  });
  expect((await ask("/api/firm", api_key)).booking_rules).toMatchObject({ min_notice_min: 120 });
});
