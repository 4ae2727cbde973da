import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { compileScript } from "../host/compile-script.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";

export type RuntimeSetting = {
  readonly file: string;
  readonly handlerName: string;
  readonly functionName: string;
  readonly memoryMegabytes: number;
};

export type InvocationRequest = {
  readonly requestId: string;
  readonly event: string;
  readonly deadlineEpochMilliseconds: number;
};

type Failure = { readonly type: string; readonly message: string; readonly stack: string };

export type InvocationAnswer = { readonly result: string } | { readonly failure: Failure };

/** An invocation without result. */
export class FunctionError extends Error {
  readonly kind: "failed" | "timed out";

  constructor(kind: "failed" | "timed out", message: string) {
    super(message);
    this.kind = kind;
  }
}

let runtime: string | undefined;

/** One instance of a function: a thread that takes one invocation at a time. */
export class FunctionWorker {
  readonly #thread: Worker;
  readonly #timeoutSeconds: number;
  /** Settles the invocation in hand. */
  #settle: ((answer: InvocationAnswer | FunctionError) => void) | undefined;
  /** False once the thread has ended or been ended; such a worker takes no more invocations. */
  isAlive = true;

  constructor(
    declared: DeclaredFunction,
    environment: Readonly<Record<string, string>>,
    log: (line: string) => void,
  ) {
    this.#timeoutSeconds = declared.timeoutSeconds;
    runtime ??= compileScript(join(import.meta.dirname, "function-runtime.ts"));
    this.#thread = new Worker(runtime, {
      eval: true,
      env: environment,
      // none of the loader's: a bundle needs no TypeScript
      execArgv: ["--enable-source-maps"],
      stdout: true,
      stderr: true,
      workerData: runtimeSetting(declared),
    });
    forEachLine(this.#thread.stdout, log);
    forEachLine(this.#thread.stderr, log);
    this.#thread.on("message", (answer: InvocationAnswer) => this.#settle?.(answer));
    this.#thread.on("error", (error) => this.#end(`crashed: ${error.stack ?? error}`));
    this.#thread.on("exit", (code) => this.#end(`exited with code ${code}`));
  }

  /** @throws FunctionError if the handler throws, the thread ends or the declared time is over */
  async invoke(requestId: string, event: string): Promise<string> {
    const milliseconds = this.#timeoutSeconds * 1_000;
    const timer = setTimeout(() => this.#timeOut(), milliseconds);
    const answer = await new Promise<InvocationAnswer | FunctionError>((resolve) => {
      this.#settle = resolve;
      const deadlineEpochMilliseconds = Date.now() + milliseconds;
      this.#thread.postMessage({ requestId, event, deadlineEpochMilliseconds } satisfies InvocationRequest);
    });
    clearTimeout(timer);
    this.#settle = undefined;
    if (answer instanceof FunctionError) throw answer;
    if ("failure" in answer) throw new FunctionError("failed", answer.failure.stack);
    return answer.result;
  }

  async terminate() {
    this.isAlive = false;
    await this.#thread.terminate();
  }

  #timeOut() {
    const message = `Task timed out after ${this.#timeoutSeconds.toFixed(2)} seconds`;
    this.#settle?.(new FunctionError("timed out", message));
    void this.terminate();
  }

  #end(message: string) {
    this.isAlive = false;
    this.#settle?.(new FunctionError("failed", message));
  }
}

const ENDINGS = [".cjs", ".js"];

const runtimeSetting = ({ module, handler, name, memoryMegabytes }: DeclaredFunction): RuntimeSetting => {
  const ending = ENDINGS.find((candidate) => existsSync(module + candidate)) ?? ".cjs";
  return { file: module + ending, handlerName: handler, functionName: name, memoryMegabytes };
};

const forEachLine = (stream: Readable, log: (line: string) => void) =>
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", log);
