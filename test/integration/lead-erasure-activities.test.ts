import { expect, it } from "@jest/globals";
import { handler as createActivity } from "../../functions/activities/create-activity.ts";
import { handler as listActivities } from "../../functions/activities/list-activities.ts";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { eventPublisher, PERSON, personalItems } from "../support/erasure-fixture.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase, send, newLead, merge } = useMergeFixture(table);

it("the erasure of a lead empties the texts of its activities, of those merged into it, and of their events", async () => {
  const [target, other] = [await newLead(), await newLead()];
  const body = { kind: "note", text: PERSON.summary };
  for (const id of [target, other])
    await send(createActivity, { params: { id }, body, headers: { "idempotency-key": id } });
  await merge(target, other);
  await eventPublisher(table, [firm]).publish();
  expect(await personalItems(table)).toHaveLength(4);
  expect(await erase(target)).toMatchObject({ activities: 2, idempotency_records: 2 });
  expect(await personalItems(table)).toEqual([]);
  const { body: listed } = await send(listActivities, { params: { id: target } });
  expect(listed.data).toMatchObject([{ kind: "note", text: null }, { text: null }]);
  const { body: events } = await send(listEvents, { query: { lead: target, type: "lead.activity_added" } });
  expect(events.data).toMatchObject([{ activity: { text: null } }, { activity: { text: null } }]);
});
