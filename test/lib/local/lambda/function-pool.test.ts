import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { reserveBundles } from "../../../../lib/bundling/reserved-bundles.ts";
import { BundleError, FunctionPool, maxInstancesOf } from "../../../../lib/local/lambda/function-pool.ts";
import { StoppingError } from "../../../../lib/local/lambda/function-worker.ts";
import { eventually } from "../../../support/eventually.ts";
import { sampleFunction } from "../sample-resources.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-functions-"));
const started: FunctionPool[] = [];
const lines: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((pool) => pool.stop()));
  lines.length = 0;
  delete process.env.INTAKE_TEST_LEAK;
});
afterAll(() => rmSync(directory, { recursive: true }));

type PoolInput = {
  readonly timeoutSeconds?: number;
  readonly instances?: number;
  /** Set for a function that is not bundled yet. */
  readonly bundle?: (folder: string) => Promise<void>;
};

/** Creates the pool of a function with this source. */
const createPool = (source: string, { timeoutSeconds = 60, instances, bundle }: PoolInput = {}) => {
  const folder = mkdtempSync(join(directory, "f-"));
  const module = join(bundle ? reserveBundles(folder) : folder, bundle ? "get-me/index" : "index");
  writeFileSync(`${module}.cjs`, source);
  const declared = sampleFunction({
    name: "Some12345678",
    module,
    timeoutSeconds,
    messagesAtOnce: instances,
    environment: { TABLE_NAME: "intake" },
  });
  const pool = new FunctionPool(declared, {
    awsEndpoint: "http://127.0.0.1:1",
    log: (line) => lines.push(line),
    bundle: bundle ?? (() => Promise.reject(new Error("It is bundled."))),
  });
  started.push(pool);
  return pool;
};

const INSTANCE = "const { threadId } = require('node:worker_threads');";

describe("maxInstancesOf", () => {
  it.each([
    ["no queue", undefined, 4],
    ["a queue", 10, 10],
    ["less than the default", 1, 1],
    ["more than fits one machine", 100, 32],
  ])("returns the concurrent instances for %s", (_case, messagesAtOnce, expected) => {
    expect(maxInstancesOf(sampleFunction({ messagesAtOnce }))).toBe(expected);
  });
});

describe("FunctionPool", () => {
  it("sets the declared variables and Lambda's own, and no others", async () => {
    process.env.INTAKE_TEST_LEAK = "leak";
    const environment = await createPool("exports.handler = async () => process.env").invoke("{}");
    expect(environment).toMatchObject({
      TABLE_NAME: "intake",
      AWS_ENDPOINT_URL: "http://127.0.0.1:1",
      AWS_ACCESS_KEY_ID: "Some12345678",
      AWS_LAMBDA_FUNCTION_NAME: "Some12345678",
    });
    expect(environment).not.toHaveProperty("INTAKE_TEST_LEAK");
    expect(environment).not.toHaveProperty("AWS_ENDPOINT_URL_DYNAMODB");
  });

  it("gives the SDK the lineage of an invocation, or starts a lineage", async () => {
    const pool = createPool("exports.handler = async () => process.env._X_AMZN_TRACE_ID");
    expect(await pool.invoke("{}", 3)).toBe("Lineage=3");
    expect(await pool.invoke("{}")).toBe("Lineage=0");
  });

  it("passes a context with the function's name and the remaining time", async () => {
    const pool = createPool(
      "exports.handler = async (_, c) => [c.functionName, c.awsRequestId.length, c.getRemainingTimeInMillis()]",
    );
    const [name, length, milliseconds] = Object.values(Object(await pool.invoke("{}")));
    expect([name, length]).toEqual(["Some12345678", 36]);
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(60_000);
  });

  it("keeps an instance warm, with its module state", async () => {
    const pool = createPool("let count = 0; exports.handler = async () => ++count");
    expect([await pool.invoke("{}"), await pool.invoke("{}")]).toEqual([1, 2]);
  });

  it("runs up to the maximum of instances, one invocation in each, and queues the others", async () => {
    const pool = createPool(
      `${INSTANCE} let running = 0;
       exports.handler = async () => {
         running++;
         await new Promise((done) => setTimeout(done, 100));
         return [threadId, running--];
       }`,
      { instances: 2 },
    );
    const results = await Promise.all(Array.from({ length: 6 }, () => pool.invoke("{}")));
    const [threads, running] = [0, 1].map((index) => new Set(results.map((result) => Object(result)[index])));
    expect(threads?.size).toBe(2);
    expect([...(running ?? [])]).toEqual([1]);
  });

  it.each([
    [
      "throws",
      "exports.handler = async () => { throw new TypeError('on purpose') }",
      "TypeError: on purpose",
    ],
    [
      "throws a value that is not an Error",
      "exports.handler = async () => { throw 'on purpose' }",
      "on purpose",
    ],
    ["cannot be loaded", "throw new Error('on purpose')", "on purpose"],
    ["has no handler", "exports.other = 1", "exports no function handler"],
    ["exits", "exports.handler = async () => process.exit(3)", "exited with code 3"],
    [
      "leaves a rejection unhandled",
      "exports.handler = async () => { Promise.reject(new Error('on purpose')); await new Promise((r) => setTimeout(r, 500)) }",
      "on purpose",
    ],
  ])("fails an invocation of a function that %s", async (_case, source, message) => {
    await expect(createPool(source).invoke("{}")).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
    expect(lines.join()).toContain("Some  failed: ");
  });

  it("starts a new instance after a crash", async () => {
    const pool = createPool(
      "let count = 0; exports.handler = async (event) => event.crash ? process.exit(1) : ++count",
      { instances: 1 },
    );
    expect(await pool.invoke("{}")).toBe(1);
    await expect(pool.invoke('{"crash":true}')).rejects.toThrow();
    expect(await pool.invoke("{}")).toBe(1);
  });

  it.each([
    ["waits", "await new Promise(() => setInterval(() => {}, 1000))"],
    ["never yields", "for (;;);"],
  ])("terminates a function that %s past its timeout", async (_case, body) => {
    const pool = createPool(
      `exports.handler = async (event) => { if (event.hang) { ${body} } return "ok" }`,
      {
        timeoutSeconds: 4,
        instances: 1,
      },
    );
    const [timedOut, next] = await Promise.allSettled([pool.invoke('{"hang":true}'), pool.invoke("{}")]);
    expect(timedOut).toMatchObject({
      reason: { message: "Task timed out after 4.00 seconds" },
    });
    expect(next).toMatchObject({ value: "ok" });
  });

  it("logs the function's output, with a line for each record", async () => {
    const pool = createPool(
      `exports.handler = async () => {
         console.log({ message: "m", n: 1 });
         await new Promise((resolve) => process.stdout.write("raw\\nrows\\n", resolve));
         process.stdout.write(new TextEncoder().encode("bytes\\n"));
         console.error("two\\nlines", 3);
       }`,
    );
    await pool.invoke("{}");
    await eventually(() => lines).toEqual([
      'Some  {"message":"m","n":1}',
      "Some  raw",
      "Some  rows",
      "Some  bytes",
      "Some  two | lines 3",
    ]);
  });

  it("bundles a function once, at its first invocations, and again after a change and after a fault", async () => {
    let faults = 0;
    let bundled = 0;
    const pool = createPool("", {
      bundle: async (folder) => {
        await sleep(20);
        if (faults-- > 0) throw new Error("a.ts:1:2: ERROR: on purpose");
        writeFileSync(join(folder, "index.cjs"), `exports.handler = async () => ${++bundled}`);
      },
    });
    const invoke = () => pool.invoke("{}");
    expect(await Promise.all([invoke(), invoke(), invoke()])).toEqual([1, 1, 1]);
    expect(await invoke()).toBe(1);
    pool.outdate();
    faults = 1;
    const failed = { status: "rejected", reason: new BundleError("a.ts:1:2: ERROR: on purpose") };
    expect(await Promise.allSettled([invoke(), invoke()])).toEqual([failed, failed]);
    expect([await invoke(), await invoke()]).toEqual([2, 2]);
  });

  it("waits for bundling when it is stopped, and bundles no more", async () => {
    const done: string[] = [];
    const pool = createPool("exports.handler = async () => 1", {
      bundle: async (folder) => {
        await sleep(50);
        done.push(folder);
      },
    });
    const invocation = pool.invoke("{}").catch(String);
    await pool.stop();
    expect(done).toHaveLength(1);
    expect(await invocation).toContain("stopping");
    pool.outdate();
    await expect(pool.invoke("{}")).rejects.toThrow("stopping");
    expect(done).toHaveLength(1);
  });

  it("fails running, waiting and new invocations once stopped", async () => {
    const pool = createPool("exports.handler = () => new Promise(() => setInterval(() => {}, 1000))", {
      instances: 1,
    });
    const pending = Promise.allSettled([pool.invoke("{}"), pool.invoke("{}")]);
    await pool.stop();
    const stopping = { status: "rejected", reason: expect.any(StoppingError) };
    expect(await pending).toEqual([stopping, stopping]);
    await expect(pool.invoke("{}")).rejects.toThrow("stopping");
    expect(lines).toEqual([]);
  });
});
