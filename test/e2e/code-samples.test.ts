import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it, jest } from "@jest/globals";
import { openApiDocument } from "../../lib/documents/openapi/document.ts";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { withCurrentDates } from "../../shared/api/current-dates.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { newDemoFirm } from "../support/demo-firms.ts";
import { installPackedClient } from "../support/packed-client.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { callDemo, readJson } from "./spawned-service.ts";

jest.setTimeout(600_000);

useReceivers();

const run = promisify(execFile);

type Sample = { readonly lang: string; readonly source: string };

type Language = { readonly name: string; readonly extension: string; readonly command: readonly string[] };

/** Each command runs the unchanged files one after the other, and prints the refused calls on stderr. */
const BASH: Language = {
  name: "bash",
  extension: "sh",
  command: [
    "bash",
    "-c",
    `curl() {
      status=$(command curl -o /dev/null -w '%{http_code}' "$@")
      [[ $status == 2* ]] || echo "$(basename "$file" .sh) $status" >&2
    }
    for file; do . "$file"; done`,
    "bash",
  ],
};
const NODE: Language = {
  name: "javascript",
  extension: "mjs",
  command: [
    process.execPath,
    "--input-type=module",
    "-e",
    `import { parse } from "node:path";
    for (const file of process.argv.slice(1))
      await import(file).catch((error) => console.error(parse(file).name, error.status ?? error));`,
  ],
};
const PYTHON: Language = {
  name: "python",
  extension: "py",
  command: [
    "python3",
    "-c",
    `
import pathlib, requests, runpy, sys
for file in sys.argv[1:]:
    try:
        runpy.run_path(file)
    except requests.HTTPError as error:
        print(pathlib.Path(file).stem, error.response.status_code, file=sys.stderr)`,
  ],
};
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
const LANGUAGES = [BASH, NODE, ...(hasPython ? [PYTHON] : [])];

/** The calls that are refused: they name a record that expires or is final, or was not made. */
const REFUSED = [
  "decideConflictCheck 404",
  "deleteHold 404",
  "bookByLink 422",
  "updateByLink 404",
  "replayInboundDelivery 404",
  "dismissInboundDelivery 404",
  "getEvent 404",
  "redeliverWebhook 404",
  "deleteFeed 404",
  "endSession 404",
];

const DOCUMENT = withCurrentDates(openApiDocument(), Date.now());
const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path).map(Object));

let folder: string;

beforeAll(() => {
  ({ directory: folder } = installPackedClient());
});

/** Writes the samples of a language, as pasted, beside the client. @returns their paths, in the order of the document */
const filesIn = ({ name, extension }: Language) =>
  OPERATIONS.map(({ operationId, "x-codeSamples": samples }) => {
    const file = join(folder, `${operationId}.${extension}`);
    writeFileSync(file, samples.find(({ lang }: Sample) => lang === name).source);
    return file;
  });

/** @returns the calls that are refused */
const runSamples = async (language: Language, environment: Record<string, string | undefined>) => {
  const [program = "", ...args] = language.command;
  const env = { ...process.env, ...environment };
  const { stderr } = await run(program, [...args, ...filesIn(language)], { env });
  return stderr.split("\n").slice(0, -1);
};

it("the code samples of one language work when pasted in the document's order in a new demo firm", async () => {
  const directory = await newDemoFirm();
  const { base_url, api_key } = readJson(directory, "demo.json");
  const { body: link } = await callDemo(directory, "POST", `/api/leads/${IDS.lead}/links`, {
    consultation_id: IDS.consultation,
  });
  const calendarLinks = `/api/members/${IDS.member}/calendar-links`;
  const { body: calendarLink } = await callDemo(directory, "POST", calendarLinks, {});
  const { body: signInLink } = await callDemo(directory, "POST", `/api/members/${IDS.member}/sign-in-link`);
  const environment = {
    INTAKE_SIGN_IN_TOKEN: signInLink.url.replace(/^.*#/, ""),
    INTAKE_URL: base_url,
    INTAKE_KEY: api_key,
    INTAKE_LINK_KEY: link.url.replace(/^.*#/, ""),
    INTAKE_CALENDAR_KEY: calendarLink.url.replace(/^.*key=/, ""),
  };
  expect(await runSamples(NODE, environment)).toEqual(REFUSED);
});

/** Returns the requests of a language's samples, each with whether it has an Idempotency-Key. */
const requestsOf = async (language: Language) => {
  const requests: object[] = [];
  const { url, received } = await startReceiver(({ method }, response) => {
    const { url: address = "", body, headers } = Object(received.at(-1));
    const { pathname, searchParams } = new URL(address, url);
    const { authorization, "content-type": contentType, "if-match": ifMatch } = headers;
    const hasKey = "idempotency-key" in headers;
    const ofHeaders = { authorization, ...(body && { contentType }), ifMatch, hasKey };
    requests.push({ method, pathname, query: [...searchParams], body, ...ofHeaders });
    response.end(JSON.stringify({ data: [], next_cursor: null }));
  });
  const keys = {
    INTAKE_KEY: "itk_test",
    INTAKE_LINK_KEY: "itl_test",
    INTAKE_CALENDAR_KEY: "itc_test",
    INTAKE_SIGN_IN_TOKEN: "iti_test",
  };
  expect(await runSamples(language, { INTAKE_URL: new URL(url).origin, ...keys })).toEqual([]);
  return requests.map((each) => ({ ...each, body: JSON.parse(Object(each).body || "null") }));
};

it("the code samples make the same requests in each language", async () => {
  const [byCurl = [], ...byOthers] = await Promise.all(LANGUAGES.map(requestsOf));
  expect(byCurl).toHaveLength(ENDPOINTS.length);
  expect(byCurl.filter((each) => Object(each).hasKey)).toHaveLength(
    ENDPOINTS.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey).length,
  );
  for (const requests of byOthers) expect(requests).toEqual(byCurl);
});

it("the JavaScript samples also compile as TypeScript", async () => {
  const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
  const options = "--noEmit --strict --allowJs --checkJs --module nodenext --types node".split(" ");
  const { stdout } = await run(tsc, [...options, ...filesIn(NODE)], { cwd: folder }).catch(Object);
  expect(stdout).toBe("");
});
