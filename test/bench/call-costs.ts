import { join } from "node:path";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import { addKey } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { freshInstance, sumCost } from "./cost.ts";
import type { Scenario } from "./world.ts";

/**
 * Counts the cost of calls of an endpoint. A cold call is the first of a fresh instance. A warm call has a lease on the
 * key and cached firm settings. A quiet call comes when both have expired on an instance that knows the key.
 */
export const measureCalls = async (scenario: Scenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  // The key is new, so that the cold call takes the first lease.
  const { table, firmId } = scenario.world;
  const key = await (scenario.key?.() ?? addKey(table, firmId, { scopes: [...SCOPES] }));
  const measureCall = async (isParallel: boolean) => {
    const request = await scenario.call();
    proxy.takeCalls();
    proxy.joinTrips(isParallel);
    const { status, body } = await patiently(() => call(handler, { ...request, key }));
    proxy.joinTrips(false);
    if (status !== scenario.status) {
      throw new Error(`${scenario.endpoint} ${scenario.label} responded ${status}: ${JSON.stringify(body)}`);
    }
    return { cost: sumCost(proxy.takeCalls()), responseBytes: Buffer.byteLength(JSON.stringify(body) ?? "") };
  };
  // A quiet call checks its key during its reads. A cold call makes several reads at once.
  const cold = await measureCall(true);
  const warm = await measureCall(scenario.inParallel ?? false);
  const quiet = await later(QUIET_MILLISECONDS, () => measureCall(true));
  return {
    scenario,
    cold: cold.cost,
    quiet: quiet.cost,
    warm: warm.cost,
    responseBytes: warm.responseBytes,
  };
};

/** A time after which leases and cached records have expired, within a rate window. */
const QUIET_MILLISECONDS = 10_000;

/**
 * Runs an action whose timeouts are longer. The bench counts calls and does not time them: on a busy machine, DynamoDB
 * Local may answer later than the functions wait for the table.
 */
const patiently = async <Value>(action: () => Promise<Value>): Promise<Value> => {
  const { setTimeout: startTimer } = globalThis;
  const startLongTimer = (run: () => void, milliseconds = 0) =>
    startTimer(run, milliseconds < SHORTEST_TIMEOUT_MILLISECONDS ? milliseconds : milliseconds * 20);
  globalThis.setTimeout = Object.assign(startLongTimer, { __promisify__: startTimer.__promisify__ });
  try {
    return await action();
  } finally {
    globalThis.setTimeout = startTimer;
  }
};

const SHORTEST_TIMEOUT_MILLISECONDS = 1_000;

/** Runs an action with the clock set forward. */
const later = async <Value>(milliseconds: number, action: () => Promise<Value>): Promise<Value> => {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await action();
  } finally {
    Date.now = now;
  }
};
