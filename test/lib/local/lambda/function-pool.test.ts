import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { FunctionPool } from "../../../../lib/local/lambda/function-pool.ts";
import type { DeclaredFunction } from "../../../../lib/local/template/declared-stack.ts";
import { eventually } from "../../../support/eventually.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-functions-"));
const started: FunctionPool[] = [];
const lines: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((pool) => pool.stop()));
  lines.length = 0;
});
afterAll(() => rmSync(directory, { recursive: true }));

type Setting = { readonly timeoutSeconds?: number; readonly maxWorkers?: number };

/** A function of this source. */
const poolOf = (source: string, { timeoutSeconds = 5, maxWorkers = 4 }: Setting = {}) => {
  const module = join(directory, `f${Math.random()}`);
  writeFileSync(`${module}.cjs`, source);
  const declared: DeclaredFunction = {
    name: "Some12345678",
    arn: "arn:aws:lambda:local:000000000000:function:Some12345678",
    label: "Some",
    module,
    handler: "handler",
    timeoutSeconds,
    memoryMegabytes: 512,
    environment: { TABLE_NAME: "intake" },
    statements: [],
  };
  const pool = new FunctionPool(declared, {
    awsEndpoint: "http://127.0.0.1:1",
    maxWorkers,
    log: (line) => lines.push(line),
  });
  started.push(pool);
  return pool;
};

const INSTANCE = "const { threadId } = require('node:worker_threads');";

describe("FunctionPool", () => {
  it("hands over the event and returns the result, both as JSON", async () => {
    const pool = poolOf(
      "exports.handler = async (event) => ({ ...event, nothing: undefined, at: new Date(0) })",
    );
    expect(await pool.invoke({ a: [1] })).toEqual({ a: [1], at: "1970-01-01T00:00:00.000Z" });
  });

  it("returns null for a function that returns nothing", async () => {
    expect(await poolOf("exports.handler = async () => {}").invoke({})).toBeNull();
  });

  it("gives the function the declared environment, Lambda's own and nothing else", async () => {
    process.env.INTAKE_TEST_LEAK = "leak";
    const environment = await poolOf("exports.handler = async () => process.env").invoke({});
    expect(environment).toMatchObject({
      TABLE_NAME: "intake",
      AWS_ENDPOINT_URL: "http://127.0.0.1:1",
      AWS_ACCESS_KEY_ID: "Some12345678",
      AWS_LAMBDA_FUNCTION_NAME: "Some12345678",
    });
    expect(environment).not.toHaveProperty("INTAKE_TEST_LEAK");
    expect(environment).not.toHaveProperty("AWS_ENDPOINT_URL_DYNAMODB");
    delete process.env.INTAKE_TEST_LEAK;
  });

  it("gives a context that knows the function and the time left", async () => {
    const pool = poolOf(
      "exports.handler = async (_, c) => [c.functionName, c.awsRequestId.length, c.getRemainingTimeInMillis()]",
    );
    const [name, length, milliseconds] = Object.values(Object(await pool.invoke({})));
    expect([name, length]).toEqual(["Some12345678", 36]);
    expect(milliseconds).toBeGreaterThan(3_000);
    expect(milliseconds).toBeLessThanOrEqual(5_000);
  });

  it("keeps an instance warm, and its module state with it", async () => {
    const pool = poolOf("let count = 0; exports.handler = async () => ++count");
    expect([await pool.invoke({}), await pool.invoke({})]).toEqual([1, 2]);
  });

  it("runs up to the maximum at once, one invocation in each instance, and queues the others", async () => {
    const pool = poolOf(
      `${INSTANCE} let running = 0;
       exports.handler = async () => {
         running++;
         await new Promise((done) => setTimeout(done, 100));
         return [threadId, running--];
       }`,
      { maxWorkers: 2 },
    );
    const results = await Promise.all(Array.from({ length: 6 }, () => pool.invoke({})));
    const [threads, running] = [0, 1].map((index) => new Set(results.map((one) => Object(one)[index])));
    expect(threads?.size).toBe(2);
    expect([...(running ?? [])]).toEqual([1]);
  });

  it.each([
    ["throws", "exports.handler = async () => { throw new TypeError('told so') }", "TypeError: told so"],
    ["throws what is no error", "exports.handler = async () => { throw 'told so' }", "told so"],
    ["cannot be loaded", "throw new Error('told so')", "told so"],
    ["has no handler", "exports.other = 1", "exports no function handler"],
    ["exits", "exports.handler = async () => process.exit(3)", "exited with code 3"],
    [
      "rejects on the side",
      "exports.handler = async () => { Promise.reject(new Error('told so')); await new Promise((r) => setTimeout(r, 500)) }",
      "told so",
    ],
  ])("fails an invocation of a function that %s", async (_what, source, message) => {
    await expect(poolOf(source).invoke({})).rejects.toMatchObject({
      kind: "failed",
      message: expect.stringContaining(message),
    });
    expect(lines.join()).toContain("Some  failed: ");
  });

  it("starts afresh after a crash", async () => {
    const pool = poolOf(
      "let count = 0; exports.handler = async (event) => event.crash ? process.exit(1) : ++count",
      { maxWorkers: 1 },
    );
    expect(await pool.invoke({})).toBe(1);
    await expect(pool.invoke({ crash: true })).rejects.toThrow();
    expect(await pool.invoke({})).toBe(1);
  });

  it.each([
    ["waits", "await new Promise(() => setInterval(() => {}, 1000))"],
    ["never yields", "for (;;);"],
  ])("ends a function that %s past its declared time", async (_what, body) => {
    const pool = poolOf(`exports.handler = async (event) => { if (event.hang) { ${body} } return "ok" }`, {
      timeoutSeconds: 0.5,
      maxWorkers: 1,
    });
    const [timedOut, next] = await Promise.allSettled([pool.invoke({ hang: true }), pool.invoke({})]);
    expect(timedOut).toMatchObject({
      reason: { kind: "timed out", message: "Task timed out after 0.50 seconds" },
    });
    expect(next).toMatchObject({ value: "ok" });
  });

  it("logs what the function prints, a line for each record", async () => {
    const pool = poolOf(
      `exports.handler = async () => {
         console.log({ message: "m", n: 1 });
         console.error("two\\nlines", 3);
         process.stdout.write("raw\\n");
       }`,
    );
    await pool.invoke({});
    await eventually(() => lines).toEqual([
      'Some  {"message":"m","n":1}',
      "Some  two | lines 3",
      "Some  raw",
    ]);
  });

  it("refuses invocations once stopped, those that wait too", async () => {
    const pool = poolOf("exports.handler = () => new Promise(() => setInterval(() => {}, 1000))", {
      maxWorkers: 1,
    });
    const pending = Promise.allSettled([pool.invoke({}), pool.invoke({})]);
    await pool.stop();
    expect((await pending).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(pool.invoke({})).rejects.toThrow("stopping");
  });
});
