import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { keyStore } from "../../shared/api/keys/key-store.ts";
import { runWithDeadline } from "../../shared/runtime/deadline.ts";
import { conditionalUpdate } from "../../shared/table/conditional-update.ts";
import { connectTable } from "../../shared/table/table.ts";

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
    const outcome = await conditionalUpdate(table, { pk: "p", sk: "s" }, { set: [[["a"], 1]] });
    expect(outcome).toEqual({ result: "done", item: { a: 1 } });
  });

  it("counts the tries of the SDK before the conflict: the update may have been applied by one of them", async () => {
    const refused = new ConditionalCheckFailedException({
      message: "",
      $metadata: { attempts: 1 },
      Item: { version: { N: "9" } },
    });
    const update = { set: [], incremented: [["version"]], when: { version: 1 } };
    client
      .on(UpdateCommand)
      .rejectsOnce(new TransactionConflictException({ message: "", $metadata: { attempts: 2 } }))
      .rejects(refused);
    const repeated = conditionalUpdate(table, { pk: "p", sk: "s" }, update);
    await expect(repeated).rejects.toMatchObject({ code: "unavailable" });
    const sentOnce = await conditionalUpdate(table, { pk: "p", sk: "s" }, update);
    expect(sentOnce).toEqual({ result: "refused", item: { version: 9 } });
  });

  it("ends as unavailable after the last retry", async () => {
    client.on(UpdateCommand).rejects(conflict);
    const opened = runWithDeadline(4_200, () => keyStore(table).openWindow("secret", 0));
    await expect(opened).rejects.toMatchObject({ code: "unavailable" });
  });
});
