import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "@jest/globals";
import { handler as mergeLead } from "../../functions/lead-merge/merge-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as updateFirmHandler } from "../../functions/settings/update-firm.ts";
import type { ConflictState } from "../../shared/leads/clearance.rules.ts";
import { leadKey } from "../../shared/table/record-keys.ts";
import { updateItem } from "../../shared/table/update-item.ts";
import { atMinute, expectConsistentSlots, times, useBookingFixture } from "../support/booking-fixture.ts";
import { judgeHistory, newMark } from "../support/clearance-oracle.ts";
import { conflictIn, setGate } from "../support/conflict-gate.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { putLead } from "../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../support/links.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { followStream } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, book, hold, send, updateFirm, newAttorney } = useBookingFixture(table, beforeEach);
const { newLink } = linkCalls(() => fixture);

const ALLOWED = [
  200,
  201,
  "conflict_not_cleared",
  "self_service_not_allowed",
  "lead_merged",
  "slot_unavailable",
  "not_found",
];
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

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

it("no booking, and no client's move, is outside a clearance, whatever changes the lead meanwhile", async () => {
  await updateFirm(SELF_SERVICE);
  await Promise.all(times(3, () => newAttorney()));
  await setGate(table, fixture.firmId);
  const stream = await followStream(table);
  const random = randomNumbers(7);
  const pick = <Each>(list: readonly Each[]) => list[Math.floor(random() * list.length)] as Each;
  const minute = () => atMinute(Math.floor(random() * 5_000) * 15);
  const answers: ApiResponse[] = [];
  const keep = async (answer: Promise<ApiResponse>) => answers.push(await answer);
  for (const _ of times(4, () => null)) {
    const clients = await newClients(6);
    const [first, second] = clients;
    const actions = [
      () => keep(book({ lead_id: pick(clients).id, start_at: minute() })),
      () =>
        keep(
          book({ lead_id: pick(clients).id, start_at: minute(), attorney_id: undefined, type: MEETING.key }),
        ),
      () => keep(hold({ lead_id: pick(clients).id, start_at: minute() })),
      () => keep(pick(clients).client.book(minute())),
      () => keep(pick(clients).client.move(minute())),
      () => send(updateLead, { params: { id: pick(clients).id }, body: { last_name: `Byron ${random()}` } }),
      () => decide(pick(clients).id, pick(["cleared", "waived", "cleared", "blocked", "matches"] as const)),
    ];
    const merge = () => send(mergeLead, { params: { id: first?.id ?? "" }, body: { from: second?.id } });
    await Promise.all([...times(56, (index) => actions[index % actions.length]?.()), merge()]);
  }
  const { judged, wrong } = judgeHistory(await stream());
  expect(wrong).toEqual([]);
  expect(judged.length).toBeGreaterThan(10);
  expect([...new Set(answers.map(outcomeOf))].filter((each) => !ALLOWED.includes(each))).toEqual([]);
  expect(answers.map(outcomeOf)).toEqual(
    expect.arrayContaining(["conflict_not_cleared", "self_service_not_allowed"]),
  );
  await expectConsistentSlots(table);
});

it.each(["all", "none"] as const)(
  "a gate that requires %s is in force once its PATCH is answered, whatever is being booked",
  async (required) => {
    await updateFirm(SELF_SERVICE);
    const stream = await followStream(table);
    const mark = newMark();
    const clients = await newClients(4);
    for (const { id } of clients) await decide(id, required === "all" ? "matches" : "blocked");
    const bookings = times(60, async (index) => {
      // They are made all the while.
      await new Promise((resolve) => setTimeout(resolve, index * 15));
      const { id, client } = clients[index % clients.length] as (typeof clients)[number];
      return index % 3 === 0
        ? client.book(atMinute(20_000 + index * 60))
        : book({ lead_id: id, start_at: atMinute(index * 60) });
    });
    const enable = async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      const body = { conflict_gate: { enabled: true, required } };
      expect((await send(updateFirmHandler, { body })).status).toBe(200);
      await table.client.send(new PutCommand({ TableName: table.name, Item: mark }));
    };
    const [answers] = await Promise.all([Promise.all(bookings), enable()]);
    const { judged, wrong } = judgeHistory(await stream(), { required, mark });
    expect([wrong, judged]).toEqual([[], []]);
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length > 0, made.length < answers.length]).toEqual([true, true]);
  },
);
