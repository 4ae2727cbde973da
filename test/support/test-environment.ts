import { AsyncLocalStorage } from "node:async_hooks";
import { format } from "node:util";
import type { Circus } from "@jest/types";
import NodeEnvironment from "jest-environment-node";

const HOOK_TIMEOUT_MILLISECONDS = 600_000;
const LEVELS = ["debug", "log", "info", "warn", "error"] as const;

type EnvironmentOptions = ConstructorParameters<typeof NodeEnvironment>;

/** Patterns that no log line and no metric may contain, in any test. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  "an ingestion key in an address": /\bkey(=|%3d|['"]?: ?['"])its(_|%5f)[0-9a-z]/i,
  "a key": /\bit[cks]_[0-9A-Za-z]{20}/,
  "a signing secret": /\bwhsec_[0-9A-Za-z+/]{20}/,
  "an email address": /[\w.+-]{1,64}@[\w-]{1,63}\.(com|org|net|invalid)\b/i,
};

/** Storages that have run since the last file. Node 20 visits each for every promise, until it is disabled. */
const storages = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (
  this: AsyncLocalStorage<unknown>,
  ...call: Parameters<typeof run>
) {
  storages.add(this);
  return run.apply(this, call);
} as typeof run;

/** Hides console output of passing tests; a failing test prints it with its error. */
class TestEnvironment extends NodeEnvironment {
  #lines: string[] = [];
  readonly #variables: NodeJS.ProcessEnv;
  readonly #exit: typeof process.exit;

  constructor(...options: EnvironmentOptions) {
    super(...options);
    const { env, exit } = this.global.process;
    this.#variables = { ...env };
    this.#exit = exit;
    acceptOuterRealmErrors(this.global.Error);
  }

  override async setup() {
    // Jest adds its handlers for each file, and a file may set a time limit, and how often its tests are tried.
    for (const name of ["EVENT_HANDLERS", "TEST_TIMEOUT_SYMBOL", "RETRY_TIMES"])
      Reflect.deleteProperty(this.global, Symbol.for(name));
    for (const level of LEVELS) {
      this.global.console[level] = (...parts: unknown[]) => {
        this.#lines.push(format(...parts));
      };
    }
    // Metrics are written to it.
    const write = (text: string) => this.#lines.push(text.trimEnd()) > 0;
    const stdout = Object.create(process.stdout, { write: { value: write, writable: true } });
    Object.defineProperty(this.global.process, "stdout", { value: stdout });
  }

  override async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    this.#lines = [];
    this.fakeTimersModern?.useRealTimers();
    const { process } = this.global;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  handleTestEvent = (event: Circus.AsyncEvent | Circus.SyncEvent, state: Circus.State) => {
    if (event.name === "add_hook") extendHookTimeout(state);
    if (event.name === "test_done") this.#finish(event.test);
  };

  #finish(test: Circus.TestEntry) {
    for (const [what, pattern] of Object.entries(FORBIDDEN)) {
      if (this.#lines.some((line) => pattern.test(line)))
        test.errors.push(new Error(`The console shows ${what}.`));
    }
    insertConsoleLines(test, this.#lines);
    if (!test.concurrent) this.#lines = [];
  }
}

/** Makes `instanceof Error` true for errors of Node's own modules, which live outside the test's realm. */
const acceptOuterRealmErrors = (realmError: ErrorConstructor) => {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(realmError, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      return isInstance.call(this, value) || (this === realmError && isInstance.call(Error, value));
    },
  });
};

const extendHookTimeout = ({ currentDescribeBlock }: Circus.State) => {
  const hook = currentDescribeBlock.hooks.at(-1);
  if (hook) hook.timeout ??= HOOK_TIMEOUT_MILLISECONDS;
};

/** Inserts the console output between the error message and its stack. */
const insertConsoleLines = ({ errors }: Circus.TestEntry, lines: readonly string[]) => {
  const [error] = errors.flat();
  if (lines.length === 0 || typeof error?.stack !== "string") return;
  const written = lines.join("\n").replaceAll(/^/gm, "  | ");
  const stackAt = error.stack.search(/\n +at /);
  const [message, stack] =
    stackAt < 0 ? [error.stack, ""] : [error.stack.slice(0, stackAt), error.stack.slice(stackAt)];
  error.stack = `${message}\n\nConsole output:\n${written}\n${stack}`;
};

let environment: TestEnvironment | undefined;

/** Returns the one environment of a worker, whose globals the kept modules use. */
export default function environmentOfWorker(...options: EnvironmentOptions) {
  environment ??= new TestEnvironment(...options);
  return environment;
}
