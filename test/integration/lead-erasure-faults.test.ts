import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "@jest/globals";
import {
  consultationKey,
  consultationPartition,
  eventKey,
  inboundDeliveryKey,
  leadKey,
  linkKey,
  linkPartition,
  type RecordKey,
  sourceKey,
} from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import {
  type ErasureFirm,
  eventPublisher,
  leaveTraces,
  newErasureFirm,
  newLinkOf,
  PERSON,
  personalItems,
  runErasure,
} from "../support/erasure-fixture.ts";
import { logEvents, newEvent } from "../support/events.ts";
import { deliver, listInboundDeliveries, readSourceItems } from "../support/ingestion.ts";
import { putLead, readPartition } from "../support/leads.ts";
import { scanItems } from "../support/scan-table.ts";
import { createTestSource } from "../support/sources.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { transactionCanceled } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable({ stream: true });

let firm: ErasureFirm;
let leadId: string;
beforeEach(async () => {
  captureLog();
  // Receives the changes that cannot be published.
  captureQueue();
  firm = await newErasureFirm(table);
  leadId = await leaveTraces(table, firm);
});

/** Erases the lead. Returns the counts, and the records that could not be read or erased. */
const erase = async () => {
  const { publish } = eventPublisher(table, [firm]);
  const faults = new Set<string>();
  const onFault = (record: string) => void faults.add(record);
  const counts = await runErasure(table, { firmId: firm.firmId, leadId, onFault }, publish);
  return { counts, faults: [...faults] };
};

const change = (Key: RecordKey, UpdateExpression: string, values?: Record<string, unknown>) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression,
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );

/** Returns what is left of the person, except in one record. */
const leftBeside = async (id: string) =>
  (await personalItems(table)).filter((text) => text.includes(firm.firmId) && !text.includes(id));

it("the erasure of a lead skips an inbound delivery that cannot be read, and names it", async () => {
  await deliver(firm.source.secret, { note: PERSON.lastName });
  const [{ id }] = await listInboundDeliveries(firm.apiKey, firm.source.id);
  await change(inboundDeliveryKey(firm.firmId, firm.source.id, id), "REMOVE bodyBytes");
  expect(await erase()).toMatchObject({ faults: [`the inbound record DELIVERY#${id}`] });
  expect(await leftBeside(id)).toEqual([]);
});

it("the erasure of a lead skips an event that cannot be read, and names it", async () => {
  const event = newEvent({ data: { id: leadId, email: PERSON.email } });
  await logEvents(table, firm.firmId, [event]);
  await change(eventKey(firm.firmId, event.id), "SET body = :body", { ":body": `{"x":"${PERSON.email}"}` });
  expect(await erase()).toMatchObject({ faults: [`the event ${event.id}`] });
  expect(await leftBeside(event.id)).toEqual([]);
});

it("the erasure of a lead skips a link that cannot be read, and names it", async () => {
  await newLinkOf(firm, leadId);
  await newLinkOf(firm, leadId);
  const [link, other] = await readPartition(table, linkPartition(firm.firmId));
  const id = String(link?.sk);
  await change(linkKey(firm.firmId, id), "REMOVE sha256");
  expect(await erase()).toMatchObject({ faults: [`the link ${id}`] });
  expect((await readPartition(table, linkPartition(firm.firmId))).map(({ sk }) => sk)).toEqual([id]);
  expect(await leftBeside(String(other?.sk))).toEqual([]);
});

it("the erasure of a lead skips a consultation that the store refuses, and names it", async () => {
  let refused = "";
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    const [, id] = /CONSULTATION","sk":"([0-9a-f-]+)/.exec(JSON.stringify(input)) ?? [];
    if (name === "TransactWrite" && id !== undefined) refused ||= id;
    if (name === "TransactWrite" && id !== undefined && id === refused)
      throw transactionCanceled("ValidationError");
    return send();
  });
  const { faults } = await erase();
  expect(faults).toEqual([`the consultation ${refused}`]);
  spy.mockRestore();
  expect(await leftBeside(refused)).toEqual([]);
  expect(await erase()).toMatchObject({ counts: { consultations: 1 }, faults: [] });
});

it("the erasure of a lead skips a consultation that cannot be read, and names it", async () => {
  const [consultation] = await readPartition(table, consultationPartition(firm.firmId));
  const id = String(consultation?.sk);
  await change(consultationKey(firm.firmId, id), "SET erasure = :number", { ":number": 5 });
  expect(await erase()).toMatchObject({ faults: [`the consultation ${id}`] });
  expect(await leftBeside(id)).toEqual([]);
});

it("the erasure of a lead skips a deduplication record that cannot be read, and names it", async () => {
  const records = await readSourceItems(table, firm.firmId, firm.source.id);
  const record = records.find(({ sk, lead }) => String(sk).startsWith("EXTERNAL") && lead === leadId);
  const sk = String(record?.sk);
  await change({ pk: String(record?.pk), sk }, "SET revision = :text", { ":text": "x" });
  expect(await erase()).toMatchObject({ faults: [`the inbound record ${sk}`] });
  expect(await leftBeside(sk)).toEqual([]);
});

it("the erasure of a lead skips a source that cannot be read, and names it", async () => {
  const other = await createTestSource(firm.apiKey);
  await change(sourceKey(firm.firmId, other.id), "REMOVE mapping");
  expect(await erase()).toMatchObject({ faults: [`the source ${other.id}`] });
  expect(await leftBeside(other.id)).toEqual([]);
});

it("the erasure of a lead skips a lead that was merged into it and cannot be read, and names it", async () => {
  const { id } = await putLead(table, firm.firmId, { mergedInto: leadId, firstName: PERSON.firstName });
  await change(leadKey(firm.firmId, leadId), "SET mergedLeadIds = :ids", { ":ids": [id] });
  await change(leadKey(firm.firmId, id), "REMOVE stage");
  expect(await erase()).toMatchObject({ faults: [`the lead ${id}`] });
  expect(await leftBeside(id)).toEqual([]);
});

it("the erasure of a lead changes nothing when the lead that it was merged into cannot be read", async () => {
  const { id } = await putLead(table, firm.firmId, { mergedInto: leadId });
  await change(leadKey(firm.firmId, leadId), "REMOVE stage");
  const before = await scanItems(table);
  const { publish } = eventPublisher(table, [firm]);
  await expect(runErasure(table, { firmId: firm.firmId, leadId: id }, publish)).rejects.toThrow(
    `could not read the lead ${id}, or the one that it was merged into`,
  );
  expect(await scanItems(table)).toEqual(before);
});
