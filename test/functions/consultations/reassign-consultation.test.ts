import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import type { Member } from "../../../shared/members/member.rules.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, patch } = useBookingFixture(table);

const AWAY = [{ startDate: "2055-03-03", endDate: "2055-03-03", reason: "" }];

/** Changes a member as another instance would, so that this instance keeps its cached copy. */
const setTimeOff = (member: Member, timeOff: Member["timeOff"], version: number) =>
  table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: memberToItem(fixture.firmId, { ...member, timeOff, version }),
    }),
  );

describe("a PATCH of a consultation with `attorney_id` alone uses the attorney as stored", () => {
  it("accepts an attorney whose time off was removed a moment ago", async () => {
    const { id } = (await book()).body;
    const other = await newAttorney({ timeOff: AWAY });
    const refused = await patch(id, { attorney_id: other.id });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "attorney_unavailable" } } });
    await setTimeOff(other, [], 2);
    const accepted = await patch(id, { attorney_id: other.id });
    expect(accepted).toMatchObject({ status: 200, body: { attorney_id: other.id } });
  });

  it("refuses an attorney whose time off was set a moment ago, at the first try", async () => {
    const { id } = (await book()).body;
    const other = await newAttorney();
    expect((await patch(id, { attorney_id: other.id })).status).toBe(200);
    expect((await patch(id, { attorney_id: fixture.attorney.id })).status).toBe(200);
    await setTimeOff(other, AWAY, 2);
    let refused: unknown;
    const calls = await recordStoreCalls(async () => {
      refused = await patch(id, { attorney_id: other.id });
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "attorney_unavailable" } } });
    expect(calls).not.toContain("TransactWrite");
  });
});
