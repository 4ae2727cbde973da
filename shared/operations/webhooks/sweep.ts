import { describeCause } from "../../runtime/describe-cause.ts";
import { log } from "../../runtime/log.ts";
import type { QueueDependencies } from "./claim-and-queue.ts";

/** One run of the sweep. What cannot be looked after must not hold up the rest, so faults are collected. */
export type Sweep = QueueDependencies & { readonly faults: unknown[]; readonly isOver: () => boolean };

/** Below the function's timeout: what is left is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

export const newSweep = (dependencies: QueueDependencies): Sweep => {
  const deadline = dependencies.now() + SWEEP_MILLISECONDS;
  return { ...dependencies, faults: [], isOver: () => dependencies.now() >= deadline };
};

export const addFault = ({ faults }: Sweep, error: unknown) => {
  faults.push(error);
  log("error", "sweep_failed", { cause: describeCause(error, []) });
  return 0;
};
