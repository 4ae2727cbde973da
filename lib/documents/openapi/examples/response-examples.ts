import type { JsonSchema, SchemaName } from "../json-schema.ts";
import { SCHEMA_EXAMPLES } from "./schema-examples.ts";
import { CREATED_AT, IDS } from "./shared-values.ts";

/** Positions in lists: opaque texts. */
const NEXT_CURSOR = "eyJhZnRlciI6IjAxOWE0YTFlLTVjMDAtN2EzYiJ9.k3Jx9Q";
const LATEST = "eyJhdCI6IjAxOWE0YTFlLTVjMDEtN2UyZiJ9.Vt20aw";

const TIME_ZONE = "America/New_York";

const SOURCE_WITH_KEY = {
  ...SCHEMA_EXAMPLES.Source,
  ingestion_key: "its_4Hn8sWb2Ky6RvTqZ1MxJdLf9CgPe3AuGtVwXz7BnNmDk5Yy0Qs",
};

const WEBHOOK_WITH_SECRET = {
  ...SCHEMA_EXAMPLES.Webhook,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
};

const PENDING_DELIVERY = {
  ...SCHEMA_EXAMPLES.WebhookDelivery,
  state: "pending",
  attempts: [],
  next_attempt_at: CREATED_AT,
};

/** With the name of whom the reader meets. */
const calendarFileOf = (person: string) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Intake//Consultations//EN",
    "BEGIN:VEVENT",
    `UID:${IDS.consultation}`,
    "DTSTAMP:20261102T150000Z",
    "SEQUENCE:1",
    "STATUS:CONFIRMED",
    "DTSTART:20261109T150000Z",
    "DTEND:20261109T160000Z",
    `SUMMARY:Initial consultation\\, ${person}\\, Doe & Partners`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** Examples of responses that are more than one named schema, by the endpoint. */
const EXAMPLES: Readonly<Record<string, object | string>> = {
  "get-calendar-file": calendarFileOf("Dana Doe"),
  "get-link-calendar-file": calendarFileOf("Ruth Bader"),
  "list-duplicates": { data: [{ lead: SCHEMA_EXAMPLES.Lead, matches: ["email"] }] },
  "create-key": { ...SCHEMA_EXAMPLES.ApiKey, key: "itk_7Qm2vXc9Lr4TzKdW8NfYbHs3JpGe6AuRtVwZx5BnMqCk1Dy0Ha" },
  "create-link": {
    ...SCHEMA_EXAMPLES.Link,
    url: "https://intake.example.com/book#itl_9Kd3vXb7Lr2TzQdW5NfYmHs8JpGc4AuRtVwZx6BnMqCk0Dy1HaTe",
  },
  "get-link-availability": {
    data: [{ start_at: "2026-11-09T14:00:00.000Z" }, { start_at: "2026-11-09T14:15:00.000Z" }],
    time_zone: TIME_ZONE,
  },
  "create-source": SOURCE_WITH_KEY,
  "rotate-source-key": SOURCE_WITH_KEY,
  "create-webhook": WEBHOOK_WITH_SECRET,
  "rotate-webhook-secret": { ...WEBHOOK_WITH_SECRET, previous_secret_expires_at: "2026-11-03T15:00:00.000Z" },
  "find-availability": {
    data: [
      { start_at: "2026-11-09T14:00:00.000Z", attorney_ids: [IDS.member] },
      { start_at: "2026-11-09T14:15:00.000Z", attorney_ids: [IDS.member] },
    ],
    time_zone: TIME_ZONE,
  },
  "get-availability": {
    data: ["2026-11-09T14:00:00.000Z", "2026-11-09T14:15:00.000Z", "2026-11-09T14:30:00.000Z"],
    time_zone: TIME_ZONE,
  },
  "get-calendar": {
    data: {
      consultations: [SCHEMA_EXAMPLES.Consultation],
      holds: [SCHEMA_EXAMPLES.Hold],
      time_off: [{ start_date: "2026-11-11", end_date: "2026-11-11", reason: "Court" }],
      holidays: [{ start_date: "2026-11-26", end_date: "2026-11-27", name: "Thanksgiving" }],
    },
    time_zone: TIME_ZONE,
  },
  "replay-inbound-deliveries": {
    data: [{ delivery_id: IDS.event, outcome: "created", leadId: IDS.lead, failed: false }],
    next_cursor: null,
  },
  "list-events": { data: [SCHEMA_EXAMPLES.Event], next_cursor: null, latest: LATEST },
  "redeliver-webhook": PENDING_DELIVERY,
  "send-test-event": { ...PENDING_DELIVERY, type: "webhook.test" },
};

/** An example of a response: that of a named schema, of the first of several, or a page of such. */
export const responseExample = (endpoint: string, schema: JsonSchema): unknown =>
  EXAMPLES[endpoint] ??
  namedExample(schema) ??
  namedExample(Object(schema.anyOf?.[0])) ??
  pageExample(schema);

const namedExample = ({ $ref = "" }: JsonSchema) => SCHEMA_EXAMPLES[nameIn($ref) as SchemaName];

const pageExample = ({ properties = {} }: JsonSchema) => {
  const entry = namedExample(Object(Object(properties.data).items));
  return entry && { data: [entry], next_cursor: NEXT_CURSOR };
};

const nameIn = (reference: string) => reference.replace("#/components/schemas/", "");
