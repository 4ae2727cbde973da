import { TransactWriteCommand, type TransactWriteCommandInput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/events/publish-events.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { settingsKey } from "../../../shared/table/record-keys.ts";
import { useLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { useBus } from "../../support/event-bus.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { passTransactionThrough, sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const store = useFaultyStore();

const firm = useFirm(table);
useBus();
useLog();

/** Stores a lead in a stage and returns the stream record of its creation. */
const created = async (stage: string) => {
  const lead = await firm.putLead({ stage });
  return { lead, record: streamRecord(null, leadToItem(firm.firmId, lead, changeAt(Date.now()))) };
};
const get = async (id: string) => (await firm.send(getLead, { params: { id } })).body;

describe("a lead in a stage that is not there", () => {
  it("is moved to the first open stage", async () => {
    const { lead, record } = await created("gone");
    expect(await handler(streamEvent(record))).toEqual({ batchItemFailures: [] });
    expect(await get(lead.id)).toMatchObject({ status: { key: "new", name: "New" } });
  });

  it("stays where a caller has put it meanwhile", async () => {
    const { lead, record } = await created("gone");
    const body = { status: "qualified" };
    expect((await firm.send(updateLead, { params: { id: lead.id }, body })).status).toBe(200);
    expect(await handler(streamEvent(record))).toEqual({ batchItemFailures: [] });
    expect(await get(lead.id)).toMatchObject({ status: { key: "qualified" } });
  });

  it("stays if the stage is newer than the cached settings", async () => {
    await handler(streamEvent((await created("new")).record));
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: settingsKey(firm.firmId),
        UpdateExpression: "SET stages[0].#key = :key",
        ExpressionAttributeNames: { "#key": "key" },
        ExpressionAttributeValues: { ":key": "newer" },
      }),
    );
    const { lead, record } = await created("newer");
    await handler(streamEvent(record));
    expect(await get(lead.id)).toMatchObject({ status: { key: "newer" } });
  });

  it("is looked at again when the store fails", async () => {
    const { lead, record } = await created("gone");
    store.on(TransactWriteCommand).callsFake((input: TransactWriteCommandInput, client) => {
      if (JSON.stringify(input).includes(lead.id)) throw sdkError("ThrottlingException");
      return passTransactionThrough(input, client);
    });
    expect(await handler(streamEvent(record))).toEqual({ batchItemFailures: [{ itemIdentifier: "1" }] });
    store.recover();
    expect(await get(lead.id)).toMatchObject({ status: { key: "gone" } });
  });

  it("costs any other lead nothing", async () => {
    const { record } = await created("new");
    expect(await recordStoreCalls(() => handler(streamEvent(record)))).toEqual([
      "Get",
      "Get",
      "TransactWrite",
    ]);
    const { record: second } = await created("new");
    expect(await recordStoreCalls(() => handler(streamEvent(second)))).toEqual(["TransactWrite"]);
  });
});
