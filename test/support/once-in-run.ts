import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Makes what the tests of a run share, for the first test that needs it. Other workers wait until it is made. */
export const onceInRun = async (name: string, make: () => Promise<unknown>) => {
  const made = join(tmpdir(), `${name}.made`);
  const lock = `${made}.lock`;
  while (!takes(lock)) await sleep(50);
  try {
    if (existsSync(made)) return;
    await make();
    writeFileSync(made, "");
  } finally {
    rmdirSync(lock);
  }
};

/** @returns false if another worker holds the lock */
const takes = (lock: string) => {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
};
