import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { exists } from "./process-end.ts";
import { hasCode, StartError } from "./start-error.ts";

const PING_MILLISECONDS = 2_000;

const claimFile = z.object({ aws_endpoint: z.string(), pid: z.number() });

type Claim = z.output<typeof claimFile>;

/** Once the service is up. */
type Details = { readonly table_name: string; readonly base_url: string };

/**
 * `<directory>/service.json`: says that this process uses the folder and where it can be reached. Whether its
 * writer still lives is asked at that address, for a process id may belong to somebody else by now.
 */
export class ServiceClaim {
  readonly #file: string;
  readonly #claim: Claim;

  private constructor(file: string, claim: Claim) {
    this.#file = file;
    this.#claim = claim;
    process.once("exit", this.release);
  }

  /** @throws StartError if the folder cannot be written or another service uses it */
  static async on(directory: string, awsEndpoint: string) {
    const file = join(directory, "service.json");
    const claim = { aws_endpoint: awsEndpoint, pid: process.pid };
    explained(() => mkdirSync(directory, { recursive: true }));
    while (!tryToCreate(file, claim)) {
      const other = readClaim(file);
      if (other && (await isAlive(other))) {
        throw new StartError(`A service (process ${other.pid}) already runs on ${directory}: stop it first.`);
      }
      rmSync(file, { force: true });
    }
    return new ServiceClaim(file, claim);
  }

  /** @throws StartError if two services that started at the same moment both found the folder free */
  confirm() {
    if (this.#isOurs()) return;
    throw new StartError(`Another service started on the same data folder: see ${this.#file}.`);
  }

  /** Tells the operator's command what it needs to know. */
  publish(details: Details) {
    writeFileSync(`${this.#file}.new`, JSON.stringify({ ...this.#claim, ...details }, undefined, 2));
    renameSync(`${this.#file}.new`, this.#file);
  }

  readonly release = () => {
    process.off("exit", this.release);
    if (this.#isOurs()) rmSync(this.#file, { force: true });
  };

  #isOurs() {
    return readClaim(this.#file)?.aws_endpoint === this.#claim.aws_endpoint;
  }
}

/** @returns false if the file is there already */
const tryToCreate = (file: string, claim: Claim) =>
  explained(() => {
    try {
      writeFileSync(file, JSON.stringify(claim), { flag: "wx" });
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    }
  });

const explained = <Result>(write: () => Result) => {
  try {
    return write();
  } catch (error) {
    throw new StartError(
      `The data folder cannot be written: ${error instanceof Error ? error.message : error}`,
    );
  }
};

const readClaim = (file: string): Claim | undefined => {
  try {
    return claimFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
};

const isAlive = async ({ aws_endpoint, pid }: Claim) => {
  try {
    const response = await fetch(aws_endpoint, { signal: AbortSignal.timeout(PING_MILLISECONDS) });
    return claimFile.pick({ pid: true }).parse(await response.json()).pid === pid;
  } catch (error) {
    // busy synthesizing, it may not answer yet
    const isSilent = error instanceof Error && error.name === "TimeoutError";
    return isSilent && exists(pid);
  }
};
