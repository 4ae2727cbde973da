import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { CONSULTATION_ID, LEAD_ID } from "../../lib/openapi/examples/shared-values.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { installPackedClient } from "../support/packed-client.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { callDemo, killSpawned, readJson, START, spawnService } from "./spawned-service.ts";

jest.setTimeout(300_000);

useReceivers();

const run = promisify(execFile);

type Sample = { readonly name: string; readonly lang: string; readonly source: string };

/** What these name ends by itself, or is final; a client chooses starts that are ahead. */
const REFUSED = [
  "deleteHold 404",
  "bookByLink 422",
  "updateByLink 404",
  "replayInboundDelivery 404",
  "getEvent 404",
  "redeliverWebhook 404",
];

const directory = mkdtempSync(join(tmpdir(), "intake-samples-"));
let environment: NodeJS.ProcessEnv;
let samples: readonly Sample[];

beforeAll(async () => {
  await spawnService(START, directory).printed(/^curl /m);
  const { base_url, api_key } = readJson(directory, "demo.json");
  const { body: link } = await callDemo(directory, "POST", `/api/leads/${LEAD_ID}/links`, {
    consultation_id: CONSULTATION_ID,
  });
  const linkKey = link.url.replace(/^.*#/, "");
  environment = { ...process.env, INTAKE_URL: base_url, INTAKE_KEY: api_key, INTAKE_LINK_KEY: linkKey };
  const { paths } = Object(await (await fetch(`${base_url}/api/openapi.json`)).json());
  const operations = Object.values(paths).flatMap((path) => Object.values(Object(path)).map(Object));
  samples = operations.flatMap(({ operationId: name, "x-codeSamples": each }) =>
    each.map((sample: Sample) => ({ ...sample, name })),
  );
});
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

const samplesIn = (language: string) => samples.filter(({ lang }) => lang === language);

it("work as pasted in the demo firm, in the order of the document", async () => {
  const failed: string[] = [];
  for (const { name, source } of samplesIn("bash")) {
    const withStatus = source.replace("curl -sS", "curl -sS -o /dev/null -w '%{http_code}'");
    const { stdout: status } = await run("bash", ["-c", withStatus], { env: environment });
    if (!status.startsWith("2")) failed.push(`${name} ${status}`);
  }
  expect(failed).toEqual(REFUSED);
});

const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;

type Runner = { readonly folder: string; readonly extension: string; readonly command: readonly string[] };

/** What the samples of a language ask and send, and whether an Idempotency-Key is with it. */
const requestsOf = async (language: string, { folder, extension, command }: Runner) => {
  const requests: object[] = [];
  const { url, received } = await startReceiver(({ method }, response) => {
    const { url: address = "", body, headers } = Object(received.at(-1));
    const { pathname, searchParams } = new URL(address, url);
    const hasKey = "idempotency-key" in headers;
    requests.push({ method, pathname, query: [...searchParams], body, hasKey });
    response.end(JSON.stringify({ data: [], next_cursor: null }));
  });
  const files = samplesIn(language).map(({ name, source }) => {
    const file = join(folder, `${name}.${extension}`);
    writeFileSync(file, source);
    return file;
  });
  const [program = "", ...args] = command;
  await run(program, [...args, ...files], { env: { ...environment, INTAKE_URL: new URL(url).origin } });
  return requests.map((each) => ({ ...each, body: JSON.parse(Object(each).body || "null") }));
};

const BASH = { extension: "sh", command: ["bash", "-c", 'for file; do . "$file"; done', "bash"] };
const NODE = {
  extension: "mjs",
  command: [
    process.execPath,
    "-e",
    "(async () => { for (const file of process.argv.slice(1)) await import(file) })()",
  ],
};
const PYTHON = {
  extension: "py",
  command: ["python3", "-c", "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)"],
};

it("make the same requests by curl, by the packed client and in Python", async () => {
  const byCurl = await requestsOf("bash", { ...BASH, folder: directory });
  expect(byCurl).toHaveLength(ENDPOINTS.length);
  expect(byCurl.filter((each) => Object(each).hasKey)).toHaveLength(
    ENDPOINTS.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey).length,
  );
  const { directory: folder } = installPackedClient();
  expect(await requestsOf("javascript", { ...NODE, folder })).toEqual(byCurl);
  if (hasPython) expect(await requestsOf("python", { ...PYTHON, folder: directory })).toEqual(byCurl);
});
