import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "@jest/globals";
import {
  eventKey,
  inboundDeliveryKey,
  linkKey,
  linkPartition,
  type RecordKey,
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
import { deliver, listInboundDeliveries } from "../support/ingestion.ts";
import { readPartition } from "../support/leads.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { transactionCanceled } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });

let firm: ErasureFirm;
let leadId: string;
beforeEach(async () => {
  captureLog();
  firm = await newErasureFirm(table);
  leadId = await leaveTraces(table, firm);
});

const erase = () => {
  const { publish } = eventPublisher(table, [firm]);
  return runErasure(table, { firmId: firm.firmId, leadId }, publish);
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

/** What is left of the person, but for one record. */
const leftBeside = async (id: string) =>
  (await personalItems(table)).filter((text) => text.includes(firm.firmId) && !text.includes(id));

it("the erasure of a lead passes an inbound delivery that cannot be read, and names it", async () => {
  await deliver(firm.source.secret, { note: PERSON.lastName });
  const [{ id }] = await listInboundDeliveries(firm.apiKey, firm.source.id);
  await change(inboundDeliveryKey(firm.firmId, firm.source.id, id), "REMOVE bodyBytes");
  await expect(erase()).rejects.toThrow(`could not read or erase the inbound record DELIVERY#${id}. Every`);
  expect(await leftBeside(id)).toEqual([]);
});

it("the erasure of a lead passes an event that cannot be read, and names it", async () => {
  const event = newEvent({ data: { id: leadId, email: PERSON.email } });
  await logEvents(table, firm.firmId, [event]);
  await change(eventKey(firm.firmId, event.id), "SET body = :body", { ":body": `{"x":"${PERSON.email}"}` });
  await expect(erase()).rejects.toThrow(`could not read or erase the event ${event.id}. Every`);
  expect(await leftBeside(event.id)).toEqual([]);
});

it("the erasure of a lead passes a link that cannot be read, and names it", async () => {
  await newLinkOf(firm, leadId);
  await newLinkOf(firm, leadId);
  const [link, other] = await readPartition(table, linkPartition(firm.firmId));
  const id = String(link?.sk);
  await change(linkKey(firm.firmId, id), "REMOVE sha256");
  await expect(erase()).rejects.toThrow(`could not read or erase the link ${id}. Every`);
  expect((await readPartition(table, linkPartition(firm.firmId))).map(({ sk }) => sk)).toEqual([id]);
  expect(await leftBeside(String(other?.sk))).toEqual([]);
});

it("the erasure of a lead passes a consultation that the store refuses, and names it", async () => {
  let refused = "";
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    const [, id] = /CONSULTATION","sk":"([0-9a-f-]+)/.exec(JSON.stringify(input)) ?? [];
    if (name === "TransactWrite" && id !== undefined) refused ||= id;
    if (name === "TransactWrite" && id !== undefined && id === refused)
      throw transactionCanceled("ValidationError");
    return send();
  });
  await expect(erase()).rejects.toThrow(/could not read or erase the consultation [0-9a-f-]{36}\. Every/);
  spy.mockRestore();
  expect(await leftBeside(refused)).toEqual([]);
  expect(Object.values(await erase()).some((count) => count === 1)).toBe(true);
});
