import { beforeEach, expect } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as completeConsultation } from "../../functions/consultations/complete-consultation.ts";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as createLink } from "../../functions/links/create-link.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { eraseLead } from "../../shared/erasure/erase-lead.ts";
import { type OnFault, throwFault } from "../../shared/table/record-fault.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { captureLog } from "./capture-log.ts";
import { ROUND_THE_CLOCK } from "./consultations.ts";
import { captureBus } from "./event-bus.ts";
import { newEvent } from "./events.ts";
import { newFirm } from "./firms.ts";
import { call } from "./http-call.ts";
import { deliver } from "./ingestion.ts";
import { MEETING, SELF_SERVICE, tokenOf } from "./links.ts";
import { itemText, scanItems } from "./scan-table.ts";
import { createTestSource } from "./sources.ts";
import { streamEvent } from "./stream-events.ts";
import { followStream } from "./table-stream.ts";
import { storeDelivery } from "./webhook-deliveries.ts";
import { storeWebhook } from "./webhooks.ts";

/** Texts that occur nowhere else in a table. */
export const PERSON = {
  firstName: "Zebediah",
  lastName: "Quuxworth",
  email: "zeb.quux@example.com",
  phone: "+12125550199",
  summary: "Slipped on bananas",
};

const NEEDLES = ["zebediah", "quuxworth", "zeb.quux", "2125550199", "bananas"];

/** Returns those of the items that hold personal data, as text. */
export const personalTexts = (items: readonly Item[]): string[] =>
  items.map(itemText).filter((text) => NEEDLES.some((each) => text.toLowerCase().includes(each)));

/** Returns the items of the table that hold personal data, as text. */
export const personalItems = async (table: Table): Promise<string[]> => personalTexts(await scanItems(table));

/** Creates a firm with a source, and an attorney who can be booked at any time. */
export const newErasureFirm = async (table: Table) => {
  const firm = await newFirm(table);
  const body = { office_hours: ROUND_THE_CLOCK, time_zone: "UTC" };
  await call(updateMember, { key: firm.apiKey, params: { id: firm.attorney.id }, body });
  const source = await createTestSource(firm.apiKey);
  const webhook = await storeWebhook(table, firm.firmId);
  return { ...firm, source, webhook };
};

export type ErasureFirm = Awaited<ReturnType<typeof newErasureFirm>>;

/** Returns what a source's sender posts about the person. */
export const personBody = (changes: Record<string, unknown> = {}) => ({
  ...PERSON,
  externalId: PERSON.email,
  ...changes,
});

let minutes = 0;

/** Books a consultation of the lead, with a text about the person. */
export const bookOf = ({ apiKey, attorney }: ErasureFirm, leadId: string, headers?: Record<string, string>) =>
  call(bookConsultation, {
    key: apiKey,
    headers,
    body: {
      lead_id: leadId,
      attorney_id: attorney.id,
      type: `For ${PERSON.firstName}`,
      location: `${PERSON.firstName}'s office`,
      start_at: new Date(Date.UTC(2055, 2, 3) + 3_600_000 * minutes++).toISOString(),
      duration_min: 30,
      data: { notes: `Call ${PERSON.phone}` },
    },
  });

export const patchOf = ({ apiKey }: ErasureFirm, id: string, body: unknown) =>
  call(updateLead, { key: apiKey, params: { id }, body });

/**
 * Delivers, rejects, replays, changes, books and completes, so that one person leaves traces in the table.
 * @returns the lead's id
 */
export const leaveTraces = async (table: Table, firm: ErasureFirm): Promise<string> => {
  const { apiKey: key, source, webhook } = firm;
  const rejected = await deliver(source.secret, { name: PERSON.lastName, email: PERSON.email });
  expect(rejected.status).toBe(422);
  const created = await deliver(source.secret, personBody());
  expect(created.status).toBe(201);
  const { leadId } = created.body;
  await deliver(source.secret, personBody());
  await deliver(source.secret, personBody({ lastName: "Quuxworth-Smith" }));
  await patchOf(firm, leadId, { source: `Friend of ${PERSON.lastName}`, data: { summary: PERSON.summary } });
  const { body } = await bookOf(firm, leadId, { "idempotency-key": leadId });
  const second = await bookOf(firm, leadId);
  const params = { id: body.id };
  const outcome = `${PERSON.firstName} signed`;
  expect((await call(completeConsultation, { key, params, body: { outcome } })).status).toBe(200);
  await call(archiveConsultation, { key, params: { id: second.body.id } });
  const event = newEvent({ data: { id: leadId, email: PERSON.email } });
  await storeDelivery(table, firm.firmId, webhook, { body: JSON.stringify(event) });
  return leadId;
};

/**
 * Lets clients act by links, and creates one by which the lead books a consultation of any attorney.
 * @returns its key
 */
export const newLinkOf = async ({ apiKey: key }: ErasureFirm, leadId: string): Promise<string> => {
  expect((await call(updateFirm, { key, body: SELF_SERVICE })).status).toBe(200);
  const { status, body } = await call(createLink, {
    key,
    params: { id: leadId },
    body: { type: MEETING.key },
  });
  expect(status).toBe(201);
  return tokenOf(body.url);
};

/** Returns a publisher of every new change of the table's stream, or only of these firms; the first time, of all. */
export const eventPublisher = (table: Table, firms?: readonly Pick<ErasureFirm, "firmId">[]) => {
  const bus = captureBus();
  let read: Awaited<ReturnType<typeof followStream>> | undefined;
  const publish = async () => {
    read ??= await followStream(table);
    const isSelected = ({ dynamodb }: DynamoDBRecord) =>
      firms?.some(({ firmId }) => dynamodb?.Keys?.pk?.S?.includes(firmId)) ?? true;
    const records = (await read()).filter(isSelected);
    expect(await publishEvents(streamEvent(...records))).toEqual({ batchItemFailures: [] });
  };
  return { publish, details: bus.details };
};

type Erasure = {
  readonly firmId: ErasureFirm["firmId"];
  readonly leadId: string;
  readonly dryRun?: boolean;
  readonly keepsConsultations?: boolean;
  /** By default, a record that cannot be read or erased is an error. */
  readonly onFault?: OnFault;
};

/** Erases with a clock that moves only during waits. `during` runs in each wait. */
export const runErasure = async (
  table: Table,
  { firmId, leadId, dryRun = false, keepsConsultations = false, onFault = throwFault }: Erasure,
  during: () => Promise<unknown>,
) => {
  let waited = 0;
  const dependencies = {
    table,
    now: () => Date.now() + waited,
    wait: async (milliseconds: number) => {
      waited += milliseconds;
      await during();
    },
    onProgress: () => {},
    onFault,
  };
  const { counts, live } = await eraseLead(dependencies, { firmId, leadId, dryRun, keepsConsultations });
  return { ...counts, live };
};

type ErasureOptions = Pick<Erasure, "dryRun" | "keepsConsultations" | "onFault"> & {
  readonly during?: () => Promise<unknown>;
};

/** Creates a firm before each test. Returns it, with an erasure that publishes the firm's changes in each wait. */
export const useErasure = (table: Table) => {
  const firm = {} as ErasureFirm;
  beforeEach(async () => {
    captureLog();
    Object.assign(firm, await newErasureFirm(table));
  });
  const erase = (leadId: string, { during = async () => {}, ...options }: ErasureOptions = {}) => {
    const { publish } = eventPublisher(table, [firm]);
    return runErasure(table, { firmId: firm.firmId, leadId, ...options }, async () => {
      await during();
      await publish();
    });
  };
  return { firm, erase };
};
