import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "@jest/globals";
import { handler as updateFirmHandler } from "../../functions/settings/update-firm.ts";
import type { ConflictState } from "../../shared/leads/clearance.rules.ts";
import { leadKey } from "../../shared/table/record-keys.ts";
import { updateItem } from "../../shared/table/update-item.ts";
import { atMinute, times, useBookingFixture } from "../support/booking-fixture.ts";
import { judgeHistory, newMark } from "../support/clearance-oracle.ts";
import { conflictIn } from "../support/conflict-gate.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { putLead } from "../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../support/links.ts";
import { followStream } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, book, send, updateFirm } = useBookingFixture(table, beforeEach);
const { newLink } = linkCalls(() => fixture);

/** Sets the state as a decision or a check does: by a write that raises the revision. */
const decide = (id: string, state: ConflictState) =>
  updateItem(table, {
    Key: leadKey(fixture.firmId, id),
    UpdateExpression: "SET #conflict = :conflict, revision = revision + :one",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#conflict": "conflict" },
    ExpressionAttributeValues: { ":conflict": conflictIn(state), ":one": 1 },
  });

/** Creates leads that are cleared, of whom every second one has a deadline, each with a link. */
const newClients = (count: number) =>
  Promise.all(
    times(count, async (index) => {
      const { id } = await putLead(table, fixture.firmId, {
        conflict: conflictIn("cleared"),
        ...(index % 2 === 0 && { respondBy: "2055-03-02T10:00:00.000Z" }),
      });
      const { token } = await newLink({ type: MEETING.key }, id);
      return { id, client: byLink(token) };
    }),
  );

const bookOf = (lead_id: string) => (start_at: string) => book({ lead_id, start_at });

it.each(["all", "none"] as const)(
  "a gate that requires %s is in force once its PATCH is answered, whatever is being booked",
  async (required) => {
    await updateFirm(SELF_SERVICE);
    const stream = await followStream(table);
    await stream();
    const clients = await newClients(4);
    for (const { id } of clients) await decide(id, required === "all" ? "matches" : "blocked");
    const answers: ApiResponse[] = [];
    let isInForce = false;
    const enable = async () => {
      const body = { conflict_gate: { enabled: true, required } };
      expect((await send(updateFirmHandler, { body })).status).toBe(200);
      await table.client.send(new PutCommand({ TableName: table.name, Item: newMark(required) }));
      isInForce = true;
    };
    let enabling: Promise<void> | undefined;
    const bookAllTheWhile = async ({ id, client }: (typeof clients)[number], nth: number) => {
      for (let later = 0; later < 3; later += Number(isInForce)) {
        const minute = 60 * (clients.length * answers.length + nth);
        answers.push(await (answers.length % 3 === 0 ? client.book : bookOf(id))(atMinute(minute)));
        if (answers.length > 8) enabling ??= enable();
      }
    };
    await Promise.all(clients.map(bookAllTheWhile));
    await enabling;
    const { judged, wrong } = judgeHistory(await stream(), { initially: "off" });
    expect([wrong, judged]).toEqual([[], []]);
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length > 0, made.length < answers.length]).toEqual([true, true]);
  },
);
