import type { DeclaredFunction } from "../template/declared-stack.ts";

const DEFAULT_MAX_WORKERS = 4;
/** More threads than this do not fit one machine, whatever the function reserves. */
const MAX_RESERVED_WORKERS = 32;

/** Concurrent instances of each function, which start on demand. */
export type MaxWorkersOf = (declared: DeclaredFunction) => number;

/** @param override applies to every function */
export const maxWorkersOf =
  (override: number | undefined): MaxWorkersOf =>
  ({ reservedConcurrency }) =>
    override ??
    (reservedConcurrency === undefined
      ? DEFAULT_MAX_WORKERS
      : Math.min(reservedConcurrency, MAX_RESERVED_WORKERS));
