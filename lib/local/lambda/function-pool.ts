import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { isBundled } from "../../bundling/reserved-bundles.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { REGION } from "../template/resource-names.ts";
import { FunctionError, FunctionWorker, StoppingError } from "./function-worker.ts";
import { traceHeader } from "./lineage.ts";

const DEFAULT_INSTANCES = 4;
/** One machine runs no more threads than this, even if more messages may be handled at the same time. */
const MAX_INSTANCES = 32;

/** Returns the maximum of concurrent instances of a function. They start on demand. */
export const maxInstancesOf = ({ messagesAtOnce = DEFAULT_INSTANCES }: DeclaredFunction) =>
  Math.min(messagesAtOnce, MAX_INSTANCES);

type FunctionPoolOptions = {
  readonly awsEndpoint: string;
  readonly log: (line: string) => void;
  /** Bundles the function of a folder from the sources at that time. */
  readonly bundle: (folder: string) => Promise<void>;
};

/** A function that cannot be bundled. The message has the faults of its sources. */
export class BundleError extends Error {}

/** A function with its warm instances. Invocations beyond the maximum wait. */
export class FunctionPool {
  readonly #declared: DeclaredFunction;
  readonly #options: FunctionPoolOptions;
  readonly #workers = new Set<FunctionWorker>();
  readonly #idle: FunctionWorker[] = [];
  readonly #waiting: ((worker: FunctionWorker | undefined) => void)[] = [];
  /** True until the function is bundled, and again once the sources have changed. */
  #isOutdated: boolean;
  #bundled: Promise<void> | undefined;
  #stopped = false;

  constructor(declared: DeclaredFunction, options: FunctionPoolOptions) {
    this.#declared = declared;
    this.#options = options;
    this.#isOutdated = !isBundled(dirname(declared.module));
  }

  /**
   * @param payload the event as JSON
   * @param lineage the invocation's lineage; the default starts a new one
   * @throws FunctionError, after logging it
   * @throws BundleError; the next invocation tries again
   */
  async invoke(payload: string, lineage = 0): Promise<unknown> {
    await this.#refresh();
    const worker = this.#stopped ? undefined : await this.#acquire();
    if (!worker) throw new StoppingError();
    try {
      return JSON.parse(
        await worker.invoke({ requestId: randomUUID(), payload, traceHeader: traceHeader(lineage) }),
      );
    } catch (error) {
      if (this.#stopped) throw new StoppingError();
      if (error instanceof FunctionError)
        this.#log(`failed: ${error.message.replaceAll(/\s*\n\s*/g, " | ")}`);
      throw error;
    } finally {
      this.#release(worker);
    }
  }

  /** Makes the next invocation bundle and run the sources at that time. */
  outdate() {
    this.#isOutdated = true;
  }

  /** Terminates the instances. Running and waiting invocations fail. Waits for bundling, which writes to its folder. */
  async stop() {
    this.#stopped = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    await Promise.allSettled([this.#bundled, ...[...this.#workers].map((worker) => worker.terminate())]);
  }

  async #refresh() {
    if (this.#isOutdated && !this.#stopped) {
      this.#isOutdated = false;
      this.#bundled = this.#bundle();
    }
    await this.#bundled;
  }

  async #bundle() {
    try {
      await this.#options.bundle(dirname(this.#declared.module));
    } catch (error) {
      this.#isOutdated = true;
      throw new BundleError(error instanceof Error ? error.message : String(error));
    }
    for (const worker of this.#workers) worker.isAlive = false;
  }

  #acquire(): FunctionWorker | Promise<FunctionWorker | undefined> {
    const warm = this.#nextIdle();
    if (warm) return warm;
    if (this.#workers.size < maxInstancesOf(this.#declared)) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns an idle instance that has not exited meanwhile. */
  #nextIdle() {
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
      this.#remove(worker);
    }
    return undefined;
  }

  #start() {
    const environment = lambdaEnvironment(this.#declared, this.#options.awsEndpoint);
    const worker = new FunctionWorker(this.#declared, environment, (line) => this.#log(line));
    this.#workers.add(worker);
    return worker;
  }

  #release(worker: FunctionWorker) {
    if (!worker.isAlive) this.#remove(worker);
    const next = this.#waiting.shift();
    if (next) next(worker.isAlive ? worker : this.#start());
    else if (worker.isAlive) this.#idle.push(worker);
  }

  #remove(worker: FunctionWorker) {
    this.#workers.delete(worker);
    void worker.terminate();
  }

  #log(line: string) {
    this.#options.log(`${this.#declared.label}  ${line}`);
  }
}

/** Returns the declared variables and those that Lambda sets. Nothing is inherited from this process. */
const lambdaEnvironment = (declared: DeclaredFunction, awsEndpoint: string) => ({
  AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
  AWS_REGION: REGION,
  // identifies the caller at the AWS endpoint; DynamoDB Local accepts only letters and digits
  AWS_ACCESS_KEY_ID: declared.name,
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_LAMBDA_FUNCTION_NAME: declared.name,
  LAMBDA_TASK_ROOT: dirname(declared.module),
  ...declared.environment,
  AWS_ENDPOINT_URL: awsEndpoint,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
});
