import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { kill, killSpawned, readJson, START, spawnService } from "./spawned-service.ts";

jest.setTimeout(600_000);

const ROOT = join(import.meta.dirname, "../..");

/** The commands of the page, block by block. */
const blocks = [
  ...readFileSync(join(ROOT, "docs/first-steps.md"), "utf8").matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = ""]) => block);

const directory = mkdtempSync(join(tmpdir(), "intake-first-steps-"));
const work = mkdtempSync(join(tmpdir(), "intake-integrator-"));

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String(Object(address).port)));
    });
  });

beforeAll(async () => {
  const service = spawnService(START, directory);
  await service.printed(/^curl /m);
});

let shell: ReturnType<typeof spawn> | undefined;
afterAll(() => {
  if (shell?.pid) kill(-shell.pid, "SIGKILL");
  killSpawned();
  for (const each of [directory, work]) rmSync(each, { recursive: true, force: true });
});

it("leads from a key to the first verified webhook, each step as the page has it", async () => {
  const [settings, connection = "", firstLead = "", search = "", endpoint = "", library, ...rest] = blocks;
  expect(settings).toMatch(/^export INTAKE_URL=\S+ INTAKE_KEY=\S+ PORT=\S+\n$/);
  expect(library).toBe("npm install standardwebhooks\n");
  // What `npm install` would put there.
  mkdirSync(join(work, "node_modules"));
  for (const name of ["standardwebhooks", "@stablelib", "fast-sha256"])
    symlinkSync(join(ROOT, "node_modules", name), join(work, "node_modules", name));

  const { base_url, api_key } = readJson(directory, "demo.json");
  const steps = [connection, firstLead, firstLead, search, endpoint, ...rest];
  const script = ["set -euo pipefail", ...steps.map((step) => `${step}\necho`), "wait"].join("\n");
  shell = spawn("bash", ["-c", script], {
    cwd: work,
    detached: true,
    env: { ...process.env, INTAKE_URL: base_url, INTAKE_KEY: api_key, PORT: await freePort() },
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const records = () =>
    output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => Object(JSON.parse(line)));
  // The first lead's event comes too if it was published after the endpoint was added.
  const isVerified = () => output.includes(`verified lead.created ${records()[4]?.id}\n`);
  await eventually(isVerified, { timeout: 60_000 }).toBe(true);

  const [me, lead, repeated, found] = records();
  expect(me.firm.id).toBe(readJson(directory, "demo.json").firm_id);
  expect(lead).toMatchObject({ first_name: "Dana", status: { key: "new" } });
  expect(repeated).toEqual(lead);
  expect(found.data).toEqual([lead]);
});
