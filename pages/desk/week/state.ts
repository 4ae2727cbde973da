import { computed, signal } from "@preact/signals";
import type { Attorney, Consultation } from "../../../client/src/generated.ts";
import { go, route } from "../address.ts";
import { firm, firmZone, memberName, members, needFirm, needMembers } from "../directory.ts";
import { now } from "../fresh.ts";
import { intake } from "../requests.ts";
import { memberId } from "../session.ts";
import { blocksOf, type Calendar, slotOf } from "./blocks.ts";
import { type Cell, type Column, gridOf, nearest, startsIn, startsToMove } from "./cells.ts";
import { dateAt, dayOf, halfHoursOf, openTimes, overlaps, windowsOn } from "./half-hours.ts";
import { HALF_AN_HOUR, offersOf } from "./offers.ts";
import { daysOf, laterBy, type Place, partsOf, placeIn } from "./place.ts";
import { createReads, type Read } from "./reads.ts";

/** A half hour that is chosen; one that is not shown stands for the nearest. */
export type Choice = { readonly attorneyId: string; readonly date: string; readonly row: string };

const NOTHING: Calendar = { consultations: [], holds: [], time_off: [], holidays: [], busy: [] };

const narrow = matchMedia("(max-width: 700px)");
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => {
  isNarrow.value = narrow.matches;
});

export type Week = ReturnType<typeof createWeek>;

/** The state of the view, of whoever is signed in. */
export const createWeek = () => {
  const attorneys = signal<readonly Attorney[] | null>(null);
  const offerKey = signal<string | null>(null);
  /** The consultation for which another time is chosen. */
  const moving = signal<Consultation | null>(null);
  const choice = signal<Choice | null>(null);
  /** True while it is dragged. Nothing then moves under the pointer. */
  const isDragged = signal(false);
  /** True while the chosen half hour is shown over a narrow page. */
  const isTold = signal(false);

  const attorneyIds = computed(() => attorneys.value?.map(({ id }) => id) ?? []);
  const zoneOf = (id: string): string =>
    [...(attorneys.value ?? []), ...(members.value ?? [])].find((each) => each.id === id)?.time_zone ??
    firmZone();

  const place = computed((): Place => {
    const ids = attorneyIds.value;
    const attorneyId = ids.find((id) => id === memberId()) ?? ids[0] ?? null;
    const zone = attorneyId === null ? firmZone() : zoneOf(attorneyId);
    return placeIn(route.value.parts, { attorneyId, date: dateAt(now.peek(), zone), group: 1 });
  });
  const days = computed(() =>
    daysOf(place.value, attorneyIds.value, isNarrow.value).map((day) => {
      const zone = zoneOf(day.attorneyId);
      return { ...day, zone, halfHours: halfHoursOf(day.date, zone) };
    }),
  );

  const offers = computed(() => offersOf(firm.value, place.value.attorneyId));
  const offer = computed(
    () => offers.value.find(({ key }) => key === offerKey.value) ?? offers.value[0] ?? HALF_AN_HOUR,
  );

  const minutes = computed(() => moving.value?.duration_min ?? offer.value.minutes);
  const reads = createReads(
    computed(() => {
      const shown = [...new Set(days.value.map(({ attorneyId }) => attorneyId))];
      const whole = days.value.map(({ halfHours }) => dayOf(halfHours));
      return {
        attorneyIds: shown,
        bookableIds: shown.filter((id) => attorneyIds.value.includes(id)),
        range: {
          start: Math.min(...whole.map(({ start }) => start)),
          end: Math.max(...whole.map(({ end }) => end)),
        },
        minutes: minutes.value,
      };
    }),
  );
  const readOf = (id: string): Read | undefined => reads.calendars.value.get(id);

  const columns = computed(() =>
    days.value.map((day): Column => {
      const member = members.value?.find(({ id }) => id === day.attorneyId);
      const free = reads.starts.value.get(day.attorneyId) ?? [];
      // Without hours to read, what is free is open.
      const open = member
        ? openTimes(day.halfHours, windowsOn(member, day.date))
        : free
            .map((start_at) => slotOf({ start_at, duration_min: minutes.value }))
            .filter((slot) => overlaps(slot, dayOf(day.halfHours)));
      const blocks = blocksOf(readOf(day.attorneyId)?.calendar ?? NOTHING, day.halfHours, now.value);
      return { ...day, blocks, open };
    }),
  );
  const grid = computed(() =>
    gridOf(columns.value, (halfHour, column) => {
      const free = reads.starts.value.get(column.attorneyId) ?? [];
      return moving.value ? startsToMove(moving.value, halfHour, column, free) : startsIn(halfHour, free);
    }),
  );

  /** Where the chosen half hour stands; at first, the first open one of today. */
  const position = computed(() => {
    const { columns: all, rows, cells } = grid.value;
    const at = choice.value;
    const chosen = all.findIndex((each) => each.attorneyId === at?.attorneyId && each.date === at.date);
    const today = all.findIndex(({ zone, date }) => dateAt(now.peek(), zone) === date);
    const column = Math.max(0, chosen >= 0 ? chosen : today);
    const row =
      chosen >= 0 && at
        ? rows.filter((each) => each <= at.row).length - 1
        : cells.findIndex((each) => each[column]?.isOpen);
    return nearest({ column, row: Math.max(0, row) }, grid.value);
  });

  const goTo = (to: Place) => go("week", ...partsOf(to));

  return {
    ...reads,
    attorneys,
    offers,
    offer,
    offerKey,
    moving,
    isDragged,
    isTold,
    place,
    isNarrow,
    zoneOf,
    grid,
    position,
    chosen: computed(
      (): Cell | null => grid.value.cells[position.value.row]?.[position.value.column] ?? null,
    ),
    choice,
    choose: ({ column: { attorneyId, date }, halfHour: { row } }: Cell) => {
      choice.value = { attorneyId, date, row };
    },
    nameOf: (id: string): string => attorneys.value?.find((each) => each.id === id)?.name ?? memberName(id),
    /** When the oldest of what is shown was read. */
    readAt: computed(() =>
      Math.min(...days.value.map(({ attorneyId }) => readOf(attorneyId)?.at ?? now.value)),
    ),
    goTo,
    /** Returns the attorney whose week is shown instead of everybody's day. */
    oneAttorney: (): string | null =>
      attorneyIds.peek().find((id) => id === choice.peek()?.attorneyId) ?? attorneyIds.peek()[0] ?? null,
    /** Shows the week after, or the day; before, by a negative number. */
    step: (steps: number) => goTo(laterBy(place.peek(), steps, isNarrow.peek())),
    start: async () => {
      const all: Attorney[] = [];
      for await (const each of intake().listAttorneys.items({ query: { limit: 200 } })) all.push(each);
      await Promise.all([needFirm(), needMembers()]);
      attorneys.value = all.sort((one, other) => one.name.localeCompare(other.name));
    },
  };
};
