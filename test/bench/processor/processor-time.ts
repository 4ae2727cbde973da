import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lambdaContext } from "../../support/http-call.ts";
import { median } from "../../support/median.ts";
import { bundleBareHandlers, bundleFile } from "../bare-handlers.ts";
import type { CapacityProxy, StoreCall } from "../capacity-proxy.ts";
import { freshInstance } from "../cost.ts";
import type { World } from "../world.ts";
import { bareSource } from "./bare-source.ts";
import { documentCall, startReceiver, startRecordedAnswers } from "./recorded-calls.ts";
import { type ProcessorScenario, processorScenarios } from "./scenarios.ts";

/** The processor time, as a ratio to a bare handler that makes the same calls in the same trips. */
export type ProcessorTime = {
  readonly name: string;
  readonly loadAndFirst: number;
  /** The ratio of a request after many others; null if not measured. */
  readonly warm: number | null;
  readonly milliseconds: number;
};

const COLD_ROUNDS = 60;
const WARM_ROUNDS = 30;
const WARM = { warmUpCount: 100, laterCount: 300 };
const NO_MORE = { warmUpCount: 0, laterCount: 0 };

/**
 * Measures the work for which a caller waits: the load of a function together with its first request, and a warm request.
 * Counts the processor time of fresh processes on the Lambda runtime's Node.
 */
export const measureProcessorTimes = async (bundles: string, world: World, proxy: CapacityProxy) => {
  const [answers, receiver] = [await startRecordedAnswers(), await startReceiver()];
  const node = lambdaNode();
  const times: ProcessorTime[] = [];
  try {
    for (const scenario of await processorScenarios(world, receiver.url)) {
      const { calls, ...recorded } = await record(scenario, bundles, { proxy, receiver });
      answers.repeat(calls);
      const operations = calls.map(({ operation }) => operation);
      const bare = bundleBareHandlers({ bare: bareSource(operations, scenario) });
      try {
        const files = { own: bundleFile(bundles, scenario.name), bare: bundleFile(bare, "bare") };
        times.push(await compare(scenario, { ...recorded, files, node, origin: answers.origin }));
      } finally {
        rmSync(bare, { recursive: true });
      }
    }
    return times;
  } finally {
    answers.stop();
    await receiver.stop();
  }
};

type Recorders = {
  readonly proxy: CapacityProxy;
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
};

/** Records the calls of a cold and a warm request to the real database. */
const record = async (
  { name, event }: ProcessorScenario,
  bundles: string,
  { proxy, receiver }: Recorders,
) => {
  const { handler } = freshInstance(bundleFile(bundles, name));
  const calls: StoreCall[] = [];
  const makeRequest = async () => {
    const own = await event();
    proxy.takeCalls();
    proxy.joinTrips(true);
    const { statusCode = 200, batchItemFailures = [] } = await handler(own, lambdaContext());
    proxy.joinTrips(false);
    if (statusCode >= 300 || batchItemFailures.length > 0) throw new Error(`${name} failed.`);
    const made = proxy.takeCalls();
    calls.push(...made);
    return { own, bare: { trips: tripsOf(made), posts: receiver.takePosts() } };
  };
  return { first: await makeRequest(), later: await makeRequest(), calls };
};

/** Returns one list of calls for each trip. */
const tripsOf = (calls: readonly StoreCall[]) =>
  [...new Set(calls.map(({ trip }) => trip))].map((each) =>
    calls.filter(({ trip }) => trip === each).map(documentCall),
  );

type Request = Readonly<Record<"own" | "bare", object>>;
type Comparison = {
  readonly first: Request;
  readonly later: Request;
  readonly files: Readonly<Record<"own" | "bare", string>>;
  readonly node: string;
  readonly origin: string;
};

const compare = async ({ name, warm }: ProcessorScenario, comparison: Comparison): Promise<ProcessorTime> => {
  const cold = await runPairs(COLD_ROUNDS, comparison, NO_MORE);
  const later = warm ? await runPairs(WARM_ROUNDS, comparison, WARM) : [];
  return {
    name,
    loadAndFirst: median(cold.map(({ own, bare }) => (own.load + own.first) / (bare.load + bare.first))),
    warm: warm ? median(later.map(({ own, bare }) => own.later / bare.later)) : null,
    milliseconds: median(cold.map(({ own }) => (own.load + own.first) / 1_000)),
  };
};

type Microseconds = Readonly<Record<"load" | "first" | "later", number>>;
type Pair = Readonly<Record<"own" | "bare", Microseconds>>;

/** Runs the two one after the other, so that other load on the machine affects both. The first one alternates. */
const runPairs = async (count: number, comparison: Comparison, counts: typeof WARM): Promise<Pair[]> => {
  const pairs = [];
  for (let round = 0; round < count; round++) {
    const first = round % 2 === 0 ? await run("own", comparison, counts) : null;
    const bare = await run("bare", comparison, counts);
    pairs.push({ own: first ?? (await run("own", comparison, counts)), bare });
  }
  return pairs;
};

const SCRIPT = join(import.meta.dirname, "run-handler.mjs");

const run = async (
  which: "own" | "bare",
  { files, first, later, node, origin }: Comparison,
  counts: typeof WARM,
): Promise<Microseconds> => {
  const running = promisify(execFile)(node, [SCRIPT], { env: { ...process.env, ...environment(origin) } });
  running.child.stdin?.end(
    JSON.stringify({ file: files[which], first: first[which], later: later[which], ...counts }),
  );
  return JSON.parse((await running).stdout);
};

const environment = (origin: string) => ({
  AWS_ENDPOINT_URL_DYNAMODB: origin,
  // The certificate is not for this address.
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  NODE_NO_WARNINGS: "1",
});

/** Returns the path of the functions' Node version. */
const lambdaNode = () =>
  process.version.startsWith("v24.")
    ? process.execPath
    : execFileSync("npx", ["-y", "node@24", "-p", "process.execPath"], { encoding: "utf8" }).trim();
