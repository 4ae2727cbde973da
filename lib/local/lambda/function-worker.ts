import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { compileScript } from "../host/compile-script.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";

export type RuntimeOptions = {
  readonly file: string;
  readonly handlerName: string;
  readonly functionName: string;
};

export type InvocationRequest = {
  readonly requestId: string;
  /** The event as JSON. */
  readonly payload: string;
  readonly traceHeader: string;
  readonly deadlineEpochMilliseconds: number;
};

export type InvocationOutcome = { readonly result: string } | { readonly failure: string };

/** A function's output: one line, or several. */
export type FunctionOutput = { readonly output: string };

/** An invocation that failed or timed out. */
export class FunctionError extends Error {}

/** An invocation that the end of the service prevents or interrupts. */
export class StoppingError extends FunctionError {
  override message = "The service is stopping";
}

let runtimeScript: string | undefined;

/** One instance of a function: a thread that handles one invocation at a time. */
export class FunctionWorker {
  readonly #thread: Worker;
  readonly #timeoutSeconds: number;
  /** Resolves the current invocation. */
  #resolve: ((outcome: InvocationOutcome | FunctionError) => void) | undefined;
  /** False once the thread has exited, was terminated or has old code. It then accepts no further invocations. */
  isAlive = true;

  constructor(
    { module, handler, name, timeoutSeconds }: DeclaredFunction,
    environment: Readonly<Record<string, string>>,
    log: (line: string) => void,
  ) {
    this.#timeoutSeconds = timeoutSeconds;
    runtimeScript ??= compileScript(join(import.meta.dirname, "function-runtime.ts"));
    this.#thread = new Worker(runtimeScript, {
      eval: true,
      env: environment,
      // omits this process's TypeScript loader, which a bundle does not need
      execArgv: ["--enable-source-maps"],
      stderr: true,
      workerData: {
        file: `${module}.cjs`,
        handlerName: handler,
        functionName: name,
      } satisfies RuntimeOptions,
    });
    createInterface({ input: this.#thread.stderr }).on("line", log);
    this.#thread.on("message", (message: InvocationOutcome | FunctionOutput) => {
      if ("output" in message) for (const line of message.output.trimEnd().split("\n")) log(line);
      else this.#resolve?.(message);
    });
    this.#thread.on("error", (error) => this.#fail(`crashed: ${error.stack ?? error}`));
    this.#thread.on("exit", (code) => this.#fail(`exited with code ${code}`));
  }

  /** @throws FunctionError if the handler throws, the thread exits or the timeout expires */
  async invoke(invocation: Omit<InvocationRequest, "deadlineEpochMilliseconds">): Promise<string> {
    const milliseconds = this.#timeoutSeconds * 1_000;
    const timer = setTimeout(() => this.#timeOut(), milliseconds);
    const outcome = await new Promise<InvocationOutcome | FunctionError>((resolve) => {
      this.#resolve = resolve;
      const deadlineEpochMilliseconds = Date.now() + milliseconds;
      this.#thread.postMessage({ ...invocation, deadlineEpochMilliseconds } satisfies InvocationRequest);
    });
    clearTimeout(timer);
    this.#resolve = undefined;
    if (outcome instanceof FunctionError) throw outcome;
    if ("failure" in outcome) throw new FunctionError(outcome.failure);
    return outcome.result;
  }

  async terminate() {
    this.isAlive = false;
    await this.#thread.terminate();
  }

  #timeOut() {
    const message = `Task timed out after ${this.#timeoutSeconds.toFixed(2)} seconds`;
    this.#resolve?.(new FunctionError(message));
    void this.terminate();
  }

  #fail(message: string) {
    this.isAlive = false;
    this.#resolve?.(new FunctionError(message));
  }
}
