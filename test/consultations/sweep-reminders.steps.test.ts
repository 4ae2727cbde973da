import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, jest } from "@jest/globals";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { dueFrom } from "../../shared/table/due-index.ts";
import { connectTable } from "../../shared/table/table.ts";
import { NOW_MILLISECONDS } from "../support/decisions.ts";
import { mockClient } from "../support/mock-client.ts";
import { sdkError } from "../support/store-faults.ts";

const store = mockClient(DynamoDBDocumentClient);

/** Returns how often the sweep reads a consultation whose first read is throttled. */
const readsOf = async (milliseconds: number) => {
  const due = { pk: "p", sk: "s", dueAt: dueFrom("id", NOW_MILLISECONDS + milliseconds) };
  store.reset();
  store
    .on(QueryCommand)
    .resolvesOnce({ Items: [due] })
    .resolves({});
  store.on(GetCommand).rejectsOnce(sdkError("ThrottlingException")).resolves({});
  let waited = 0;
  jest.spyOn(process.hrtime, "bigint").mockImplementation(() => BigInt(waited * 1e6));
  const now = () => NOW_MILLISECONDS + waited;
  const wait = async (time: number) => {
    waited += time;
  };
  await sweepReminders({ table: connectTable(), now, wait });
  return store.commandCalls(GetCommand).length;
};

it.each([-1_000, 16_500])("a reminder that is due in %i ms is tried again after a fault", async (due) => {
  expect(await readsOf(due)).toBe(2);
});
