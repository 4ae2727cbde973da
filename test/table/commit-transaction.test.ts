import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { commit, transact } from "../../shared/table/commit.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { ReadAgain } from "../../shared/table/retry.ts";
import { newWebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { storeDeliveryOnce } from "../../shared/webhooks/webhook-delivery.store.ts";
import { passTransactionThrough, transactionCanceled, useFaultyStore } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { newWebhook } from "../support/webhooks.ts";

const table = useTable();
const store = useFaultyStore();

const put = (pk: string) => ({
  Put: {
    TableName: table.name,
    Item: { pk, sk: "A" },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Cancels the first transactions with these reasons; later ones reach the table. */
const cancelFirst = (count: number, ...codes: string[]) => {
  let calls = 0;
  store.on(TransactWriteCommand).callsFake((input, client) => {
    calls += 1;
    if (calls <= count) throw transactionCanceled(...codes);
    return passTransactionThrough(input, client);
  });
  return () => calls;
};

describe("a transaction that the table throttles", () => {
  it.each(["ThrottlingError", "ProvisionedThroughputExceeded"])("(%s) is repeated", async (code) => {
    const calls = cancelFirst(2, "None", code);
    const key = `THROTTLED#${code}`;
    expect(await transact(table, [put(key), put(`${key}#2`)])).toEqual({ result: "done" });
    expect(calls()).toBe(3);
    expect(await transact(table, [put(key)])).toMatchObject({ result: "refused" });
  });

  it("three times fails", async () => {
    const calls = cancelFirst(3, "ThrottlingError");
    await expect(transact(table, [put("THROTTLED#3")])).rejects.toThrow("canceled");
    expect(calls()).toBe(3);
  });

  it("is not repeated when it would be refused anyway", async () => {
    const calls = cancelFirst(1, "ThrottlingError", "ConditionalCheckFailed");
    expect(await transact(table, [put("THROTTLED#4"), put("THROTTLED#5")])).toMatchObject({
      result: "refused",
    });
    expect(calls()).toBe(1);
  });

  it("is not repeated when another write is in progress: the records are read again first", async () => {
    const calls = cancelFirst(1, "ThrottlingError", "TransactionConflict");
    await expect(transact(table, [put("THROTTLED#6"), put("THROTTLED#7")])).rejects.toThrow(ReadAgain);
    expect(calls()).toBe(1);
  });
});

describe("a new item that a transaction is writing", () => {
  const conflict = new TransactionConflictException({ message: "", $metadata: {} });

  it("makes the caller read again", async () => {
    store.on(PutCommand).rejects(conflict);
    await expect(commit(table, [{ New: { pk: "CONFLICT", sk: "A" } }])).rejects.toThrow(ReadAgain);
  });

  it("is stored in another try if it is a delivery", async () => {
    store.on(PutCommand).rejectsOnce(conflict).resolves({});
    const delivery = newWebhookDelivery(newWebhook(), { id: "e", type: "lead.created" }, 1);
    expect(await storeDeliveryOnce(table, firmIdFromVerifiedSource("f"), delivery)).toEqual(delivery);
  });
});
