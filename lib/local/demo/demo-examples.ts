import { secondsInHour } from "date-fns/constants";
import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { newKey } from "../../../shared/api/keys/new-key.ts";
import type { Operation, OperationRequest } from "../../../shared/api/operation.ts";
import { runOperation } from "../../../shared/api/run-operation.ts";
import { addCalendarLink } from "../../../shared/calendars/calendar-link.store.ts";
import { bookConsultation } from "../../../shared/consultations/book-consultation.ts";
import { readKeys } from "../../../shared/keys/firm-key.store.ts";
import { putKey } from "../../../shared/keys/key-writes.store.ts";
import { putLink } from "../../../shared/links/link.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { createSource } from "../../../shared/sources/create-source.ts";
import { commit } from "../../../shared/table/commit.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import type { Refs } from "../../../shared/table/read-records.ts";
import { sha256 } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { createWebhook } from "../../../shared/webhooks/create-webhook.ts";
import { IDS } from "../../documents/openapi/examples/shared-values.ts";

const BOOKED = { lead_id: IDS.lead, attorney_id: IDS.member, type: "Initial consultation", duration_min: 60 };

const CONSULTATIONS = [
  { ...BOOKED, id: IDS.consultation, start_at: "2026-11-11T10:00:00-05:00" },
  { ...BOOKED, id: IDS.otherConsultation, start_at: "2026-11-11T14:00:00-05:00" },
];

const SOURCE = { key: "example-form", name: "Example form" };

/** Subscribes to rare events only, because nobody answers there. */
const WEBHOOK = { url: "https://hooks.example.com/intake", events: ["lead.merged"] };

const API_KEY = {
  kind: "api" as const,
  name: "Example",
  scopes: ["leads:read" as const],
  requestsPerMinute: 60,
};

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
 * Adds the records whose ids stand in the addresses of the API document's examples. Takes a firm with the examples'
 * leads and attorney, and uses the API's operations. Leaves out events, deliveries and holds, which end by themselves.
 */
export const addExampleRecords = async (
  table: Table,
  firm: { readonly firm_id: string; readonly api_key: string },
) => {
  const firmId = firmIdFromVerifiedSource(firm.firm_id);
  const [caller] = await readKeys(table, [sha256(firm.api_key)]);
  if (caller === undefined) throw new Error("The demo firm lacks its key.");

  const create = <Definition extends EndpointDefinition, Records extends Refs>(
    operation: Operation<Definition, Records>,
    { id, ...json }: { readonly id: string },
  ) => {
    const nowMilliseconds = Date.now();
    const actor = { type: "api_key" as const, id: caller.id };
    const change = { id: newRecordId(nowMilliseconds), at: new Date(nowMilliseconds).toISOString(), actor };
    const request = { firmId, actor, nowMilliseconds, params: {}, json, newId: id, change };
    return runOperation({
      table,
      operation,
      request: { ...request, query: undefined, expectedVersions: null } as OperationRequest<Definition>,
      violations: [],
      input: operation.definition.body?.().parse(json) as never,
      claim: null,
      key: Promise.resolve(caller),
    });
  };

  for (const consultation of CONSULTATIONS) await create(bookConsultation, consultation);
  for (const id of [IDS.webhook, IDS.otherWebhook]) await create(createWebhook("local"), { ...WEBHOOK, id });
  await create(createSource, { ...SOURCE, id: IDS.source });
  const { secret, key } = newKey(firmId, API_KEY, Date.now());
  await commit(table, putKey(firmId, { secret, key: { ...key, id: IDS.key } }, caller));
  await commit(table, putExampleLink(firmId));
  await commit(table, putExampleCalendarLink(firmId));
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
