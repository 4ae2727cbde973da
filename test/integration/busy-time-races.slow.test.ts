import { expect, it } from "@jest/globals";
import { handler as getCalendar } from "../../functions/attorneys/get-calendar.ts";
import { handler as push } from "../../functions/attorneys/push-busy-times.ts";
import { expectConsistentSlots, times, useBookingFixture } from "../support/booking-fixture.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, hold, send } = useBookingFixture(table);

const [MINUTE, DAY] = [60_000, 86_400_000];
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY + 2 * DAY;
const at = (minute: number) => new Date(MIDNIGHT + minute * MINUTE).toISOString();
const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

type Span = { readonly start: number; readonly end: number };
/** A busy time that is certainly in force from the answer of one push to the sending of the next one. */
type InForce = Span & { readonly from: number; readonly until: number };
type Booked = Span & { readonly sentAt: number; readonly answeredAt: number; readonly outcome: string };

const [ROUNDS, CALENDARS, SLOT_MINUTES] = [25, 3, 20];

it("no booking overlaps a busy time whose push was answered, and none is refused for one that is gone", async () => {
  const random = randomNumbers(Date.now() % 1_000_000);
  const below = (count: number) => Math.floor(random() * count);
  const busy: InForce[] = [];
  const bookings: Booked[] = [];

  /** Pushes random times around a midnight, again and again. */
  const pushes = async (calendar: string) => {
    let before: { readonly spans: readonly Span[]; readonly answeredAt: number } = {
      spans: [],
      answeredAt: 0,
    };
    for (let round = 0; round <= ROUNDS; round++) {
      const spans = times(round === ROUNDS ? 0 : below(4), () => {
        const start = 1_320 + below(240);
        return { start, end: start + 5 + below(40) };
      });
      const sentAt = performance.now();
      for (const span of before.spans) busy.push({ ...span, from: before.answeredAt, until: sentAt });
      const body = {
        from: at(1_200),
        to: at(1_680),
        busy: spans.map(({ start, end }) => ({ start_at: at(start), end_at: at(end) })),
      };
      const { status } = await send(push, { params: { id: fixture.attorney.id, calendar }, body });
      expect(status).toBe(200);
      before = { spans, answeredAt: performance.now() };
    }
  };

  /** Books, holds or moves. Returns the id of the consultation that it may move next. */
  const takeSlot = async (own: string | undefined): Promise<string | undefined> => {
    const start = 1_320 + below(240);
    const slot = { start_at: at(start), duration_min: SLOT_MINUTES };
    const makeNew = () => (below(3) === 0 ? hold(slot) : book(slot));
    const sentAt = performance.now();
    const { body } = await (own !== undefined && below(2) === 0 ? patch(own, slot) : makeNew());
    const outcome = body.error?.code ?? "accepted";
    bookings.push({ start, end: start + SLOT_MINUTES, sentAt, answeredAt: performance.now(), outcome });
    return body.lead_id === undefined ? own : body.id;
  };
  const booker = async () => {
    let own: string | undefined;
    for (let round = 0; round < ROUNDS; round++) own = await takeSlot(own);
  };

  await Promise.all([...times(CALENDARS, (index) => pushes(`calendar-${index}`)), ...times(4, booker)]);

  const expected = ["accepted", "attorney_unavailable", "slot_unavailable"];
  expect(bookings.filter(({ outcome }) => !expected.includes(outcome))).toEqual([]);
  const during = ({ from, until }: InForce, { sentAt, answeredAt }: Booked) =>
    from < sentAt && answeredAt < until;
  const accepted = bookings.filter(({ outcome }) => outcome === "accepted");
  expect(accepted.filter((each) => busy.some((time) => overlaps(time, each) && during(time, each)))).toEqual(
    [],
  );
  const unavailable = bookings.filter(({ outcome }) => outcome === "attorney_unavailable");
  const mayApply = (time: InForce, each: Booked) => overlaps(time, each) && each.sentAt < time.until + LATEST;
  expect(unavailable.filter((each) => !busy.some((time) => mayApply(time, each)))).toEqual([]);
  expect([accepted.length > 0, unavailable.length > 0]).toEqual([true, true]);
  await expectConsistentSlots(table);
  const query = { from: at(0), to: at(2_880) };
  const { body } = await send(getCalendar, { params: { id: fixture.attorney.id }, query });
  expect(body.data.busy).toEqual([]);
  expect(await book({ start_at: at(600) })).toMatchObject({ status: 201 });
});

/** A push that is under way may be in force until its answer. */
const LATEST = 10_000;
