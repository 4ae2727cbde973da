import { expect, it } from "@jest/globals";
import { moveReadsFromBody } from "../../shared/scheduling/read-ahead.store.ts";
import { FIRM_ID } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { givenTable } from "../support/given-table.ts";

const one = newMember({ timeZone: "UTC" });
const at = (time: string) => `2055-03-03T${time}:00.000Z`;

it.each<[string, object, number, number]>([
  ["nothing of a body that moves nothing", { location: "x" }, 0, 0],
  ["the attorney alone without a start", { attorney_id: one.id }, 1, 0],
  ["the days of an hour without a duration", { attorney_id: one.id, start_at: at("23:30") }, 1, 2],
  ["the days of its own duration", { attorney_id: one.id, start_at: at("23:00"), duration_min: 30 }, 1, 1],
  ["no day of a start that is none", { attorney_id: one.id, start_at: "now" }, 1, 0],
])("a move reads beside its consultation %s", async (_, json, attorneys, days) => {
  const reads = moveReadsFromBody(FIRM_ID, { ...json });
  const empty = givenTable(async () => ({ Items: [] }));
  expect([reads.attorneys.length, await reads.days.query(empty)]).toMatchObject([
    attorneys,
    { length: days },
  ]);
  // Another instance may have changed the attorney a moment ago.
  for (const ref of reads.attorneys) expect(ref.cached).toBeUndefined();
});
