import { requireFound } from "../api/app-error.ts";
import type { Erasure } from "../api/change.ts";
import { findConsultationsOfLead } from "../consultations/consultation-lists.store.ts";
import { eventId } from "../events/change-event.rules.ts";
import {
  areLogged,
  eraseDeliveredEvents,
  eraseLoggedEvents,
  loggedEvents,
} from "../events/erase-events.store.ts";
import { erasedEvent } from "../events/erased-event.rules.ts";
import type { EventResource } from "../events/event.contract.ts";
import { isEventRetained } from "../events/event-item.store.ts";
import { firmSettingsRecord } from "../firm/firm.store.ts";
import { listSources } from "../sources/source.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { webhookStore } from "../webhooks/webhook.store.ts";
import type { Contacts } from "./contacts.rules.ts";
import { eraseInbound } from "./erase-inbound.ts";
import { type ErasureContext, eraseRecords, type RecordCounts } from "./erase-lead-records.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord } from "./lead.store.ts";

/** What an erasure depends on; tests pass their own clock and waits. */
export type ErasureDependencies = {
  readonly table: Table;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly onProgress: (text: string) => void;
};

type Request = { readonly firmId: FirmId; readonly leadId: string; readonly dryRun: boolean };

export type ErasureCounts = RecordCounts & { readonly events: number; readonly webhook_deliveries: number };

/** Longer than a function may run: what read the lead before its erasure has ended by then. */
const INVOCATION_MILLISECONDS = 25_000;

/** How long to wait for the events of the erasure. */
const EVENTS_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 1_000;

/**
 * Erases a lead's personal data from the table. The skeleton stays: ids, dates, status, counts. Repeating it finishes
 * what an earlier run left.
 *
 * Requests that read the lead before its erasure may still store deliveries or a booking, so the records are erased once
 * more when such requests must have ended. Each erasure emits an event. The stream keeps a record's changes in order, so
 * once that event is in the log, every earlier one of the record is too, with every address that the lead ever had there:
 * so deliveries without a lead are searched again before the events are erased.
 * @throws AppError `not_found`
 * @throws when the events are not published in time
 */
export const eraseLead = async (
  dependencies: ErasureDependencies,
  { firmId, leadId, dryRun }: Request,
): Promise<ErasureCounts> => {
  const { table, now } = dependencies;
  const sources = await listSources(table, firmId);
  const lead = requireFound("lead", await readRecord(table, leadRecord(firmId, leadId)));
  const contacts = await contactsOfLead(table, { firmId, lead });
  const context: ErasureContext = { table, firmId, leadId, sources, contacts, dryRun, now };
  if (dryRun) return { ...(await eraseRecords(context)), ...(await eraseEvents(context)) };
  const records = await eraseUntilRequestsEnded(dependencies, context);
  await waitForEvents(dependencies, context);
  const later = await eraseInbound({ ...context, contacts: await contactsOfLead(table, { firmId, lead }) });
  return { ...sum(records, { ...NONE, ...later }), ...(await eraseEvents(context)) };
};

/** Again until a run that began when earlier requests must have ended; what arrives later finds the lead erased. */
const eraseUntilRequestsEnded = async (
  { now, wait, onProgress }: ErasureDependencies,
  context: ErasureContext,
): Promise<RecordCounts> => {
  let total = NONE;
  for (;;) {
    const startedAt = now();
    total = sum(total, await eraseRecords(context));
    const { erasure } = await readErasures(context);
    const erasedAt = Math.max(...erasure.map(({ at }) => Date.parse(at)));
    if (startedAt - erasedAt >= INVOCATION_MILLISECONDS) return total;
    onProgress("records erased; waiting for requests that had begun before");
    await wait(INVOCATION_MILLISECONDS);
  }
};

const NONE: RecordCounts = {
  leads: 0,
  consultations: 0,
  inbound_deliveries: 0,
  deduplication_records: 0,
  idempotency_records: 0,
};

const sum = (one: RecordCounts, other: RecordCounts): RecordCounts => ({
  leads: one.leads + other.leads,
  consultations: one.consultations + other.consultations,
  inbound_deliveries: one.inbound_deliveries + other.inbound_deliveries,
  deduplication_records: one.deduplication_records + other.deduplication_records,
  idempotency_records: one.idempotency_records + other.idempotency_records,
});

const LEAD_EVENT = "lead.updated";
const CONSULTATION_EVENT = "consultation.updated";

/** The erasures of the lead and its consultations, and the ids of their events that are still kept. */
const readErasures = async ({ table, firmId, leadId, now }: ErasureContext) => {
  const lead = requireFound("lead", await readRecord(table, leadRecord(firmId, leadId)));
  const consultations = await findConsultationsOfLead(table, firmId, leadId);
  const changes = [
    { erasure: lead.erasure, type: LEAD_EVENT },
    ...consultations.map(({ erasure }) => ({ erasure, type: CONSULTATION_EVENT })),
  ];
  const erased = changes.flatMap(({ erasure, type }) => (erasure ? [{ erasure, type }] : []));
  return {
    erasure: erased.map(({ erasure }): Erasure => erasure),
    eventIds: erased
      .map(({ erasure: { changeId }, type }) => eventId(changeId, type))
      .filter((id) => isEventRetained({ id }, now())),
  };
};

const waitForEvents = async (
  { table, now, wait, onProgress }: ErasureDependencies,
  context: ErasureContext,
): Promise<void> => {
  const { eventIds } = await readErasures(context);
  const giveUpAt = now() + EVENTS_MILLISECONDS;
  while (!(await areLogged(table, context.firmId, eventIds))) {
    if (now() > giveUpAt)
      throw new Error(
        "The records are erased, but not their events: earlier ones are not published yet. Run the command again.",
      );
    onProgress("waiting for the events of the erasure");
    await wait(POLL_MILLISECONDS);
  }
};

const eraseEvents = async ({ table, firmId, leadId, sources, dryRun }: ErasureContext) => {
  const sourceKeys = new Set(sources.map(({ key }) => key));
  const options = {
    dryRun,
    replace: (event: Parameters<typeof erasedEvent>[0]) => erasedEvent(event, { leadId, sourceKeys }),
  };
  let deliveries = 0;
  for (const { id: webhookId } of await webhookStore(table).all(firmId)) {
    deliveries += await eraseDeliveredEvents(table, firmId, { ...options, webhookId });
  }
  return { events: await eraseLoggedEvents(table, firmId, options), webhook_deliveries: deliveries };
};

/** The lead's email addresses and phone numbers, with those that it had before by the firm's event log. */
const contactsOfLead = async (
  table: Table,
  { firmId, lead }: { readonly firmId: FirmId; readonly lead: Lead },
): Promise<Contacts> => {
  const settings = requireFound("firm", await readRecord(table, firmSettingsRecord(firmId)));
  const values = new Set([lead.email, lead.phone]);
  for await (const event of loggedEvents(table, firmId)) {
    if (event.data.id === lead.id) for (const value of contactsIn(event)) values.add(value);
  }
  values.delete("");
  return { values, defaultCountry: settings.defaultCountry };
};

const contactsIn = ({ data, previous }: EventResource): string[] =>
  [data.email, data.phone, previous.email, previous.phone].filter((value) => typeof value === "string");
