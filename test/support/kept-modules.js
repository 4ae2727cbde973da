import { join } from "node:path";
import Runtime from "jest-runtime";

/** Folders whose modules hold a test file's table, caches or hooks. */
const OF_ONE_FILE = ["bin", "functions", "test"];

const MOCKED_CLIENTS = "test/support/mock-client.ts";

/**
 * The modules of a worker by file, and Jest's own.
 * @type {Map<string, { exports: any }>}
 */
const modules = new Map();
const jestModules = new Map();
const sourceMaps = new Map();

/**
 * @typedef {{
 *   registries: { moduleRegistry: Map<string, unknown>, internalModuleRegistry: Map<string, unknown> },
 *   transformCache: { sourceMaps: Map<string, string> },
 * }} Internals
 * @type {(runtime: Runtime) => Internals}
 */
const internalsOf = (runtime) => /** @type {any} */ (runtime);

/**
 * Keeps modules for the next test files of a worker, so that they are loaded and compiled once. A test that calls
 * `jest.resetModules` gets new ones.
 */
export default class KeptModules extends Runtime {
  #rootDir;

  /** @param {ConstructorParameters<typeof Runtime>} options */
  constructor(...options) {
    super(...options);
    const [{ rootDir }] = options;
    this.#rootDir = rootDir;
    const { registries, transformCache } = internalsOf(this);
    registries.moduleRegistry = modules;
    registries.internalModuleRegistry = jestModules;
    transformCache.sourceMaps = sourceMaps;
  }

  /** @override */
  resetModules() {
    internalsOf(this).registries.moduleRegistry = new Map();
    super.resetModules();
  }

  /**
   * Leaves this runtime usable, since modules that it has loaded may load others later.
   * @override
   */
  teardown() {
    // A spy may cover a mocked client.
    this.restoreAllMocks();
    modules.get(join(this.#rootDir, MOCKED_CLIENTS))?.exports.restoreClients();
    const folders = OF_ONE_FILE.map((folder) => join(this.#rootDir, folder, "/"));
    for (const file of modules.keys())
      if (folders.some((folder) => file.startsWith(folder))) modules.delete(file);
    // Holds the tests of the file.
    for (const file of jestModules.keys()) if (file.includes("/jest-circus/")) jestModules.delete(file);
    internalsOf(this).registries.moduleRegistry = modules;
    this.enterTestCode();
  }
}
