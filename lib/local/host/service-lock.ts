import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { listHostedResources } from "../template/resource-names.ts";
import { processExists } from "./shutdown.ts";
import { hasErrorCode, StartError } from "./start-error.ts";
import { readStateFile, writeStateFile } from "./state-file.ts";

const PING_MILLISECONDS = 2_000;

const lockContents = z.object({ aws_endpoint: z.string(), pid: z.number() });

type Owner = z.output<typeof lockContents>;

/** Published once the service is ready. */
type Addresses = {
  readonly base_url: string;
  readonly resources: ReturnType<typeof listHostedResources>;
};

/**
 * `<directory>/service.json`: locks the folder for this process and says where to reach it. Another start checks at
 * that address whether the owner still runs, because its process id may have been reused.
 */
export class ServiceLock {
  readonly #file: string;
  readonly #owner: Owner;

  private constructor(file: string, owner: Owner) {
    this.#file = file;
    this.#owner = owner;
    process.once("exit", this.release);
  }

  /** @throws StartError if the folder cannot be written or another service uses it */
  static async acquire(directory: string, awsEndpoint: string) {
    const file = join(directory, "service.json");
    const owner = { aws_endpoint: awsEndpoint, pid: process.pid };
    explainWriteErrors(() => mkdirSync(directory, { recursive: true }));
    while (!tryCreate(file, owner)) {
      const other = readStateFile(file, lockContents);
      if (other && (await isRunning(other))) {
        throw new StartError(`A service (process ${other.pid}) already runs on ${directory}: stop it first.`);
      }
      rmSync(file, { force: true });
    }
    return new ServiceLock(file, owner);
  }

  /** @throws StartError if this service lost the lock to another one that started at the same moment */
  confirm() {
    if (this.#isOwner()) return;
    throw new StartError(`Another service started on the same data folder: see ${this.#file}.`);
  }

  /** Adds what the operator's commands need. */
  publish(addresses: Addresses) {
    writeStateFile(this.#file, JSON.stringify({ ...this.#owner, ...addresses }, undefined, 2));
  }

  readonly release = () => {
    process.off("exit", this.release);
    if (this.#isOwner()) rmSync(this.#file, { force: true });
  };

  #isOwner() {
    return readStateFile(this.#file, lockContents)?.aws_endpoint === this.#owner.aws_endpoint;
  }
}

/** @returns false if the file exists */
const tryCreate = (file: string, owner: Owner) =>
  explainWriteErrors(() => {
    try {
      writeFileSync(file, JSON.stringify(owner), { flag: "wx" });
      return true;
    } catch (error) {
      if (hasErrorCode(error, "EEXIST")) return false;
      throw error;
    }
  });

const explainWriteErrors = <Result>(write: () => Result) => {
  try {
    return write();
  } catch (error) {
    throw new StartError(
      `The data folder cannot be written: ${error instanceof Error ? error.message : error}`,
    );
  }
};

const isRunning = async ({ aws_endpoint, pid }: Owner) => {
  try {
    const response = await fetch(aws_endpoint, { signal: AbortSignal.timeout(PING_MILLISECONDS) });
    return lockContents.pick({ pid: true }).parse(await response.json()).pid === pid;
  } catch (error) {
    // a busy start may not respond in time
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return isTimeout && processExists(pid);
  }
};
