import { DELIVERIES_PER_LEAD, QUEUE_REQUESTS_PER_MESSAGE } from "./assumptions.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { dollarsOf, invocationUsage } from "./marginal.ts";
import { sum } from "./sum.ts";
import { SECONDS_PER_HOUR } from "./units.ts";
import {
  deliveryInvocation,
  fanOutInvocation,
  type Invocation,
  publishInvocation,
  requestInvocation,
} from "./work.ts";

/** One kind of request that is sent in masses. */
export type Flood = {
  readonly what: string;
  readonly requestsPerSecond: number;
  /** Instances of the function that are busy with it. */
  readonly concurrency: number;
  readonly dollarsPerHour: number;
};

/** The body of an error. */
const REFUSAL_BYTES = 200;

/** What a flood costs at most, at list prices without what is free. */
export const floodsOf = (figures: Figures, keyRequestsPerMinute: number): readonly [Flood, ...Flood[]] => {
  const { requestsPerSecond } = figures.stack.throttle;
  const ofKey = keyRequestsPerMinute / 60;
  const flood = (what: string, rate: number, request: Invocation, dollarsBeside = 0): Flood => ({
    what,
    requestsPerSecond: rate,
    concurrency: (rate * request.milliseconds) / 1_000,
    dollarsPerHour: rate * SECONDS_PER_HOUR * (dollarsOf(invocationUsage(figures, request)) + dollarsBeside),
  });
  return [
    flood("each request with a well-formed forged key of its own", requestsPerSecond, refusal(1)),
    flood("all requests with one forged key", requestsPerSecond, refusal(0)),
    flood("leads with one valid key, up to its limit", ofKey, newLead(figures), dollarsOfEvent(figures)),
    flood("… and beyond its limit", requestsPerSecond - ofKey, refusal(0)),
  ];
};

/** Taking a lease on an unknown key is a write whose condition fails; it costs one unit. */
const refusal = (leaseWrites: number) =>
  requestInvocation("create-lead", {
    cost: { roundTrips: leaseWrites, readUnits: 0, writeUnits: leaseWrites },
    responseBytes: REFUSAL_BYTES,
  });

const newLead = (figures: Figures) => {
  const { warm, responseBytes } = figuresOf(figures, "create-lead", "");
  return requestInvocation("create-lead", { cost: warm, responseBytes, countsOutcome: true });
};

/** What the creation of a lead causes. */
const dollarsOfEvent = (figures: Figures) => {
  const deliveries = Array.from({ length: DELIVERIES_PER_LEAD }, () =>
    deliveryInvocation(figures, "a success"),
  );
  const invocations = [
    publishInvocation(figures, 1),
    fanOutInvocation(figures, DELIVERIES_PER_LEAD),
    ...deliveries,
  ];
  const beside = { EventBridge: 1, SQS: DELIVERIES_PER_LEAD * QUEUE_REQUESTS_PER_MESSAGE };
  return sum(invocations.map((each) => dollarsOf(invocationUsage(figures, each)))) + dollarsOf(beside);
};
