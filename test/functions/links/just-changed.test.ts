import { beforeEach, describe, expect, it } from "@jest/globals";
import { memberKey } from "../../../shared/table/record-keys.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, SELF_SERVICE } from "../../support/links.ts";
import { changeAttribute, changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { book, fixture, updateFirm } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);

const NO_CHANGES = { reschedule_notice_min: 500_000, cancel_notice_min: 500_000 };
const FREE = {
  enabled: true,
  rescheduleNoticeMinutes: null,
  cancelNoticeMinutes: null,
  maxReschedules: null,
  language: null,
};

let client: ReturnType<typeof byLink>;

/** The instance has cached settings; then another one changes them. The clock stands still. */
beforeEach(async () => {
  fakeDate(Date.parse("2055-03-01T00:00:00Z"));
  await updateFirm(SELF_SERVICE);
  const { id } = await putLead(table, fixture.firmId);
  const { body } = await book({ lead_id: id, start_at: atMinute(0) });
  client = byLink((await newLink({ consultation_id: body.id }, id)).token);
});

describe("a client's change that the firm has just allowed", () => {
  beforeEach(async () => {
    await updateFirm({ self_service: NO_CHANGES });
    advanceDate(5_000);
    expect((await client.cancel()).body.error.code).toBe("self_service_not_allowed");
    await changeSetting(table, fixture.firmId, "selfService", FREE);
  });

  it.each([
    ["a cancellation", () => client.cancel()],
    ["a move", () => client.move(atMinute(120))],
  ])("succeeds: %s", async (_, change) => {
    expect((await change()).status).toBe(200);
  });
});

describe("a client's change that the firm has just forbidden", () => {
  beforeEach(async () => {
    expect((await client.move(atMinute(60))).status).toBe(200);
  });

  it.each([
    ["a cancellation", "enabled", { enabled: false }, () => client.cancel()],
    ["a cancellation so late", "cancel_notice_min", { cancelNoticeMinutes: 500_000 }, () => client.cancel()],
    ["a move", "enabled", { enabled: false }, () => client.move(atMinute(120))],
  ])("is refused: %s", async (_, rule, forbidden, change) => {
    await changeSetting(table, fixture.firmId, "selfService", { ...FREE, ...forbidden });
    expect((await change()).body.error).toMatchObject({
      code: "self_service_not_allowed",
      details: [{ field: `self_service.${rule}` }],
    });
  });
});

it("lets a client move to an attorney who can be booked again, and shows that attorney", async () => {
  const setActive = (active: boolean) =>
    changeAttribute(table, memberKey(fixture.firmId, fixture.attorney.id), "active", active);
  await setActive(false);
  advanceDate(5_000);
  expect((await client.state()).body.allowed.reschedule).toBe(false);
  expect((await client.move(atMinute(120))).body.error.code).toBe("self_service_not_allowed");
  await setActive(true);
  expect((await client.state()).body.allowed.reschedule).toBe(true);
  expect((await client.move(atMinute(120))).status).toBe(200);
});
