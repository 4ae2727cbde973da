import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { processExists } from "./shutdown.ts";
import { hasErrorCode, StartError } from "./start-error.ts";
import { readStateFile, writeStateFile } from "./state-file.ts";

const lockContents = z.object({ pid: z.number() });

/** A killed process exists until the system has removed it, which takes a while on a busy machine. */
const ENDING_MILLISECONDS = 5_000;

const REMOVAL_CHECK_MILLISECONDS = 250;

/**
 * Locks the folder for this process with `<directory>/service.json`, which later also holds the service's addresses.
 * @throws StartError if another service uses it, or if it cannot be written
 */
export const lockFolder = async (directory: string) => {
  const file = join(directory, "service.json");
  const pid = process.pid;
  const isOwner = () => readStateFile(file, lockContents)?.pid === pid;
  makeFolder(directory);
  while (!createLock(file, pid)) {
    const other = readStateFile(file, lockContents)?.pid;
    if (other !== undefined && other !== pid && !(await ends(other)))
      throw new StartError(
        `A service (process ${other}) already runs on ${directory}: stop it first. If that is another process, remove ${file}.`,
      );
    rmSync(file, { force: true });
  }
  let timer: NodeJS.Timeout | undefined;
  const whyRemoved = `The data folder ${directory} was removed while the service used it: start again for a new one.`;
  const removed = new Promise<string>((resolve) => {
    timer = setInterval(() => existsSync(file) || resolve(whyRemoved), REMOVAL_CHECK_MILLISECONDS);
    timer.unref();
  });
  const release = () => {
    clearInterval(timer);
    process.off("exit", release);
    if (isOwner()) rmSync(file, { force: true });
  };
  process.once("exit", release);
  return {
    release,
    /** Resolves with a sentence when somebody has removed the folder or its lock. */
    removed,
    /** Adds the addresses that the operator's commands need, unless the lock was removed: it would seem to be there. */
    publish: (addresses: object) => {
      if (isOwner()) writeStateFile(file, JSON.stringify({ pid, ...addresses }, undefined, 2));
    },
  };
};

/** @returns false if the process still exists after some seconds */
const ends = async (pid: number) => {
  const deadline = performance.now() + ENDING_MILLISECONDS;
  while (processExists(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(100);
  }
  return true;
};

/** @returns false if the file exists */
const createLock = (file: string, pid: number) => {
  try {
    writeFileSync(file, JSON.stringify({ pid }), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return false;
    throw unusable(file, error);
  }
};

const makeFolder = (directory: string) => {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw unusable(directory, error);
  }
};

const unusable = (path: string, error: unknown) =>
  new StartError(
    `${path} cannot be written: ${error instanceof Error ? error.message : error}. Choose another folder with INTAKE_LOCAL_DIR.`,
  );
