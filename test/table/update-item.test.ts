import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { keyStore } from "../../shared/api/keys/key-store.ts";
import { runWithDeadline } from "../../shared/runtime/deadline.ts";
import { connectTable } from "../../shared/table/table.ts";
import { updateItem } from "../../shared/table/update-item.ts";
import { mockClient } from "../support/mock-client.ts";

const client = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  client.reset();
});

const table = connectTable();
const conflict = new TransactionConflictException({ message: "", $metadata: {} });

describe("an update of an item that a transaction is writing", () => {
  it("is retried, which the SDK does not do", async () => {
    client
      .on(UpdateCommand)
      .rejectsOnce(conflict)
      .rejectsOnce(conflict)
      .resolves({ Attributes: { a: 1 } });
    const outcome = await updateItem(table, { Key: { pk: "p", sk: "s" }, UpdateExpression: "SET a = 1" });
    expect(outcome).toEqual({ result: "done", item: { a: 1 } });
  });

  it("fails as unavailable after the last retry", async () => {
    client.on(UpdateCommand).rejects(conflict);
    const opened = runWithDeadline(4_200, () => keyStore(table).openWindow("secret", 0));
    await expect(opened).rejects.toMatchObject({ code: "unavailable" });
  });
});
