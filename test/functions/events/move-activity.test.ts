import { expect, it } from "@jest/globals";
import { handler as cancel } from "../../../functions/consultations/update-consultation.ts";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { moveLastActivity } from "../../../shared/leads/last-activity.store.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { eventPublisher } from "../../support/erasure-fixture.ts";
import { useMergeFixture } from "../../support/merge-fixture.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, send, newLead, shown, merge, patch, book } = useMergeFixture(table);

const activityOf = async (id: string) => (await shown(id)).last_activity_at;
const typesOf = async (lead: string) =>
  (await send(listEvents, { query: { lead } })).body.data.map(({ type }: { type: string }) => type);

it("a consultation moves the last activity of its lead when it is booked and canceled, without an event of the lead", async () => {
  const id = await newLead();
  const { publish } = eventPublisher(table, [firm]);
  const { body: booked } = await book(id);
  await publish();
  expect(await activityOf(id)).toBe(booked.created_at);
  await send(cancel, { params: { id: booked.id }, body: { status: "canceled" } });
  await publish();
  const moved = await activityOf(id);
  expect(moved > booked.created_at).toBe(true);
  await publish();
  expect(await typesOf(id)).toEqual(["consultation.canceled", "consultation.booked", "lead.created"]);
});

it("a late change never sets the last activity back, and one of a merged lead moves that of the survivor", async () => {
  const [target, other] = [await newLead(), await newLead()];
  await merge(target, other);
  const move = (at: string) => moveLastActivity(table, firm.firmId, { leadId: other, at });
  await move("2055-01-01T00:00:00.000Z");
  await move("2054-01-01T00:00:00.000Z");
  expect([await activityOf(target), (await shown(other)).last_activity_at < "2054"]).toEqual([
    "2055-01-01T00:00:00.000Z",
    true,
  ]);
  await expect(
    moveLastActivity(table, firm.firmId, { leadId: firm.firmId, at: "2055" }),
  ).resolves.toBeUndefined();
});

it("a change that read the lead before a move is decided again, and keeps the later activity", async () => {
  const id = await newLead();
  const at = "2055-01-01T00:00:00.000Z";
  const isMoved = changeBeforeWrite(() => moveLastActivity(table, firm.firmId, { leadId: id, at }));
  const { status, body } = await patch(id, { data: { summary: "Fell" } });
  expect([isMoved(), status, body.last_activity_at, await activityOf(id)]).toEqual([true, 200, at, at]);
});
