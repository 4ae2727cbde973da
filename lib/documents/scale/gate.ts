import figures from "../../../test/bench/figures.json" with { type: "json" };
import { DELIVERY, FAN_OUT, LOG_BYTES, request, sum, work } from "./load.ts";

const { calls } = figures;
const { "publish-events": publishing } = calls;

/** Assumed: each lead is checked once, and decided on once. Each makes an event, which goes to one endpoint. */
const REQUESTS = [
  request({ ...calls["create-conflict-check"]["among 100,000 leads and as many entries"], perLead: 1 }),
  request({ ...calls["decide-conflict-check"][""], perLead: 1 }),
];
const EVENTS = REQUESTS.length;
const WORK = [
  ...REQUESTS,
  ...[FAN_OUT, DELIVERY].map((each) => ({ ...each, perLead: EVENTS })),
  work(EVENTS, publishing["one event of a lead"].warm),
];

/** The publisher's work for a new lead, with a gate and without: a gate adds writing and searching the lead's keys. */
const [gated, plain] = [
  publishing["a new lead of a firm with a conflict gate"].warm,
  publishing["a new lead"].warm,
].map((cost) => work(1, cost));

const perLead = (quantity: "readUnits" | "writeUnits" | "seconds" | "bytesOut") =>
  sum(WORK.map((each) => each.perLead * each[quantity])) +
  (gated?.[quantity] ?? 0) -
  (plain?.[quantity] ?? 0);

/** Returns the quantities of a day with so many leads that the gate adds, by the names of their prices; storage aside. */
export const gateQuantities = (leadsPerDay: number): Readonly<Record<string, number>> => {
  const invocations = leadsPerDay * sum(WORK.map((each) => each.perLead));
  return {
    "DynamoDB writes": leadsPerDay * perLead("writeUnits"),
    "DynamoDB reads": leadsPerDay * perLead("readUnits"),
    "Lambda requests": invocations,
    "Lambda time": (leadsPerDay * perLead("seconds") * figures.stack.memoryMegabytes) / 1024,
    "HTTP API requests": leadsPerDay * REQUESTS.length,
    "EventBridge events": leadsPerDay * EVENTS,
    "SQS requests": 3 * leadsPerDay * EVENTS,
    "CloudWatch Logs": (invocations * LOG_BYTES) / 2 ** 30,
    "Data transfer out": (leadsPerDay * perLead("bytesOut")) / 2 ** 30,
  };
};
