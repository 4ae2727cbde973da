import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import type { EventResource } from "../../../shared/events/event.contract.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import {
  CALENDAR_SHARDS,
  DUE_SHARDS,
  FEED_SHARDS,
  REMINDER_SHARDS,
} from "../../../shared/table/due-index.ts";
import type { Table } from "../../../shared/table/table.ts";
import { OVERDUE_MILLISECONDS } from "../../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { newEvent } from "../../support/events.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { storePendingDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";
import {
  type ConsumerScenario,
  newSampleLead,
  newWorld,
  storeLead,
  storeLeads,
  type World,
} from "../world.ts";
import { indexSweep } from "./conflict-gate.ts";
import { feedReadings, feedSweep } from "./feeds.ts";
import { linkSweep } from "./links.ts";
import { leadSweep, publicationOfReminder, reminderSweeps } from "./reminders.ts";

/** Endpoints: one answers with success, one with a failure. */
type ReceiverUrls = {
  readonly working: string;
  readonly failing: string;
  /** The server of calendars. */
  readonly origin: string;
};

/** Returns the scenarios. The sweep finds the items of all, so none may store a due item before the sweep runs. */
export const consumerScenarios = async (table: Table, urls: ReceiverUrls): Promise<ConsumerScenario[]> => [
  ...publications(await newWorld(table)),
  ...(await publicationsOfGate(await newWorld(table))),
  await publicationOfDuplicate(await newWorld(table)),
  await publicationOfCancellation(await newWorld(table)),
  { ...PUBLICATION_OF_LEAD, ...(await publicationOfReminder(await newWorld(table))) },
  fanOut(await newWorld(table), "no webhook subscribes to it", 1),
  {
    ...fanOut(await subscribedWorld(table, urls.working, 1), "one webhook subscribes to it", 2),
    maxWriteUnits: 2,
  },
  {
    ...fanOut(await subscribedWorld(table, urls.working, 50), "10 KB, 50 webhooks subscribe to it", 2, LARGE),
    maxWriteUnits: 100,
  },
  ...(await deliveries(await newWorld(table), urls)),
  ...(await sweeps(await newWorld(table), urls)),
  ...(await feedReadings(await newWorld(table), urls.origin)),
];

const LARGE: Partial<EventResource> = { data: { id: "1", text: "x".repeat(10 * 1024) } };

const subscribedWorld = async (table: Table, url: string, webhooks: number) => {
  const world = await newWorld(table);
  for (let n = 0; n < webhooks; n++) await storeWebhook(table, world.firmId, { url });
  return world;
};

// A cold instance does not know where the log ends.
const PUBLICATION = {
  endpoint: "publish-events",
  maxRoundTrips: 1,
  maxColdRoundTrips: 4,
  inParallel: true,
} as const;

/** The contact of a new lead is looked up before the events are appended. */
const PUBLICATION_OF_LEAD = { ...PUBLICATION, maxRoundTrips: 2, maxColdRoundTrips: 5 };

const itemOf = ({ firmId }: World, lead = newSampleLead()) => leadToItem(firmId, lead, changeAt(Date.now()));

const creations = (world: World, count: number) => () =>
  streamEvent(...Array.from({ length: count }, () => streamRecord(null, itemOf(world))));

const stageChange = (world: World) => () => {
  const lead = newSampleLead();
  return streamEvent(streamRecord(itemOf(world, lead), itemOf(world, { ...lead, stage: "contacted" })));
};

const publications = (world: World): ConsumerScenario[] => [
  { ...PUBLICATION, label: "one event of a lead", event: stageChange(world) },
  { ...PUBLICATION_OF_LEAD, label: "a new lead", event: creations(world, 1) },
  {
    ...PUBLICATION_OF_LEAD,
    maxRoundTrips: 4,
    maxColdRoundTrips: 7,
    label: "25 new leads of one firm",
    event: creations(world, 25),
  },
];

/** The keys of a conflict check are written, and searched, before the events are appended. */
const publicationsOfGate = async (world: World): Promise<ConsumerScenario[]> => {
  await setGate(world.table, world.firmId);
  const publication = (label: string, maxRoundTrips: number, parties: Lead["parties"]) => ({
    ...PUBLICATION_OF_LEAD,
    ...{ maxRoundTrips, maxColdRoundTrips: maxRoundTrips + 2 },
    ...{
      label,
      event: () => streamEvent(streamRecord(null, itemOf(world, { ...newSampleLead(), parties }))),
    },
  });
  const party = (index: number) => ({
    ...{ role: "adverse" as const, name: `Adam Adverse ${index}`, aliases: [`Bob Adverse ${index}`] },
    ...{ email: `adverse-${index}@example.com`, phone: "" },
  });
  return [
    publication("a new lead of a firm with a conflict gate", 5, null),
    publication(
      "a new lead with 20 parties of a firm with a conflict gate",
      17,
      Array.from({ length: 20 }, (_, index) => party(index)),
    ),
  ];
};

const publicationOfDuplicate = async (world: World): Promise<ConsumerScenario> => {
  await storeLeads(world, 1_000);
  return {
    ...PUBLICATION_OF_LEAD,
    label: "a lead whose contact 1,000 others have",
    event: creations(world, 1),
  };
};

/** Its lead's last activity moves after the event is appended. */
const publicationOfCancellation = async (world: World): Promise<ConsumerScenario> => {
  const { id: leadId } = await storeLead(world);
  const event = () => {
    const consultation = newConsultation({ leadId });
    const [before, after] = (["scheduled", "canceled"] as const).map((status) =>
      consultationToItem(world.firmId, { ...consultation, status }, changeAt(Date.now())),
    );
    return streamEvent(streamRecord(before ?? null, after ?? null));
  };
  return { ...PUBLICATION_OF_LEAD, label: "a consultation that was canceled", event };
};

const fanOut = (
  { firmId }: World,
  label: string,
  maxRoundTrips: number,
  changes: Partial<EventResource> = {},
): ConsumerScenario => ({
  endpoint: "fan-out-event",
  label,
  maxRoundTrips,
  inParallel: true,
  event: () => ({ detail: { ...newEvent(changes), firm_id: firmId } }),
});

const HOUR = 3_600_000;

const deliveries = async (
  { table, firmId }: World,
  { working, failing }: ReceiverUrls,
): Promise<ConsumerScenario[]> => {
  const deliveryTo = async (
    label: string,
    maxRoundTrips: number,
    webhook: Parameters<typeof storeWebhook>[2],
  ) => {
    const stored = await storeWebhook(table, firmId, webhook);
    const event = async () => {
      const { message } = await storePendingDelivery(table, firmId, stored, Date.now());
      return { Records: [{ messageId: "1", body: JSON.stringify(message) }] };
    };
    return { endpoint: "deliver-webhook", label, maxRoundTrips, event };
  };
  const nextTry = Date.now() + HOUR;
  const openCircuit = { failureCount: 5, retryAtMilliseconds: nextTry, checkAtMilliseconds: nextTry };
  return [
    { ...(await deliveryTo("a success", 2, { url: working })), maxWriteUnits: 2 },
    await deliveryTo("a failure", 3, { url: failing }),
    await deliveryTo("waits for its endpoint", 3, { url: failing, ...openCircuit }),
  ];
};

const DELIVERIES = 25;
/** The shards of deliveries, of reminders, of calendars and of feeds, and one each of removed stages and of links. */
const SHARDS = DUE_SHARDS.length + REMINDER_SHARDS.length + CALENDAR_SHARDS.length + FEED_SHARDS.length + 2;

const sweeps = async (world: World, { working }: ReceiverUrls): Promise<ConsumerScenario[]> => {
  const { table, firmId } = world;
  const webhook = await storeWebhook(table, firmId, { url: working });
  const scenario = { endpoint: "sweep-deliveries" };
  const storeLost = async () => {
    const fannedOutAt = Date.now() - 2 * OVERDUE_MILLISECONDS;
    for (let count = 0; count < DELIVERIES; count++)
      await storePendingDelivery(table, firmId, webhook, fannedOutAt);
    return {};
  };
  return [
    { ...scenario, label: "nothing due", maxRoundTrips: SHARDS, event: () => ({}) },
    {
      ...scenario,
      label: `${DELIVERIES} deliveries lost`,
      maxRoundTrips: SHARDS + DELIVERIES,
      event: storeLost,
    },
    ...[
      ...reminderSweeps(world),
      leadSweep(world),
      linkSweep(world),
      feedSweep(world),
      // all leads of a firm come to its index
      indexSweep(await newWorld(table)),
    ].map(({ roundTrips, ...due }) => ({
      ...scenario,
      ...due,
      maxRoundTrips: SHARDS + roundTrips,
    })),
  ];
};
