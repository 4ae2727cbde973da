import { secondsInHour } from "date-fns/constants";
import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import type { StoredKey } from "../../../shared/api/keys/key-store.ts";
import { newKey } from "../../../shared/api/keys/new-key.ts";
import type { Operation } from "../../../shared/api/operation.ts";
import { addCalendarLink } from "../../../shared/calendars/calendar-link.store.ts";
import { putConflictEntries } from "../../../shared/conflicts/put-conflict-entries.ts";
import { bookConsultation } from "../../../shared/consultations/book-consultation.ts";
import { putKey } from "../../../shared/keys/key-writes.store.ts";
import { createLead } from "../../../shared/leads/create-lead.ts";
import { putLink } from "../../../shared/links/link.store.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { createSource } from "../../../shared/sources/create-source.ts";
import { commit } from "../../../shared/table/commit.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Refs } from "../../../shared/table/read-records.ts";
import { sha256 } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { createWebhook } from "../../../shared/webhooks/create-webhook.ts";
import { IDS } from "../../documents/openapi/examples/shared-values.ts";
import type { RunOperation } from "./demo-operations.ts";

const MARIA = { first_name: "Maria", last_name: "Santos", source: "website" };

const LEADS = [
  { ...MARIA, id: IDS.lead, email: "maria@example.com" },
  { ...MARIA, id: IDS.otherLead, phone: "(212) 555-0119" },
];

const BOOKED = { lead_id: IDS.lead, attorney_id: IDS.member, type: "Initial consultation", duration_min: 60 };

const CONSULTATIONS = [
  { ...BOOKED, id: IDS.consultation, start_at: "2026-11-11T10:00:00-05:00" },
  { ...BOOKED, id: IDS.otherConsultation, start_at: "2026-11-11T14:00:00-05:00" },
];

const SOURCE = { key: "example-form", name: "Example form" };

/** Subscribes to rare events only, because nobody answers there. */
const WEBHOOK = { url: "https://hooks.example.com/intake", events: ["lead.merged"] };

const WEBHOOKS = [IDS.webhook, IDS.otherWebhook].map((id) => ({ ...WEBHOOK, id }));

const API_KEY = {
  kind: "api" as const,
  name: "Example",
  scopes: ["leads:read" as const],
  requestsPerMinute: 60,
};

const ENTRIES = ["client-1042", "client-1044"].map((key) => ({ key, name: "Acme Inc.", role: "client" }));

const LINK = { id: IDS.link, leadId: IDS.lead, type: "initial", attorneyId: null, consultationId: null };

const LINK_KEY = {
  kind: "link" as const,
  name: "Link",
  scopes: [],
  requestsPerMinute: LIMITS.linkRequestsPerMinute,
};

const CALENDAR_KEY = {
  kind: "calendar" as const,
  name: "Calendar link",
  scopes: [],
  requestsPerMinute: LIMITS.calendarLinkRequestsPerMinute,
  memberId: IDS.member,
};

/**
 * Adds the records whose ids stand in the addresses of the API document's examples, apart from events, deliveries and
 * holds, which end by themselves. Takes a firm with the examples' attorney.
 */
export const addExampleRecords = async (run: RunOperation, table: Table, firmId: FirmId, key: StoredKey) => {
  const createEach = async <Definition extends EndpointDefinition, Records extends Refs>(
    operation: Operation<Definition, Records>,
    records: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[],
  ) => {
    for (const { id, ...json } of records) await run(operation, { id, json });
  };
  const { secret, key: exampleKey } = newKey(firmId, API_KEY, Date.now());
  await createEach(createLead, LEADS);
  await Promise.all([
    createEach(bookConsultation, CONSULTATIONS),
    createEach(createWebhook("local"), WEBHOOKS),
    run(putConflictEntries, { json: { entries: ENTRIES } }),
    createEach(createSource, [{ ...SOURCE, id: IDS.source }]),
    commit(table, putKey(firmId, { secret, key: { ...exampleKey, id: IDS.key } }, key)),
    commit(table, putExampleLink(firmId)),
    commit(table, putExampleCalendarLink(firmId)),
  ]);
};

/** Returns the write of a link to book, without its key. */
const putExampleLink = (firmId: FirmId) => {
  const expiresAtEpochSeconds = Math.floor(Date.now() / 1000) + LIMITS.linkHoursMaximum * secondsInHour;
  const { secret, key } = newKey(firmId, { ...LINK_KEY, expiresAtEpochSeconds }, Date.now());
  const link = { ...LINK, expiresAtEpochSeconds, sha256: sha256(secret) };
  return putLink(firmId, { link, consultation: null, secret, key: { ...key, id: IDS.link } });
};

/** Returns the write of the attorney's first calendar link, whose key nobody has. */
const putExampleCalendarLink = (firmId: FirmId) => {
  const { secret, key } = newKey(firmId, CALENDAR_KEY, Date.now());
  const before = { memberId: IDS.member, version: 0, links: [] };
  return addCalendarLink(firmId, { before, secret, key: { ...key, id: IDS.calendarLink } });
};
