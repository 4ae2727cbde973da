/** A number of firms and leads; every firm is alike. */
export type Load = {
  readonly name: string;
  readonly firms: number;
  readonly leadsPerDay: number;
  /** The share of invocations that start an instance: fewer, the busier the functions are. */
  readonly startShare: number;
};

export const LARGE: Load = { name: "large", firms: 10_000, leadsPerDay: 1_000_000, startShare: 0.01 };
export const SMALL: Load = { name: "small", firms: 10, leadsPerDay: 1_000, startShare: 0.2 };

export const DELIVERIES_PER_LEAD = 5;
/** First attempts that fail; each succeeds when it is repeated. */
export const FAILED_ATTEMPTS_SHARE = 0.02;

/** How much busier the busiest second is than the mean of the day. */
export const PEAK_FACTOR = 5;
export const DAYS_PER_MONTH = 30;
/** Since when leads are kept: all of them are in the table. */
export const MONTHS_OF_DATA = 12;

/** How long a function takes: not measured in the cloud. */
export const MILLISECONDS = {
  /** Of every invocation: reading the event, the pipeline, the response. */
  invocation: 10,
  /** Each round trip to the table, the queue or the bus. */
  roundTrip: 6,
  /** Each read unit: fetching and parsing what it holds. */
  readUnit: 1,
  /** From a caller to the API and back. */
  caller: 50,
  /** A firm's endpoint, from the connection to its response. */
  endpointResponse: 300,
  /** Starting an instance, which is billed. */
  start: 400,
} as const;

export const BYTES = {
  /** One line each, with the 26 bytes that CloudWatch counts for it. */
  accessLogLine: 350,
  functionLogLine: 400,
  metricLine: 300,
  /** Of a response beside its body. */
  responseHeaders: 700,
  /** Of a webhook request beside the event, and of the TLS handshake before it. */
  webhookHeaders: 600,
  handshake: 3_000,
} as const;

/** Metrics of the service's own, their names times the outcomes that occur, and six of the stream's mapping. */
export const CUSTOM_METRICS = 46;

/** That of the event chain. */
export const COMPOSITE_ALARMS = 1;

/**
 * A call counts as the first of its instance: at a hundred leads a day and firm, an instance seldom sees a key twice
 * within the seconds for which it holds a lease. Another instance has often opened the key's window, which is one refused
 * and one further write.
 */
export const FURTHER_LEASE_WRITES = 1;

/** An instance that publishes has seldom seen the firm lately: it reads its settings and the last batch of its log. */
export const FURTHER_PUBLISH_READS = 2;

/** Lambda polls a queue that is empty by so many connections, each for so long. */
export const IDLE_POLLS = { connections: 5, seconds: 20 } as const;
/** A message is sent, received and deleted. */
export const QUEUE_REQUESTS_PER_MESSAGE = 3;

/** An endpoint, and how often it is called for each lead. */
export type AssumedCall = {
  readonly endpoint: string;
  /** The scenario of the bench. */
  readonly label: string;
  readonly perLead: number;
  /** How many events the change emits. */
  readonly events: number;
  /** Whether the endpoint counts an outcome in a metric. */
  readonly countsOutcome?: true;
  /** Whether it stores an inbound delivery. */
  readonly isDelivery?: true;
};

const read = (endpoint: string, label: string, perLead: number): AssumedCall => ({
  endpoint,
  label,
  perLead,
  events: 0,
});

const change = (endpoint: string, label: string, perLead: number, events = 1): AssumedCall => ({
  endpoint,
  label,
  perLead,
  events,
});

const COUNTED = { countsOutcome: true } as const;
const DELIVERY = { ...COUNTED, isDelivery: true } as const;

const LEADS: readonly AssumedCall[] = [
  { ...change("create-lead", "a delivery", 0.7), ...DELIVERY },
  { ...change("create-lead", "with an Idempotency-Key", 0.3), ...COUNTED },
  { ...read("create-lead", "a duplicate delivery", 0.05), ...DELIVERY },
  { ...read("create-lead", "a rejected delivery", 0.02), ...DELIVERY },
  read("get-lead", "", 4),
  read("list-leads", "page of 50 of 1,000 leads", 1),
  read("list-leads", "page of 50 of 1,000 leads by stage", 1),
  change("update-lead", "a field", 1),
  change("update-lead", "stage and assignee", 1, 2),
  change("archive-lead", "", 0.5),
];

const BOOKINGS: readonly AssumedCall[] = [
  read("list-attorneys", "", 0.5),
  read("get-availability", "31 days under rules", 1),
  read("create-hold", "", 0.3),
  { ...change("book-consultation", "under rules that reach another day", 0.1), ...COUNTED },
  { ...change("book-consultation", "of a hold", 0.3), ...COUNTED },
  read("get-consultation", "", 1),
  read("list-consultations", "page of 50", 0.5),
  read("get-calendar", "31 days of 8", 0.5),
  change("update-consultation", "another day", 0.05),
  change("update-consultation", "cancel", 0.05),
  change("complete-consultation", "with data", 0.25),
  change("mark-no-show", "", 0.05),
  change("record-payment", "", 0.2),
];

const INTEGRATIONS: readonly AssumedCall[] = [
  read("get-me", "", 0.1),
  read("get-firm", "", 0.5),
  read("list-events", "page of 50, forward", 0.2),
  read("list-webhook-deliveries", "page of 50", 0.02),
];

export const CALLS = { Leads: LEADS, Bookings: BOOKINGS, "Settings and events": INTEGRATIONS } as const;
