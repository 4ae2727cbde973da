import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { REGION } from "../template/resource-names.ts";
import { FunctionError, FunctionWorker } from "./function-worker.ts";
import { traceHeaderOfInvocation } from "./trace-header.ts";

const DEFAULT_INSTANCES = 4;
/** More threads than this do not fit one machine, whatever the function reserves. */
const MAX_RESERVED_INSTANCES = 32;

/** Concurrent instances of a function, which start on demand. */
export const maxInstancesOf = ({ reservedConcurrency = DEFAULT_INSTANCES }: DeclaredFunction) =>
  Math.min(reservedConcurrency, MAX_RESERVED_INSTANCES);

type FunctionPoolOptions = {
  readonly awsEndpoint: string;
  readonly log: (line: string) => void;
};

/** A function with its warm instances; invocations beyond the maximum wait. */
export class FunctionPool {
  readonly #declared: DeclaredFunction;
  readonly #options: FunctionPoolOptions;
  readonly #workers = new Set<FunctionWorker>();
  readonly #idle: FunctionWorker[] = [];
  readonly #waiting: ((worker: FunctionWorker | undefined) => void)[] = [];
  #stopped = false;

  constructor(declared: DeclaredFunction, options: FunctionPoolOptions) {
    this.#declared = declared;
    this.#options = options;
  }

  /** The path of its bundle, without extension. */
  get module() {
    return this.#declared.module;
  }

  /**
   * @param payload the event as JSON
   * @param traceHeader continues a lineage; by default the invocation starts one
   * @throws FunctionError, after logging it
   */
  async invoke(
    payload: string,
    traceHeader = traceHeaderOfInvocation(this.#declared.name),
  ): Promise<unknown> {
    const worker = this.#stopped ? undefined : await this.#acquire();
    if (!worker) throw new FunctionError("failed", "The service is stopping");
    try {
      return JSON.parse(await worker.invoke({ requestId: randomUUID(), payload, traceHeader }));
    } catch (error) {
      if (error instanceof FunctionError && !this.#stopped)
        this.#log(`${error.kind}: ${error.message.replaceAll(/\s*\n\s*/g, " | ")}`);
      throw error;
    } finally {
      this.#release(worker);
    }
  }

  /** Lets later invocations start instances, with the code that is in the bundle then. */
  replaceInstances() {
    for (const worker of this.#workers) worker.isAlive = false;
    for (const worker of this.#idle.splice(0)) this.#remove(worker);
  }

  /** Terminates the instances: running and waiting invocations fail. */
  async stop() {
    this.#stopped = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #acquire(): FunctionWorker | Promise<FunctionWorker | undefined> {
    const warm = this.#nextIdle();
    if (warm) return warm;
    if (this.#workers.size < maxInstancesOf(this.#declared)) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Skips instances that exited while idle. */
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

/** The declared variables and those that Lambda sets; nothing is inherited from this process. */
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
