import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { linkAssembly } from "../support/local-assembly.ts";

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

/** Starts a command of this project, or of a copy, in its own process group, with a data folder and any free port. */
export const spawnService = (
  command: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = {},
  checkout = ROOT,
): SpawnedService => {
  const [file = "", ...args] = command;
  const { AWS_ENDPOINT_URL_DYNAMODB: _suiteDatabase, ...inherited } = process.env;
  const child = spawn(file, args, {
    cwd: checkout,
    detached: true,
    env: { ...inherited, PORT: "0", INTAKE_LOCAL_DIR: directory, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  spawned.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  let errorOutput = "";
  child.stderr.on("data", (chunk) => {
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

/** Starts the service of a data folder, and waits until it serves the demo firm. */
export const startDemo = async (directory: string, environment: NodeJS.ProcessEnv = {}) => {
  await linkAssembly(directory);
  const service = spawnService(START, directory, environment);
  await service.printed(/^curl /m);
  return service;
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
  return { status: response.status, body: Object(await response.json()) };
};
