import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { linkAssembly } from "../support/local-assembly.ts";
import { onceInRun } from "../support/once-in-run.ts";

const ROOT = join(import.meta.dirname, "../..");

const PRINT_TIMEOUT_MILLISECONDS = 300_000;

export type SpawnedService = {
  readonly child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** The part of the output on stderr. */
  errorOutput(): string;
  /** Waits until its output matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits until it exits; returns the exit code, or null after a signal. */
  ended(): Promise<number | null>;
};

const spawned: ChildProcess[] = [];

type SpawnOptions = {
  readonly cwd: string;
  readonly stdio: StdioOptions;
  readonly environment: NodeJS.ProcessEnv;
};

const spawnIn = (
  directory: string,
  [file = "", ...args]: readonly string[],
  { environment, ...options }: SpawnOptions,
) => {
  const { AWS_ENDPOINT_URL_DYNAMODB: _suiteDatabase, ...inherited } = process.env;
  const own = { PORT: "0", INTAKE_LOCAL_DIR: directory, INTAKE_DEMO: "small" };
  const env = { ...inherited, ...own, ...environment };
  return spawn(file, args, { ...options, detached: true, env });
};

/** Starts a command of this project, or of a copy, in its own process group, with a data folder and any free port. */
export const spawnService = (
  command: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = {},
  checkout = ROOT,
): SpawnedService => {
  const options = { cwd: checkout, stdio: ["ignore", "pipe", "pipe"] as StdioOptions };
  const child = spawnIn(directory, command, { ...options, environment });
  spawned.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  let errorOutput = "";
  child.stderr?.on("data", (chunk) => {
    errorOutput += chunk;
  });
  const closed = once(child, "close");
  const printed = async (pattern: RegExp) => {
    for (const start = Date.now(); Date.now() - start < PRINT_TIMEOUT_MILLISECONDS; await sleep(20)) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null) break;
    }
    throw new Error(`It did not print ${pattern} but:\n${output}`);
  };
  const ended = async () => {
    await closed;
    return child.exitCode;
  };
  return { child, output: () => output, errorOutput: () => errorOutput, printed, ended };
};

export const NPM_START = ["npm", "start"];
/** The same command without npm, for tests of the start itself. */
export const START = [process.execPath, "--import", "tsx", "bin/local.ts"];

/** What a start is given to make the demo firm with its three months of leads, which most tests do without. */
export const WHOLE_DEMO = { INTAKE_DEMO: "whole" };

/** Starts the service of a data folder, and waits until it serves the demo firm. */
export const startDemo = async (directory: string, environment: NodeJS.ProcessEnv = {}) => {
  await linkAssembly(directory);
  const service = spawnService(START, directory, environment);
  await service.printed(/^curl /m);
  return service;
};

const SHARED = join(tmpdir(), "shared-service");
const SHARED_LOG = join(SHARED, "service.log");

/**
 * Starts the service that the tests of a run share, for the first of them. Tests that change settings, or count records,
 * do it in a firm of their own. The service outlives the worker that starts it.
 * @returns its data folder
 */
export const shareDemo = async (): Promise<string> => {
  await onceInRun("shared-service", startShared);
  return SHARED;
};

const startShared = async () => {
  mkdirSync(SHARED, { recursive: true });
  await linkAssembly(SHARED);
  const log = openSync(SHARED_LOG, "w");
  const options = { cwd: ROOT, stdio: ["ignore", log, log] as StdioOptions };
  const child = spawnIn(SHARED, START, { ...options, environment: { LOG_FORMAT: "json" } });
  child.unref();
  while (!/^curl /m.test(sharedLog())) {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${sharedLog()}`);
    await sleep(50);
  }
};

/** Returns everything that the shared service has printed so far. */
export const sharedLog = () => readFileSync(SHARED_LOG, "utf8");

/** Kills the shared service at the end of a run. */
export const killShared = () => {
  if (existsSync(join(SHARED, "service.json")))
    kill(-Number(readJson(SHARED, "service.json").pid), "SIGKILL");
};

/** Kills the process groups that a test left running. */
export const killSpawned = () => {
  for (const { pid } of spawned.splice(0)) if (pid) kill(-pid, "SIGKILL");
};

/** @param pid negative for a process group; @returns whether it existed */
export const kill = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

/** Processes with this folder as an argument: DynamoDB Local and its supervisor. */
export const databaseProcesses = (directory: string) =>
  execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(join(directory, "dynamodb")))
    .map((line) => Number.parseInt(line, 10));

export const readJson = (directory: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(directory, file), "utf8"));

/** Calls the service of a data folder with its demo firm's key. */
export const callDemo = async (directory: string, method: string, path: string, body?: object) => {
  const { base_url, api_key } = readJson(directory, "demo.json");
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: Object(text && JSON.parse(text)) };
};
