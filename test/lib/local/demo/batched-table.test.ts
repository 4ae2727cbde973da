import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import { batchedTable } from "../../../../lib/local/demo/batched-table.ts";
import { deadlineSignal, runWithDeadline } from "../../../../shared/runtime/deadline.ts";
import { givenTable } from "../../../support/given-table.ts";

type Sent = { readonly command: unknown; readonly signal: AbortSignal | undefined };

/** A table whose client keeps what is sent, and the deadline that it is sent with. */
const recordingTable = () => {
  const sent: Sent[] = [];
  const table = givenTable(async (command) => {
    sent.push({ command, signal: deadlineSignal() });
    return { Responses: {} };
  });
  return { table: batchedTable(table), sent };
};

const get = (sk: string) => new GetCommand({ TableName: "given", Key: { pk: "firm", sk } });
const update = new UpdateCommand({ TableName: "given", Key: { pk: "firm", sk: "turns" } });

it("sends calls that go together with the deadline of none of them", async () => {
  const { table, sent } = recordingTable();
  const first = runWithDeadline(1_000, () => table.client.send(get("1")));
  await Promise.all([first, table.client.send(get("2"))]);
  expect(sent).toEqual([{ command: expect.anything(), signal: undefined }]);
});

it("sends a call that goes alone at once, with its own deadline", async () => {
  const { table, sent } = recordingTable();
  const waiting = table.client.send(get("1"));
  await runWithDeadline(1_000, () => table.client.send(update));
  expect(sent).toEqual([{ command: update, signal: expect.any(AbortSignal) }]);
  await waiting;
});
