import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, jest } from "@jest/globals";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { newDemoFirm } from "../support/demo-firms.ts";
import { eventually } from "../support/eventually.ts";
import { kill, readJson } from "./spawned-service.ts";

jest.setTimeout(600_000);

const ROOT = join(import.meta.dirname, "../..");

/** The commands of the page, block by block. */
const blocks = [
  ...readFileSync(join(ROOT, "docs/first-steps.md"), "utf8").matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block = ""]) => block);

const RECEIVER = blocks.find((block) => block.startsWith("cat > receiver.mjs")) ?? "";

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String(Object(address).port)));
    });
  });

/** Breaks off a request within its body. Returns false while nothing listens. */
const breaksOffRequest = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("error", () => resolve(false)).once("close", () => resolve(true));
    socket.write("POST / HTTP/1.1\r\nhost: _\r\ncontent-length: 9\r\n\r\n{", () => socket.destroy());
  });

let shell: ReturnType<typeof spawn> | undefined;
afterEach(() => {
  if (shell?.pid) kill(-shell.pid, "SIGKILL");
  shell = undefined;
});

/** Links what `npm install` would put there. */
const installLibrary = (folder: string) => {
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["standardwebhooks", "@stablelib", "fast-sha256"])
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
};

it("the commands of the first steps lead from a key to a booked consultation and its verified webhook", async () => {
  const [settings, connection = "", firstLead = "", search = "", endpoint = "", library, ...rest] = blocks;
  expect(settings).toMatch(/^export INTAKE_URL=\S+ INTAKE_KEY=\S+ RECEIVER_PORT=\S+\n$/);
  expect(library).toBe("npm install standardwebhooks\n");
  // Each try has a firm and a folder of its own, in which nothing has happened yet.
  const [directory, work] = [await newDemoFirm(), mkdtempSync(join(tmpdir(), "intake-integrator-"))];
  installLibrary(work);
  const { base_url, api_key } = readJson(directory, "demo.json");
  const port = await freePort();
  const steps = [connection, firstLead, firstLead, search, endpoint, ...rest];
  const script = ["set -euo pipefail", ...steps.map((step) => `${step}\necho`), "wait"].join("\n");
  shell = spawn("bash", ["-c", script], {
    cwd: work,
    detached: true,
    env: { ...process.env, INTAKE_URL: base_url, INTAKE_KEY: api_key, RECEIVER_PORT: port },
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  // The receiver may print before the line of an answer ends.
  const records = () =>
    output
      .replaceAll(/\}(?=verified |aborted)/g, "}\n")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => Object(JSON.parse(line)));
  // The first lead's event also arrives if it was published after the endpoint was added.
  const isVerified = (type: string, id: unknown) => output.includes(`verified ${type} ${id}\n`);
  const areVerified = () => [
    isVerified("lead.created", records()[4]?.id),
    isVerified("consultation.booked", records()[5]?.id),
    isVerified("consultation.reminder_due", IDS.consultation),
  ];
  await eventually(() => breaksOffRequest(port)).toBe(true);
  await eventually(areVerified).toEqual([true, true, true]);

  const [me, lead, repeated, found] = records();
  expect(me.firm.id).toBe(readJson(directory, "demo.json").firm_id);
  expect(lead).toMatchObject({ first_name: "Dana", status: { key: "new" } });
  expect(repeated).toEqual(lead);
  expect(found.data).toEqual([lead]);
  expect(records()[5]).toMatchObject({ lead_id: lead.id, type: "initial", status: "scheduled" });
});

it("the receiver refuses a request without a signature, and shows why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "intake-receiver-"));
  installLibrary(folder);
  const port = await freePort();
  const receiver = spawn("bash", ["-c", `${RECEIVER}wait`], {
    cwd: folder,
    detached: true,
    env: { ...process.env, INTAKE_WEBHOOK_SECRET: "whsec_c2VjcmV0", RECEIVER_PORT: port },
  });
  let output = "";
  receiver.stderr.on("data", (chunk) => {
    output += chunk;
  });
  try {
    const post = () => fetch(`http://127.0.0.1:${port}/intake`, { method: "POST", body: "{}" });
    const statusOfPost = async () => (await post().catch(() => undefined))?.status;
    await eventually(statusOfPost).toBe(401);
    await eventually(() => output).toContain("Missing required headers");
  } finally {
    kill(-Number(receiver.pid), "SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ["is taken", "taken", /^RECEIVER_PORT: .*EADDRINUSE/],
  ["is no number", "abc", /RangeError.*port/],
  ["is not set", "", /RangeError.*port/],
])("the receiver shows why it does not start when its port %s", async (_, port, message) => {
  const folder = mkdtempSync(join(tmpdir(), "intake-receiver-"));
  installLibrary(folder);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const taken = String(Object(other.address()).port);
  const { stderr } = spawnSync("bash", ["-c", `${RECEIVER}wait`], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    env: {
      ...process.env,
      INTAKE_WEBHOOK_SECRET: "whsec_c2VjcmV0",
      RECEIVER_PORT: port === "taken" ? taken : port,
    },
  });
  other.close();
  rmSync(folder, { recursive: true });
  expect(stderr).toMatch(new RegExp(message, "m"));
});
