import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as createLink } from "../../functions/links/create-link.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import {
  bookOf,
  type ErasureFirm,
  eventPublisher,
  leaveTraces,
  newErasureFirm,
  newLinkOf,
  PERSON,
  patchOf,
  personalItems,
  personalTexts,
  personBody,
  runErasure,
} from "../support/erasure-fixture.ts";
import { call } from "../support/http-call.ts";
import { deliver, listInboundDeliveries } from "../support/ingestion.ts";
import { byLink, MEETING } from "../support/links.ts";
import { scanItems } from "../support/scan-table.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { transactionCanceled } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";

const table = useTable({ stream: true });

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

let firm: ErasureFirm;
let leadId: string;
let linkToken: string;
let publisher: ReturnType<typeof eventPublisher>;
let before: Item[];
let counted: Awaited<ReturnType<typeof erase>>;
let afterDryRun: Item[];
beforeAll(async () => {
  firm = await newErasureFirm(table);
  leadId = await leaveTraces(table, firm);
  linkToken = await newLinkOf(firm, leadId);
  publisher = eventPublisher(table);
  await publisher.publish();
  before = await scanItems(table);
  counted = await erase(true);
  afterDryRun = await scanItems(table);
  await eraseAmidConflicts();
});

const erase = (dryRun = false) =>
  runErasure(table, { firmId: firm.firmId, leadId, dryRun }, publisher.publish);

/** Refuses writes as DynamoDB does while a transaction writes the item. DynamoDB Local never refuses them. */
const conflictWithEverySecondWrite = () => {
  let writes = 0;
  return interceptStoreCalls(async ({ name, send }) => {
    const isWrite = ["Put", "Update", "TransactWrite"].includes(name);
    if (!isWrite || writes++ % 2 === 1) return send();
    throw name === "TransactWrite"
      ? transactionCanceled("TransactionConflict")
      : new TransactionConflictException({ message: "in progress", $metadata: {} });
  });
};

const eraseAmidConflicts = async () => {
  const spy = conflictWithEverySecondWrite();
  await erase();
  spy.mockRestore();
};

it("the erasure of a lead only counts in a dry run", () => {
  expect(counted).toEqual({
    live: [expect.objectContaining({ status: "scheduled", attorneyId: firm.attorney.id })],
    canceled_consultations: 1,
    leads: 1,
    consultations: 2,
    activities: 0,
    conflict_checks: 0,
    links: 1,
    inbound_deliveries: 4,
    deduplication_records: 1,
    idempotency_records: 1,
    events: 7,
    webhook_deliveries: 1,
  });
  expect(afterDryRun).toEqual(before);
  expect(personalTexts(before)).toHaveLength(15);
});

describe("the erasure of a lead amid conflicts", () => {
  it("leaves no name, email, phone or text of the person in any item", async () => {
    expect(await personalItems(table)).toEqual([]);
  });

  it("keeps every item except links and their keys, the skeleton of the records and the ids of events", async () => {
    const keys = (items: readonly Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);
    const ofLinks = before.filter(({ pk, kind }) => String(pk).endsWith("#LINK") || kind === "link");
    const kept = keys(await scanItems(table));
    expect(keys(before).filter((key) => !kept.includes(key))).toEqual(keys(ofLinks));
    expect(ofLinks).toHaveLength(2);
    const { body } = await call(getLead, { key: firm.apiKey, params: { id: leadId } });
    expect(body).toMatchObject({ id: leadId, first_name: "", email: "", phone: "", data: {}, source: "" });
    expect(body.status).toEqual({ key: "new", name: "New" });
  });

  it("emits lead.updated and consultation.updated by the operator, without old values", async () => {
    // The first publisher has published them while the erasure waited.
    publisher = eventPublisher(table);
    await publisher.publish();
    const byOperator = publisher.details().filter(({ actor }) => Object(actor).type === "operator");
    const erasures = byOperator.filter(({ type }) => type !== "consultation.canceled");
    expect(byOperator).toHaveLength(4);
    expect(erasures.map(({ type }) => type).sort()).toEqual([
      "consultation.updated",
      "consultation.updated",
      "lead.updated",
    ]);
    for (const event of erasures) expect([event.previous, Object(event.data).data]).toEqual([{}, {}]);
    const { body } = await call(listEvents, { key: firm.apiKey });
    // With the one of a rejected delivery, which has nothing of the person.
    expect(body.data).toHaveLength(13);
    expect(await personalItems(table)).toEqual([]);
  });

  it("changes nothing when repeated", async () => {
    await erase();
    const { live, ...counts } = await erase();
    expect([...live, ...new Set(Object.values(counts))]).toEqual([0]);
  });

  it("refuses repeats with an Idempotency-Key, and says why", async () => {
    const repeat = await bookOf(firm, leadId, { "idempotency-key": leadId });
    expect([repeat.status, repeat.body.error.details]).toEqual([
      422,
      [{ field: "Idempotency-Key", message: "was used for a record whose personal data were erased" }],
    ]);
  });

  it("ends the lead's links, and lets none be made", async () => {
    const client = byLink(linkToken);
    const answers = [await client.state(), await client.book(NEXT_YEAR), await client.availability()];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(3).fill([401, "invalid_key"]),
    );
    const body = { type: MEETING.key };
    const created = await call(createLink, { key: firm.apiKey, params: { id: leadId }, body });
    expect([created.status, violationFields(created)]).toEqual([422, ["lead_id"]]);
  });

  it("keeps personal data from coming back", async () => {
    const patched = await patchOf(firm, leadId, { email: PERSON.email });
    const booked = await bookOf(firm, leadId);
    const delivered = await deliver(firm.source.secret, personBody({ lastName: "Quuxworth" }));
    expect([patched.status, booked.status, delivered.status]).toEqual([404, 422, 200]);
    expect(delivered.body).toEqual({ status: "ignored" });
    const [newest] = await listInboundDeliveries(firm.apiKey, firm.source.id);
    expect(newest).toMatchObject({ outcome: "ignored", lead_id: leadId, body: "" });
    expect(await personalItems(table)).toEqual([]);
  });
});
