import { basename, dirname } from "node:path";
import type { FunctionPool } from "./function-pool.ts";

type Bundled = Promise<void>;

/**
 * Bundles functions again after their sources have changed: each in its place, at its next invocation, since all at once
 * would take seconds.
 */
export class FunctionBundles {
  /** The functions that were invoked since the sources have changed; none if they never have. */
  #upToDate: Map<FunctionPool, Bundled> | undefined;

  markOutdated() {
    this.#upToDate = new Map();
  }

  /** @throws Error if the function cannot be bundled, until the sources change again */
  refresh(pool: FunctionPool): Bundled | undefined {
    const found = this.#upToDate?.get(pool);
    if (found || !this.#upToDate) return found;
    const bundled = bundleAgain(pool);
    this.#upToDate.set(pool, bundled);
    return bundled;
  }
}

const bundleAgain = async (pool: FunctionPool) => {
  // loaded only here: it takes a good part of a start's time
  const { bundleFunctions } = await import("../../bundle-functions.ts");
  const directory = dirname(pool.module);
  bundleFunctions({
    directory: dirname(directory),
    isSelected: (name) => name === basename(directory),
    linksSourceMaps: true,
  });
  pool.replaceInstances();
};
