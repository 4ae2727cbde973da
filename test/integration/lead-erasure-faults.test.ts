import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "@jest/globals";
import {
  consultationKey,
  consultationPartition,
  eventKey,
  type Item,
  inboundDeliveryKey,
  leadKey,
  linkKey,
  linkPartition,
  type RecordKey,
  sourceKey,
} from "../../shared/table/record-keys.ts";
import { leaveTraces, newLinkOf, PERSON, personalItems, useErasure } from "../support/erasure-fixture.ts";
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
const { firm, erase } = useErasure(table);

let leadId: string;
beforeEach(async () => {
  // Receives the changes that cannot be published.
  captureQueue();
  leadId = await leaveTraces(table, firm);
});

/** Erases the lead. Returns the counts, and the records that could not be read or erased. */
const eraseWhatCanBe = async () => {
  const faults = new Set<string>();
  const onFault = (record: string) => void faults.add(record);
  return { counts: await erase(leadId, { onFault }), faults: [...faults] };
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

it("the erasure of a lead skips records that cannot be read, and names them", async () => {
  const { firmId, source } = firm;
  await deliver(source.secret, { note: PERSON.lastName });
  const [{ id: delivery }] = await listInboundDeliveries(firm.apiKey, source.id);
  await change(inboundDeliveryKey(firmId, source.id, delivery), "REMOVE bodyBytes");

  const event = newEvent({ data: { id: leadId, email: PERSON.email } });
  await logEvents(table, firmId, [event]);
  await change(eventKey(firmId, event.id), "SET body = :body", { ":body": `{"x":"${PERSON.email}"}` });

  await newLinkOf(firm, leadId);
  await newLinkOf(firm, leadId);
  const [link] = (await readPartition(table, linkPartition(firmId))).map(({ sk }) => String(sk));
  await change(linkKey(firmId, String(link)), "REMOVE sha256");

  const [consultation] = (await readPartition(table, consultationPartition(firmId))).map(({ sk }) =>
    String(sk),
  );
  await change(consultationKey(firmId, String(consultation)), "SET erasure = :number", { ":number": 5 });

  const isRecord = ({ sk, lead }: Item) => String(sk).startsWith("EXTERNAL") && lead === leadId;
  const record = (await readSourceItems(table, firmId, source.id)).find(isRecord);
  const sk = String(record?.sk);
  await change({ pk: String(record?.pk), sk }, "SET revision = :text", { ":text": "x" });

  const other = await createTestSource(firm.apiKey);
  await change(sourceKey(firmId, other.id), "REMOVE mapping");

  const { id: merged } = await putLead(table, firmId, { mergedInto: leadId, firstName: PERSON.firstName });
  await change(leadKey(firmId, leadId), "SET mergedLeadIds = :ids", { ":ids": [merged] });
  await change(leadKey(firmId, merged), "REMOVE stage");

  expect((await eraseWhatCanBe()).faults.sort()).toEqual(
    [
      `the consultation ${consultation}`,
      `the event ${event.id}`,
      `the inbound record ${sk}`,
      `the inbound record DELIVERY#${delivery}`,
      `the lead ${merged}`,
      `the link ${link}`,
      `the source ${other.id}`,
    ].sort(),
  );
  const skipped = [consultation, event.id, sk, delivery, merged, link, other.id].map(String);
  const left = (await personalItems(table)).filter((text) => text.includes(firmId));
  expect(left.filter((text) => !skipped.some((id) => text.includes(id)))).toEqual([]);
  expect((await readPartition(table, linkPartition(firmId))).map(({ sk }) => sk)).toEqual([link]);
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
  const { faults } = await eraseWhatCanBe();
  expect(faults).toEqual([`the consultation ${refused}`]);
  spy.mockRestore();
  expect(await leftBeside(refused)).toEqual([]);
  expect(await eraseWhatCanBe()).toMatchObject({ counts: { consultations: 1 }, faults: [] });
});

it("the erasure of a lead changes nothing when the lead that it was merged into cannot be read", async () => {
  const { id } = await putLead(table, firm.firmId, { mergedInto: leadId });
  await change(leadKey(firm.firmId, leadId), "REMOVE stage");
  const before = await scanItems(table);
  await expect(erase(id)).rejects.toThrow(
    `could not read the lead ${id}, or the one that it was merged into`,
  );
  expect(await scanItems(table)).toEqual(before);
});
