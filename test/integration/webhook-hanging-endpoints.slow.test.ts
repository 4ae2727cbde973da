import { beforeAll, expect, it } from "@jest/globals";
import { connectTable } from "../../shared/table/table.ts";
import { captureLog } from "../support/capture-log.ts";
import { SHARED_CLIENT } from "../support/delivery-round.ts";
import {
  declaredConcurrency,
  type HangingEndpoints,
  measureHangingEndpoints,
  POSTS_MAXIMUM,
  waitMaximum,
} from "../support/hanging-endpoints.ts";
import { declaredResources, useTable } from "../support/test-table.ts";

const { name } = useTable();

const ROUNDS_MAXIMUM = 5;
/** Beside other tests, one process cannot run as many invocations as are deployed: it makes a fifth of the deliveries with a fifth of them. */
const SCALE = 5;

const isWithinLimits = ({ p99Milliseconds, secondWave }: HangingEndpoints, maximum: number) =>
  p99Milliseconds.withSome < maximum && secondWave.p99Milliseconds < maximum;

/** Measures again if something else on this machine delayed a wave, or kept it from ending. */
let measured: HangingEndpoints;
beforeAll(async () => {
  captureLog();
  const table = connectTable(name, SHARED_CLIENT);
  const mappings = Object.values(declaredResources("AWS::Lambda::EventSourceMapping"));
  const concurrency = declaredConcurrency(mappings.map(({ Properties }) => Properties)) / SCALE;
  for (let round = 1; round <= ROUNDS_MAXIMUM; round++) {
    const result = await measureHangingEndpoints({
      table,
      concurrency,
      deliveriesPerEndpoint: 50 / SCALE,
      rounds: 1,
    }).catch((error) => {
      if (round === ROUNDS_MAXIMUM) throw error;
    });
    if (result === undefined) continue;
    measured = result;
    if (isWithinLimits(measured, waitMaximum(measured))) return;
  }
}, 600_000);

it("endpoints that hang do not delay the others while their circuits are closed", () => {
  expect(measured.p99Milliseconds.withSome).toBeLessThan(waitMaximum(measured));
});

it("endpoints whose circuits are open hold no invocations", () => {
  expect(measured.secondWave.p99Milliseconds).toBeLessThan(waitMaximum(measured));
  expect(Math.max(...measured.secondWave.hangingPosts)).toBeLessThanOrEqual(POSTS_MAXIMUM);
});
