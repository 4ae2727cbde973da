import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as push } from "../../functions/calendars/push-busy-times.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { byLink, linkCalls, MEETING } from "../support/links.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm, book, patch, hold, send } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);

const [MINUTE, DAY] = [60_000, 86_400_000];
const TOMORROW = Math.floor(Date.now() / DAY) * DAY + DAY;
const SLOT_MINUTES = 20;

afterEach(() => {
  jest.restoreAllMocks();
});

beforeEach(async () => {
  const type = { ...MEETING, duration_min: SLOT_MINUTES, attorney_ids: [fixture.attorney.id] };
  await updateFirm({ consultation_types: [type], self_service: { enabled: true } });
});

describe("a push that is answered between the reads and the write of", () => {
  const start = TOMORROW + DAY + 600 * MINUTE;
  const slot = { start_at: new Date(start).toISOString(), duration_min: SLOT_MINUTES };
  const later = { start_at: new Date(start + 120 * MINUTE).toISOString(), duration_min: SLOT_MINUTES };
  const pushOver = async () => {
    const busy = [{ start_at: slot.start_at, end_at: new Date(start + 5 * MINUTE).toISOString() }];
    const body = { from: slot.start_at, to: later.start_at, busy };
    const params = { id: fixture.attorney.id, calendar: "court" };
    expect((await send(push, { params, body })).status).toBe(200);
  };
  const linkOf = async () =>
    byLink((await newLink({ type: MEETING.key, attorney_id: fixture.attorney.id })).token);

  // Each returns the request, once what it needs is there.
  it.each<[string, () => Promise<() => Promise<ApiResponse>>]>([
    ["a booking", async () => () => book(slot)],
    ["a hold", async () => () => hold(slot)],
    [
      "the booking of a hold",
      async () => {
        const { id } = (await hold(slot)).body;
        return () => book({ ...slot, hold_id: id });
      },
    ],
    [
      "a move",
      async () => {
        const { id } = (await book(later)).body;
        return () => patch(id, slot);
      },
    ],
    [
      "a booking by a link",
      async () => {
        const client = await linkOf();
        return () => client.book(slot.start_at);
      },
    ],
    [
      "a move by a link",
      async () => {
        const client = await linkOf();
        await client.book(later.start_at);
        return () => client.move(slot.start_at);
      },
    ],
  ])("%s makes it read again, and refuses it", async (_, prepare) => {
    // The date has a lock already.
    expect((await book({ ...later, start_at: new Date(start + 240 * MINUTE).toISOString() })).status).toBe(
      201,
    );
    const request = await prepare();
    const isPushed = changeBeforeWrite(pushOver);
    const { body } = await request();
    expect([isPushed(), body.error?.code]).toEqual([true, "attorney_unavailable"]);
  });
});
