import {
  type AssumedCall,
  BYTES,
  CALLS,
  DELIVERIES_PER_LEAD,
  FAILED_ATTEMPTS_SHARE,
  FURTHER_LEASE_WRITES,
  FURTHER_PUBLISH_READS,
  MILLISECONDS,
} from "./assumptions.ts";
import { type Cost, type Figures, figuresOf, recordOf } from "./figures.ts";
import { sum } from "./sum.ts";

/** One invocation of a function. */
export type Invocation = {
  readonly function: string;
  readonly cost: Cost;
  readonly milliseconds: number;
  readonly logBytes: number;
  readonly bytesOut: number;
  /** Whether a request to the API causes it. */
  readonly isRequest?: true;
};

export type Work = Invocation & { readonly perLead: number };

export type Feature = { readonly name: string; readonly work: readonly Work[] };

const assumedCalls: readonly AssumedCall[] = Object.values(CALLS).flat();

export const EVENTS_PER_LEAD = sum(assumedCalls.map(({ perLead, events }) => perLead * events));
export const CHANGES_PER_LEAD = sum(assumedCalls.map(({ perLead, events }) => (events > 0 ? perLead : 0)));
export const REQUESTS_PER_LEAD = sum(assumedCalls.map(({ perLead }) => perLead));

/** How long a function takes that makes these round trips to the table, and further ones to the queue or bus. */
const millisecondsOf = ({ roundTrips, readUnits }: Pick<Cost, "roundTrips" | "readUnits">, further = 0) =>
  MILLISECONDS.invocation +
  (roundTrips + further) * MILLISECONDS.roundTrip +
  readUnits * MILLISECONDS.readUnit;

/** A request that is the first of its instance and finds the key's window open. */
export const requestCost = (
  figures: Figures,
  { endpoint, label }: Pick<AssumedCall, "endpoint" | "label">,
): Cost =>
  plus(figuresOf(figures, endpoint, label).cold, {
    roundTrips: FURTHER_LEASE_WRITES,
    readUnits: 0,
    writeUnits: FURTHER_LEASE_WRITES,
  });

type Request = { readonly cost: Cost; readonly responseBytes: number; readonly countsOutcome?: boolean };

/** Each request has a line of the access log beside the function's. */
export const requestInvocation = (endpoint: string, request: Request): Invocation => ({
  function: endpoint,
  cost: request.cost,
  milliseconds: millisecondsOf(request.cost),
  logBytes: BYTES.accessLogLine + BYTES.functionLogLine + (request.countsOutcome ? BYTES.metricLine : 0),
  bytesOut: BYTES.responseHeaders + request.responseBytes,
  isRequest: true,
});

const requestWork = (figures: Figures, call: AssumedCall): Work => {
  const { responseBytes } = figuresOf(figures, call.endpoint, call.label);
  const { countsOutcome = false, perLead } = call;
  const cost = requestCost(figures, call);
  return { ...requestInvocation(call.endpoint, { cost, responseBytes, countsOutcome }), perLead };
};

/** Each change is a batch of the stream of its own, which is so until the stream is busy. */
export const publishInvocation = (figures: Figures, eventsPerChange: number): Invocation => {
  const { warm } = figuresOf(figures, "publish-events", "one event of a lead");
  const cost = {
    roundTrips: warm.roundTrips + FURTHER_PUBLISH_READS,
    readUnits: warm.readUnits + FURTHER_PUBLISH_READS,
    writeUnits: warm.writeUnits * eventsPerChange,
  };
  return {
    function: "publish-events",
    cost,
    // A call of the bus for the first event of each record, another for the second.
    milliseconds: millisecondsOf(cost, eventsPerChange),
    logBytes: eventsPerChange * BYTES.functionLogLine,
    bytesOut: 0,
  };
};

/** As the bench has them. */
const ENDPOINTS = 50;

/** A query, and a write for each endpoint that subscribes to the event. */
export const fanOutInvocation = (figures: Figures, deliveriesPerEvent: number): Invocation => {
  const none = figuresOf(figures, "fan-out-event", "no webhook subscribes to it").warm;
  const one = figuresOf(figures, "fan-out-event", "one webhook subscribes to it").warm;
  const many = figuresOf(figures, "fan-out-event", `10 KB, ${ENDPOINTS} webhooks subscribe to it`).warm;
  const first = times(minus(one, none), Math.min(1, deliveriesPerEvent));
  const further = times(minus(many, one), Math.max(0, deliveriesPerEvent - 1) / (ENDPOINTS - 1));
  return {
    function: "fan-out-event",
    cost: plus(plus(none, first), further),
    // The writes are made together.
    milliseconds: millisecondsOf(one, 1),
    logBytes: BYTES.functionLogLine,
    bytesOut: 0,
  };
};

export const deliveryInvocation = (figures: Figures, label: "a success" | "a failure"): Invocation => {
  const { warm } = figuresOf(figures, "deliver-webhook", label);
  return {
    function: "deliver-webhook",
    cost: warm,
    milliseconds: millisecondsOf(warm) + MILLISECONDS.endpointResponse,
    logBytes: BYTES.functionLogLine + BYTES.metricLine,
    bytesOut: recordOf(figures, "event").bytes + BYTES.webhookHeaders + BYTES.handshake,
  };
};

const FAILURES_PER_LEAD = DELIVERIES_PER_LEAD * FAILED_ATTEMPTS_SHARE;
export const ATTEMPTS_PER_LEAD = DELIVERIES_PER_LEAD + FAILURES_PER_LEAD;

export const featuresOf = (figures: Figures): readonly Feature[] => [
  ...Object.entries(CALLS).map(([name, calls]) => ({
    name,
    work: calls.map((call) => requestWork(figures, call)),
  })),
  {
    name: "Event log and bus",
    work: [{ ...publishInvocation(figures, EVENTS_PER_LEAD / CHANGES_PER_LEAD), perLead: CHANGES_PER_LEAD }],
  },
  {
    name: "Webhooks",
    work: [
      { ...fanOutInvocation(figures, DELIVERIES_PER_LEAD / EVENTS_PER_LEAD), perLead: EVENTS_PER_LEAD },
      { ...deliveryInvocation(figures, "a success"), perLead: DELIVERIES_PER_LEAD },
      { ...deliveryInvocation(figures, "a failure"), perLead: FAILURES_PER_LEAD },
    ],
  },
];

const combine = (a: Cost, b: Cost, apply: (a: number, b: number) => number): Cost => ({
  roundTrips: apply(a.roundTrips, b.roundTrips),
  readUnits: apply(a.readUnits, b.readUnits),
  writeUnits: apply(a.writeUnits, b.writeUnits),
});

const plus = (a: Cost, b: Cost) => combine(a, b, (x, y) => x + y);
const minus = (a: Cost, b: Cost) => combine(a, b, (x, y) => x - y);
const times = (cost: Cost, factor: number) => combine(cost, cost, (each) => each * factor);
