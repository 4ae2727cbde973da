import { isDeepStrictEqual } from "node:util";
import {
  type ConsultationOfLead,
  findConsultationsOfLeads,
} from "../consultations/consultation-lists.store.ts";
import { eventId } from "../events/change-event.rules.ts";
import { areLogged, eraseDeliveredEvents, eraseLoggedEvents } from "../events/erase-events.store.ts";
import { erasedEvent } from "../events/erased-event.rules.ts";
import { isEventRetained } from "../events/event-item.store.ts";
import { readMergedLeadIds } from "../leads/merged-leads.store.ts";
import { notFound } from "../schema/app-error.ts";
import { listSources } from "../sources/source.store.ts";
import { readRecords } from "../table/read-records.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import { WEBHOOK_PREFIX } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { documentIds } from "../table/walk-items.ts";
import { eraseInbound } from "./erase-inbound.ts";
import {
  COUNTED,
  type ErasedRecords,
  type ErasureContext,
  eraseRecords,
  type RecordCounts,
} from "./erase-lead-records.ts";
import { readableLead, readContacts } from "./read-contacts.ts";

/** The dependencies of an erasure. Tests pass their own clock and waits. */
type ErasureDependencies = {
  readonly table: Table;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly onProgress: (text: string) => void;
  /** Receives unreadable or unerased records, which may be about the person. The erasure continues with the rest. */
  readonly onFault: OnFault;
};

type Request = Pick<ErasureContext, "firmId" | "leadId" | "dryRun" | "keepsConsultations">;

type Erasure = {
  readonly counts: RecordCounts & { readonly events: number; readonly webhook_deliveries: number };
  /** The leads' consultations that were live before the erasure. */
  readonly live: readonly ConsultationOfLead[];
};

/** Longer than any function may run: afterwards, no run that read the lead before its erasure continues. */
export const INVOCATION_MILLISECONDS = 65_000;

/** The longest wait for the events of the erasure. */
const EVENTS_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 1_000;

/**
 * Erases a lead's personal data from the table, with those of the leads that it was merged with: they are one person's.
 * The skeleton stays: ids, dates, status, counts. A repeat completes an interrupted run.
 *
 * Requests that read the lead before its erasure may still store deliveries or a booking, so the records are erased
 * once more when such requests must have ended. Each erasure emits an event. The stream keeps a record's changes in
 * order. So once that event is in the log, every earlier one of the record is too, with every address that the lead
 * ever had. Then deliveries without a lead are searched again, before the events are erased.
 * @throws AppError `not_found`
 * @throws when the events are not published in time, and when the surviving lead cannot be read
 */
export const eraseLead = async (dependencies: ErasureDependencies, request: Request): Promise<Erasure> => {
  const { table, now, onFault } = dependencies;
  const sources = await listSources(table, request.firmId, onFault);
  const context = await withLeads({ ...request, table, sources, now, onFault });
  if (request.dryRun) {
    const { counts, live } = await eraseRecords(context);
    return { counts: { ...counts, ...(await eraseEvents(context)) }, live };
  }
  const { records, erased } = await eraseUntilRequestsEnded(dependencies, context);
  await waitForEvents(dependencies, erased);
  const later = await eraseInbound({ ...erased, contacts: await readContacts(erased) });
  const counts = sum(records.counts, later);
  return { counts: { ...counts, ...(await eraseEvents(erased)) }, live: records.live };
};

type Known = Omit<ErasureContext, "leadIds" | "contacts"> & Partial<ErasureContext>;

/** Throws if the surviving lead is unreadable: only it names the others. */
const mergedLeadIds = ({ table, firmId, leadId }: Pick<ErasureContext, "table" | "firmId" | "leadId">) =>
  processRecord(
    () => readMergedLeadIds(table, firmId, leadId),
    (cause): never => {
      throw new Error(`The service could not read the lead ${leadId}, or the one that it was merged into.`, {
        cause,
      });
    },
  );

/** Adds the leads that are merged by now. Reads their contacts again only if these leads are others. */
const withLeads = async (known: Known): Promise<ErasureContext> => {
  const { contacts } = known;
  const leadIds = await mergedLeadIds(known);
  if (leadIds.length === 0) throw notFound("lead");
  if (contacts && isDeepStrictEqual(leadIds, known.leadIds)) return { ...known, leadIds, contacts };
  return { ...known, leadIds, contacts: await readContacts({ ...known, leadIds }) };
};

/** Repeats until a run starts after earlier requests must have ended. Later requests find the leads erased. */
const eraseUntilRequestsEnded = async (
  { now, wait, onProgress }: ErasureDependencies,
  first: ErasureContext,
): Promise<{ readonly records: ErasedRecords; readonly erased: ErasureContext }> => {
  let records: ErasedRecords = { counts: sum(), live: [] };
  for (let context = first; ; context = await withLeads(context)) {
    const startedAt = now();
    const { counts, live } = await eraseRecords(context);
    records = { counts: sum(records.counts, counts), live: distinct([...records.live, ...live]) };
    const { erasedAt } = await readErasures(context);
    if (startedAt - erasedAt >= INVOCATION_MILLISECONDS) return { records, erased: context };
    onProgress("records erased; waiting for requests that had begun before");
    await wait(INVOCATION_MILLISECONDS);
  }
};

/** Kept consultations are live in each run. */
const distinct = (consultations: readonly ConsultationOfLead[]) => [
  ...new Map(consultations.map((each) => [each.id, each])).values(),
];

/** Returns the sums, by the names of the counts. */
const sum = (...all: readonly Partial<RecordCounts>[]) =>
  Object.fromEntries(
    COUNTED.map((name) => [name, all.reduce((total, each) => total + (each[name] ?? 0), 0)]),
  ) as RecordCounts;

const LEAD_EVENT = "lead.updated";
const CONSULTATION_EVENT = "consultation.updated";

/**
 * Returns the instant of the latest erasure of the leads and their consultations: infinite while a lead, merged
 * meanwhile, is not erased. Also returns the ids of the erasures' retained events. Ignores unreadable records.
 */
const readErasures = async ({ table, firmId, leadId, now, onFault }: ErasureContext) => {
  const leadIds = await mergedLeadIds({ table, firmId, leadId });
  const { leads } = await readRecords(table, {
    leads: leadIds.map((id) => readableLead(firmId, id, onFault)),
  });
  const found = leads.filter((lead) => lead !== null);
  const consultations = await findConsultationsOfLeads(table, firmId, { leadIds, onFault });
  const changes = [
    ...found.map(({ erasure }) => ({ erasure, type: LEAD_EVENT })),
    ...consultations.map(({ erasure }) => ({ erasure, type: CONSULTATION_EVENT })),
  ];
  const erased = changes.flatMap(({ erasure, type }) => (erasure ? [{ erasure, type }] : []));
  const isComplete = found.every(({ erasure }) => erasure !== undefined);
  return {
    erasedAt: isComplete ? Math.max(...erased.map(({ erasure }) => Date.parse(erasure.at))) : Infinity,
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

const eraseEvents = async ({ table, firmId, leadIds, sources, dryRun, now, onFault }: ErasureContext) => {
  const sourceKeys = new Set(sources.map(({ key }) => key));
  const options = {
    dryRun,
    onFault,
    replace: (event: Parameters<typeof erasedEvent>[0]) => erasedEvent(event, { leadIds, sourceKeys }),
  };
  let deliveries = 0;
  for (const webhookId of await documentIds(table, firmId, WEBHOOK_PREFIX)) {
    deliveries += await eraseDeliveredEvents(table, firmId, { ...options, webhookId });
  }
  const logged = { ...options, leadIds, nowMilliseconds: now() };
  return { events: await eraseLoggedEvents(table, firmId, logged), webhook_deliveries: deliveries };
};
