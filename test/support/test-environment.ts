import { format } from "node:util";
import type { Circus } from "@jest/types";
import NodeEnvironment from "jest-environment-node";

const HOOK_MILLISECONDS = 60_000;
const LEVELS = ["debug", "log", "info", "warn", "error"] as const;

/** Keeps what a test writes to the console to itself unless the test fails, which then shows it with the failure. */
class TestEnvironment extends NodeEnvironment {
  #lines: string[] = [];

  override async setup() {
    await super.setup();
    for (const level of LEVELS) {
      this.global.console[level] = (...parts: unknown[]) => {
        this.#lines.push(format(...parts));
      };
    }
    recognizeOuterErrors(this.global.Error);
  }

  handleTestEvent = (event: Circus.AsyncEvent | Circus.SyncEvent, state: Circus.State) => {
    if (event.name === "add_hook") allowForHooks(state);
    if (event.name === "test_done") this.#finish(event.test);
  };

  #finish(test: Circus.TestEntry) {
    showLines(test, this.#lines);
    if (!test.concurrent) this.#lines = [];
  }
}

/** Node's own errors come from outside of the realm that jest runs a test file in. */
const recognizeOuterErrors = (inner: ErrorConstructor) => {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(inner, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      return isInstance.call(this, value) || (this === inner && isInstance.call(Error, value));
    },
  });
};

const allowForHooks = ({ currentDescribeBlock }: Circus.State) => {
  const hook = currentDescribeBlock.hooks.at(-1);
  if (hook) hook.timeout ??= HOOK_MILLISECONDS;
};

/** Between the failure's message and its stack. */
const showLines = ({ errors }: Circus.TestEntry, lines: readonly string[]) => {
  const [error] = errors.flat();
  if (lines.length === 0 || typeof error?.stack !== "string") return;
  const written = lines.join("\n").replaceAll(/^/gm, "  | ");
  const stackAt = error.stack.search(/\n +at /);
  const [message, stack] =
    stackAt < 0 ? [error.stack, ""] : [error.stack.slice(0, stackAt), error.stack.slice(stackAt)];
  error.stack = `${message}\n\nThe console until then:\n${written}\n${stack}`;
};

export default TestEnvironment;
