import { PAGE_EVENTS } from "../../../shared/events/log-page.store.ts";
import figures from "../../../test/bench/figures.json" with { type: "json" };

const { calls, records } = figures;

/** Assumed: an invocation without its trips, each trip and read unit, a reminder, and a firm's endpoint. */
const MILLISECONDS = { invocation: 15, roundTrip: 6, readUnit: 1, reminder: 3, endpoint: 300 };
/** Assumed, beside the bench's figures: sizes of a response, a webhook and an item. */
export const BYTES = { response: 700, webhook: 3_600, item: 100 };
/** Assumed: two lines for each invocation. */
export const LOG_BYTES = 800;

/** Assumed: bookings and moves by links. */
const BY_LINK = { bookings: 0.25, moves: 0.05 };

/** Assumed: the calls for a lead, and the events that each emits. Half of the bookings are made by links. */
const CALLS = [
  { ...calls["create-lead"]["a delivery"], perLead: 1, events: 1 },
  { ...calls["look-up-leads"]["nobody among 100,000 leads"], perLead: 1, events: 0 },
  { ...calls["get-lead"][""], perLead: 4, events: 0 },
  { ...calls["list-leads"]["page of 50 of 1,000 leads"], perLead: 2, events: 0 },
  { ...calls["update-lead"]["a field"], perLead: 1, events: 1 },
  { ...calls["update-lead"]["stage and assignee"], perLead: 1, events: 2 },
  { ...calls["merge-lead"]["with three consultations"], perLead: 0.02, events: 5 },
  { ...calls["get-availability"]["31 days under rules"], perLead: 1, events: 0 },
  { ...calls["book-consultation"]["of a hold"], perLead: 0.25, events: 1 },
  { ...calls["create-link"][""], perLead: 0.5, events: 0 },
  { ...calls["get-link"]["to book"], perLead: 0.5, events: 0 },
  { ...calls["get-link-availability"]["31 days"], perLead: 0.5, events: 0 },
  { ...calls["book-by-link"][""], perLead: BY_LINK.bookings, events: 1 },
  { ...calls["get-link"]["that has booked"], perLead: 0.25, events: 0 },
  { ...calls["get-link-calendar-file"][""], perLead: 0.1, events: 0 },
  { ...calls["update-by-link"]["another day"], perLead: BY_LINK.moves, events: 1 },
  { ...calls["get-consultation"][""], perLead: 3, events: 0 },
  { ...calls["get-calendar"]["31 days of 8"], perLead: 0.5, events: 0 },
  { ...calls["complete-consultation"]["with data"], perLead: 0.5, events: 1 },
  { ...calls["list-events"]["page of 50, forward"], perLead: 0.2, events: 0 },
];

/** Assumed: reminders of a lead, two for each consultation. */
const REMINDERS = 1;

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

export const REQUESTS = sum(CALLS.map(({ perLead }) => perLead));
/** Events of a lead. Each is published, fanned out to one endpoint and delivered, each time by a separate invocation. */
export const EVENTS = REMINDERS + sum(CALLS.map(({ perLead, events }) => perLead * events));

/** Records of a lead, and the months for which they are kept. */
const STORED = [
  { ...records.lead, perLead: 1, months: 12 },
  { ...records.consultation, perLead: 0.5, months: 12 },
  { ...records.link, perLead: 0.5, months: 1 },
  { ...records["key of a link"], perLead: 0.5, months: 1 },
  { ...records["deduplication record"], perLead: 1, months: 12 },
  { ...records["inbound delivery"], perLead: 1, months: 1 },
  { ...records.event, perLead: EVENTS, months: 12 },
  { ...records["page of the event log"], perLead: EVENTS / PAGE_EVENTS, months: 1 },
  { ...records["webhook delivery"], perLead: EVENTS, months: 1 },
];

/** Returns the cost of one kind of invocation, and how many of them a lead causes. */
export const work = (perLead: number, cost: typeof figures.idleSweep, bytesOut = 0, waitMilliseconds = 0) => {
  const { invocation, roundTrip, readUnit } = MILLISECONDS;
  const milliseconds = invocation + cost.roundTrips * roundTrip + cost.readUnits * readUnit;
  return { perLead, ...cost, bytesOut, seconds: (milliseconds + waitMilliseconds) / 1_000 };
};

type Request = {
  readonly perLead: number;
  readonly cold: typeof figures.idleSweep;
  readonly responseBytes: number;
};

/**
 * Returns the cost of a request. Each is the first of an instance. Another instance has opened the key's window, so a write
 * is refused and repeated.
 */
export const request = ({ perLead, cold, responseBytes }: Request) =>
  work(perLead, { ...cold, writeUnits: cold.writeUnits + 1 }, BYTES.response + responseBytes);
/** For a new lead, the publisher looks up others with its address or number. For a reminder, it reads the lead. */
export const PUBLISHING = [
  work(EVENTS - 1 - REMINDERS, calls["publish-events"]["one event of a lead"].warm),
  work(1, calls["publish-events"]["a new lead"].warm),
  work(REMINDERS, calls["publish-events"]["a reminder"].warm),
];
export const FAN_OUT = work(EVENTS, calls["fan-out-event"]["one webhook subscribes to it"].warm);
const bytesOut = BYTES.webhook + records.event.bytes;
export const DELIVERY = work(
  EVENTS,
  calls["deliver-webhook"]["a success"].warm,
  bytesOut,
  MILLISECONDS.endpoint,
);

/** The invocations for a lead. */
export const WORK = [...CALLS.map(request), FAN_OUT, ...PUBLISHING, DELIVERY];

const sweeps = calls["sweep-deliveries"];
const due = sweeps["25 reminders due, each before another"];
/** The additional work for each reminder of the sweep, which runs each minute. The sweep emits many at a time. */
export const REMINDING = {
  perLead: REMINDERS,
  writeUnits: (due.warm.writeUnits - sweeps["nothing due"].warm.writeUnits) / 25,
  readUnits: (due.warm.readUnits - sweeps["nothing due"].warm.readUnits) / 25,
  seconds: MILLISECONDS.reminder / 1_000,
  bytesOut: 0,
};

export const perLead = (quantity: "writeUnits" | "readUnits" | "seconds" | "bytesOut") =>
  sum([...WORK, REMINDING].map((each) => each.perLead * each[quantity]));

/** Returns a lead's bytes, times the months of their retention. */
export const byteMonths = (copies: (indexes: number) => number) =>
  sum(STORED.map((each) => each.perLead * each.months * (each.bytes + BYTES.item) * copies(each.indexes)));
