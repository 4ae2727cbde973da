import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getCalendar } from "../../functions/attorneys/get-calendar.ts";
import { handler as push } from "../../functions/attorneys/push-busy-times.ts";
import { expectConsistentSlots, times, useBookingFixture } from "../support/booking-fixture.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { byLink, linkCalls, MEETING } from "../support/links.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
const { fixture, newAttorney, updateFirm, book, patch, hold, send } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);

const [MINUTE, DAY] = [60_000, 86_400_000];
const TOMORROW = Math.floor(Date.now() / DAY) * DAY + DAY;
const TIME_ZONE = "America/New_York";

/** Returns the next instants from the day after tomorrow on at which clocks in New York change. */
const clockChanges = (): number[] => {
  const hours = new Intl.DateTimeFormat("en-US", { timeZone: TIME_ZONE, hour: "numeric", hourCycle: "h23" });
  const offsetAt = (instant: number) =>
    (Number(hours.format(instant)) - new Date(instant).getUTCHours() + 24) % 24;
  return times(380 * 24, (hour) => TOMORROW + DAY + hour * 60 * MINUTE).filter(
    (instant) => offsetAt(instant) !== offsetAt(instant - 1),
  );
};

const [first = 0, second = 0] = clockChanges();

const [ROUNDS, CALENDARS, SLOT_MINUTES] = [12, 3, 20];
/** The busy times and slots begin so many minutes around an instant. */
const REACH_MINUTES = 120;
type Span = { readonly start: number; readonly end: number };
/**
 * A busy time: certainly in force from the answer of its push to the sending of the next one, and perhaps from its own
 * sending to that answer.
 */
type InForce = Span & {
  readonly certainly: { readonly from: number; readonly until: number };
  readonly perhaps: { readonly from: number; readonly until: number };
};
type Booked = Span & { readonly sentAt: number; readonly answeredAt: number; readonly outcome: string };

afterEach(() => {
  jest.restoreAllMocks();
});

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

let other: string;
beforeEach(async () => {
  Object.assign(fixture, { attorney: await newAttorney({ timeZone: TIME_ZONE }) });
  other = (await newAttorney({ timeZone: TIME_ZONE })).id;
  const type = { ...MEETING, duration_min: SLOT_MINUTES, attorney_ids: [fixture.attorney.id, other] };
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

it.each([
  ["a midnight", TOMORROW + DAY],
  ["one change of clocks", first],
  ["the next change of clocks", second],
])(
  "around %s, no booking overlaps a pushed busy time, and none is refused for one that is gone",
  async (_, middle) => {
    const random = randomNumbers(Date.now() % 1_000_000);
    const below = (count: number) => Math.floor(random() * count);
    const at = (minute: number) => new Date(middle + minute * MINUTE).toISOString();
    const minute = () => below(2 * REACH_MINUTES) - REACH_MINUTES;
    const busy: InForce[] = [];
    const bookings: Booked[] = [];
    // The store does the write, its answer is lost, and the SDK repeats it.
    store.reset({ loses: ({ position, attempt }) => position % 7 === 0 && attempt === 1 });

    const randomSpans = () =>
      times(below(4), () => {
        const start = minute();
        // Never as long as a consultation, whose echo it would be.
        return { start, end: start + 5 + 2 * below(20) };
      });

    /** Pushes until there is an answer: a push that found no time between other writes is repeated, as clients do. */
    const pushTo = async (calendar: string, spans: readonly Span[]) => {
      const sentAt = performance.now();
      const body = {
        from: at(-240),
        to: at(240),
        busy: spans.map(({ start, end }) => ({ start_at: at(start), end_at: at(end) })),
      };
      let status = 503;
      while (status === 503)
        status = (await send(push, { params: { id: fixture.attorney.id, calendar }, body })).status;
      expect(status).toBe(200);
      return { spans, sentAt, answeredAt: performance.now() };
    };
    type Pushed = Awaited<ReturnType<typeof pushTo>>;

    const noteSpans = ({ spans, sentAt, answeredAt }: Pushed, next: Pushed) => {
      const certainly = { from: answeredAt, until: next.sentAt };
      const perhaps = { from: sentAt, until: next.answeredAt };
      for (const span of spans) busy.push({ ...span, certainly, perhaps });
    };

    /** Pushes random times, again and again. The last push has none. */
    const pushes = async (calendar: string) => {
      let before = await pushTo(calendar, randomSpans());
      for (let round = 1; round <= ROUNDS; round++) {
        const next = await pushTo(calendar, round === ROUNDS ? [] : randomSpans());
        noteSpans(before, next);
        before = next;
      }
    };

    /** Asks for a slot at a random minute, and notes the answer unless it is about the other attorney. */
    const ask = async (
      request: (slot: { start_at: string; duration_min: number }) => Promise<ApiResponse>,
    ) => {
      const start = minute();
      const sentAt = performance.now();
      const { body } = await request({ start_at: at(start), duration_min: SLOT_MINUTES });
      const outcome = body.error?.code ?? "accepted";
      const span = { start, end: start + SLOT_MINUTES };
      if (body.attorney_id !== other)
        bookings.push({ ...span, sentAt, answeredAt: performance.now(), outcome });
      return body;
    };
    const rounds = async (act: () => Promise<unknown>) => {
      for (let round = 0; round < ROUNDS; round++) await act();
    };

    /** Books and moves. */
    const booker = () => {
      let own: string | undefined;
      return rounds(async () => {
        const id = below(2) === 0 ? own : undefined;
        const body = await ask((slot) => (id === undefined ? book(slot) : patch(id, slot)));
        own = body.error ? own : body.id;
      });
    };
    /** Holds, and books what it holds: the hold shields from no push. */
    const holder = () =>
      rounds(async () => {
        let held: { id: string; slot: object } | undefined;
        await ask(async (slot) => {
          const answer = await hold(slot);
          if (answer.status === 201) held = { id: answer.body.id, slot };
          return answer;
        });
        if (held === undefined) return;
        const { id, slot } = held;
        const start = (Date.parse(Object(slot).start_at) - middle) / MINUTE;
        const sentAt = performance.now();
        const { body } = await book({ ...slot, hold_id: id });
        const outcome = body.error?.code ?? "accepted";
        bookings.push({ start, end: start + SLOT_MINUTES, sentAt, answeredAt: performance.now(), outcome });
      });
    const ofPool = () =>
      rounds(() =>
        ask(({ start_at }) =>
          book({ attorney_id: undefined, duration_min: undefined, type: MEETING.key, start_at }),
        ),
      );
    /** A client books by a link, and moves the consultation. */
    const client = async () => {
      const { token } = await newLink({ type: MEETING.key, attorney_id: fixture.attorney.id });
      let isBooked = false;
      await rounds(async () => {
        const body = await ask(({ start_at }) =>
          isBooked ? byLink(token).move(start_at) : byLink(token).book(start_at),
        );
        isBooked ||= body.error === undefined;
      });
    };

    await Promise.all([
      ...times(CALENDARS, (index) => pushes(`calendar-${index}`)),
      ...[booker(), holder(), ofPool(), client()],
    ]);
    store.reset();

    const expected = ["accepted", "attorney_unavailable", "slot_unavailable"];
    expect(bookings.filter(({ outcome }) => !expected.includes(outcome))).toEqual([]);
    const during = ({ certainly }: InForce, { sentAt, answeredAt }: Booked) =>
      certainly.from < sentAt && answeredAt < certainly.until;
    const accepted = bookings.filter(({ outcome }) => outcome === "accepted");
    expect(
      accepted.filter((each) => busy.some((time) => overlaps(time, each) && during(time, each))),
    ).toEqual([]);
    const unavailable = bookings.filter(({ outcome }) => outcome === "attorney_unavailable");
    const mayApply = ({ perhaps, ...time }: InForce, each: Booked) =>
      overlaps(time, each) && perhaps.from < each.answeredAt && each.sentAt < perhaps.until;
    expect(unavailable.filter((each) => !busy.some((time) => mayApply(time, each)))).toEqual([]);
    expect([accepted.length > 0, unavailable.length > 0]).toEqual([true, true]);
    await expectConsistentSlots(table);
    const query = { from: at(-1_440), to: at(1_440) };
    const { body } = await send(getCalendar, { params: { id: fixture.attorney.id }, query });
    expect(body.data.busy).toEqual([]);
    expect(await book({ start_at: at(600) })).toMatchObject({ status: 201 });
  },
);
