import { NOT_OFFERED } from "./check-history.ts";
import { type BusyTime, lastOf } from "./history.ts";
import type { RandomInput } from "./random-input.ts";
import type { Recorder } from "./record-history.ts";
import { type Answer, ENDPOINTS, outcomeOf, send, type World } from "./world.ts";

export type Slot = { readonly attorney_id: string; readonly start_at: string; readonly duration_min: number };

const { pushBusyTimes, deleteBusyCalendar, getAvailability } = ENDPOINTS;

type Pushed = {
  readonly from: number;
  readonly to: number;
  readonly times: readonly { readonly start: number; readonly end: number; readonly uid?: string }[];
};

type Dependencies = {
  readonly world: World;
  readonly random: RandomInput;
  readonly recorder: Recorder;
  readonly problems: string[];
  /** Consultations that nobody changes at the moment of a push. */
  readonly consultations: readonly { readonly id: string; readonly slot: Slot }[];
};

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

/**
 * Returns the actions about busy times. A push or removal is null while another one of its calendar is under way, so
 * that the order of changes is known.
 */
export const newCalendarActions = ({ world, random, recorder, problems, consultations }: Dependencies) => {
  const idle = world.contended.flatMap(({ id, calendars }) =>
    calendars.map((calendar) => ({ id, ...calendar, exists: false })),
  );
  type Calendar = (typeof idle)[number];

  const changing = async (change: (calendar: Calendar) => Promise<Answer>): Promise<Answer | null> => {
    const calendar = random.pick(idle);
    if (calendar === undefined) return null;
    idle.splice(idle.indexOf(calendar), 1);
    const answer = await change(calendar);
    idle.push(calendar);
    return answer;
  };

  /**
   * Returns what the calendar shows of a consultation of Intake itself, with or without its UID, whole or cut, exactly or
   * rounded.
   */
  const echo = (): Pushed | null => {
    const { id, slot } = random.pick(consultations) ?? {};
    if (id === undefined || slot === undefined) return null;
    const start = Date.parse(slot.start_at);
    const shift = () => random.pick([0, 0, -59_999, 30_000]) ?? 0;
    const uid = random.pick([id, `${id}@intake`, undefined]);
    const end = start + slot.duration_min * 60_000;
    const time = { start: start + shift(), end: end + shift(), ...(uid && { uid }) };
    const today = Math.floor(Date.now() / DAY) * DAY;
    const from = Math.max(today, start + (random.pick([-STEP, -STEP, STEP]) ?? 0));
    return { from, to: from + DAY, times: [time] };
  };

  const push = async (calendar: Calendar) => {
    const pushed = (random.chance(0.3) && echo()) || random.pushed();
    const isLate = calendar.exists && random.chance(0.2);
    const body = { ...bodyOf(pushed), ...asOf(isLate) };
    const answer = await send(world, pushBusyTimes, { id: calendar.id, calendar: calendar.name, body });
    expectOutcome(answer, isLate ? "version_conflict" : "accepted", "a push");
    return isLate ? answer : answeredPush(calendar, pushed, answer);
  };

  const answeredPush = (calendar: Calendar, pushed: Pushed, answer: Answer) => {
    calendar.timeline.push({ settings: replaced(lastOf(calendar.timeline), pushed), sent: answer.during });
    calendar.exists = true;
    return answer;
  };

  const expectOutcome = ({ response }: Answer, expected: string, of: string) => {
    const outcome = outcomeOf(response);
    if (outcome !== expected) problems.push(`${outcome} instead of ${expected} for ${of}`);
  };

  const asOf = (isLate: boolean) => {
    if (isLate) return { as_of: instant(Date.now() - DAY) };
    return random.chance(0.5) ? { as_of: instant(Date.now()) } : {};
  };

  const remove = async (calendar: Calendar) => {
    if (!calendar.exists) return push(calendar);
    const answer = await send(world, deleteBusyCalendar, { id: calendar.id, calendar: calendar.name });
    expectOutcome(answer, "accepted", "a removal");
    calendar.timeline.push({ settings: [], sent: answer.during });
    calendar.exists = false;
    return answer;
  };

  const listStarts = async (): Promise<Answer> => {
    const [id = "", minutes] = [random.pick(world.contended)?.id, random.pick([15, 60]) ?? 15];
    const { from, to } = random.listedRange();
    const query = { from: instant(from), to: instant(to), duration_min: String(minutes) };
    const answer = await send(world, getAvailability, { id, query });
    const offered: number[] = answer.response.body.data.map(Date.parse);
    const grid = Array.from({ length: (to - from) / STEP }, (_, index) => from + index * STEP);
    for (const start of new Set([...offered, ...grid]))
      recorder.answered({
        start,
        attorneyId: id,
        minutes,
        isHold: false,
        taken: null,
        ignoresRules: false,
        ignoresBusy: false,
        ownIds: [],
        during: answer.during,
        outcome: offered.includes(start) ? "accepted" : NOT_OFFERED,
        isListed: true,
      });
    return answer;
  };

  /** Returns a slot within a busy time of an attorney; null without one. */
  const busySlot = (attorney_id: string): Slot | null => {
    const { calendars = [] } = world.contended.find(({ id }) => id === attorney_id) ?? {};
    const time = random.pick(calendars.flatMap(({ timeline }) => lastOf(timeline)));
    return time ? { attorney_id, start_at: instant(time.start), duration_min: 5 } : null;
  };

  return { push: () => changing(push), remove: () => changing(remove), listStarts, busySlot };
};

const DAY = 86_400_000;

/** The default step of starts. All office hours, in every zone of the soak, begin at such a minute. */
const STEP = 15 * 60_000;

const bodyOf = ({ from, to, times }: Pushed) => ({
  from: instant(from),
  to: instant(to),
  busy: times.map(({ start, end, uid }) => ({ start_at: instant(start), end_at: instant(end), uid })),
});

/** Returns a calendar's busy times after a push: what was outside the window, and what is new within it. */
const replaced = (before: readonly BusyTime[], { from, to, times }: Pushed): BusyTime[] => [
  ...before.flatMap((time) => [
    ...cut(time, { start: -FOREVER, end: from }),
    ...cut(time, { start: to, end: FOREVER }),
  ]),
  ...times
    .filter(({ uid }) => uid === undefined)
    .flatMap(({ start, end }) => cut({ start, end, whole: { start, end } }, { start: from, end: to })),
];

const FOREVER = Number.POSITIVE_INFINITY;

const cut = (
  { start, end, whole }: BusyTime,
  within: { readonly start: number; readonly end: number },
): BusyTime[] => {
  const [first, last] = [Math.max(start, within.start), Math.min(end, within.end)];
  return first < last ? [{ start: first, end: last, whole }] : [];
};
