import { newCalendarActions, type Slot } from "./calendar-actions.ts";
import { newDecisions } from "./decisions.ts";
import { lastOf } from "./history.ts";
import type { RandomInput } from "./random-input.ts";
import type { Recorder } from "./record-history.ts";
import { newSettingsChanges } from "./settings-changes.ts";
import { type Answer, ENDPOINTS, outcomeOf, send, type World } from "./world.ts";

const { book, update, complete, markNoShow, createHold, deleteHold } = ENDPOINTS;

/** A slot without an attorney asks any attorney of the pool. A slot without a duration has the type's. */
type WantedSlot = Pick<Slot, "start_at"> & Partial<Slot>;
type Consultation = { readonly id: string; readonly slot: Slot };
type Hold = { readonly id: string; readonly slot: Slot; readonly expiresAt: number };

type Attempt = {
  readonly id?: string;
  readonly hold?: Hold;
  readonly isHold?: boolean;
  /** The lead that the gate judges. */
  readonly leadId?: string | undefined;
};
/** The rules that an attempt leaves out of the check. */
type Ignored = { readonly ignoresRules: boolean; readonly ignoresBusy: boolean };

/**
 * Returns the workers' actions. Each takes its consultation, hold or settings document out of the pool during its
 * request. Otherwise, a client would not know the order of the changes of one record.
 */
export const newActions = async (world: World, random: RandomInput, recorder: Recorder) => {
  const consultations: Consultation[] = [];
  const holds: Hold[] = [];
  const problems: string[] = [];
  const changes = newSettingsChanges(world, random, problems);
  const decide = await newDecisions(world, random, problems);

  const calendars = newCalendarActions({ world, random, recorder, problems, consultations });

  const takeFrom = <Value>(pool: Value[]): Value | undefined => {
    const value = random.pick(pool);
    if (value !== undefined) pool.splice(pool.indexOf(value), 1);
    return value;
  };
  /** Returns a slot: often one that a consultation has, or that a calendar shows as busy, so that these refuse it. */
  const randomSlot = (): Slot => {
    const attorney_id = random.pick(world.contended)?.id ?? "";
    return (
      (random.chance(0.1) && random.pick(consultations)?.slot) ||
      (random.chance(0.1) && calendars.busySlot(attorney_id)) || { attorney_id, ...random.slot() }
    );
  };

  const firm = () => lastOf(world.firm);
  const [{ key: type }] = firm().consultation_types;

  const slotForAny = (): WantedSlot => {
    const { start_at, duration_min } = random.chance(0.5) ? randomSlot() : random.slot();
    return random.chance(0.5) ? { start_at } : { start_at, duration_min };
  };

  /** Returns a slot with a reminder that is almost due by the current settings. */
  const remindedSlot = (): Slot => {
    const { consultation_types, reminders_min } = firm();
    const attorney_id = random.pick(world.open)?.id ?? "";
    return { attorney_id, ...random.remindedSlot(consultation_types[0].reminders_min ?? reminders_min) };
  };

  /** Returns the taken consultation or hold; null after a refusal. */
  const record = (
    wanted: WantedSlot,
    { response, during }: Answer,
    { id, hold, isHold = false, leadId }: Attempt,
    ignored: Ignored,
  ): Consultation | null => {
    const start = Date.parse(wanted.start_at);
    const { attorney_id: attorneyId = null, duration_min: minutes = null } = wanted;
    const ownIds = [id, hold?.id].filter((each) => each !== undefined);
    const outcome = outcomeOf(response);
    const { body } = response;
    const taken =
      outcome === "accepted" ? { attorneyId: body.attorney_id, minutes: body.duration_min } : null;
    const asked = { start, leadId, attorneyId, minutes, isHold, ...ignored, ownIds };
    recorder.answered({ ...asked, taken, during, outcome });
    if (taken === null) return null;
    for (const ownId of ownIds) recorder.release(ownId, during);
    const end = start + taken.minutes * 60_000;
    recorder.take({ ...taken, start, end, isHold, id: body.id }, during, expiryOf(response));
    if (!isHold) recorder.setAppointment(body.id, start, during);
    const slot = { start_at: wanted.start_at, attorney_id: taken.attorneyId, duration_min: taken.minutes };
    return { id: body.id, slot };
  };

  const ignoredAtRandom = (ignoresRules = random.chance(0.2)): Ignored => ({
    ignoresRules,
    ignoresBusy: random.chance(0.2),
  });

  const bookSlot = async (
    slot: WantedSlot,
    hold?: Hold,
    ignored = ignoredAtRandom(),
    leadId = random.pick(world.leadIds),
  ) => {
    const body = {
      ...slot,
      lead_id: leadId,
      type,
      hold_id: hold?.id,
      ignore_booking_rules: ignored.ignoresRules,
      ignore_busy: ignored.ignoresBusy,
    };
    const answer = await send(world, book, { body });
    const booked = record(slot, answer, { hold, leadId }, ignored);
    if (booked !== null) consultations.push(booked);
    else if (hold) holds.push(hold);
    return answer;
  };

  const reschedule = async (
    consultation: Consultation,
    slot: Slot,
    { hold, ignored = ignoredAtRandom() }: { hold?: Hold; ignored?: Ignored } = {},
  ) => {
    const { id } = consultation;
    const body = {
      ...slot,
      hold_id: hold?.id,
      ignore_booking_rules: ignored.ignoresRules,
      ignore_busy: ignored.ignoresBusy,
    };
    const answer = await send(world, update, { id, body });
    const isRescheduled = record(slot, answer, { id, hold }, ignored) !== null;
    consultations.push(isRescheduled ? { id, slot } : consultation);
    if (!isRescheduled && hold) holds.push(hold);
    return answer;
  };

  const finish = async (handler: typeof update, body: unknown, keepsSlot: boolean) => {
    const { id } = takeFrom(consultations) ?? {};
    if (id === undefined) return bookSlot(randomSlot());
    const answer = await send(world, handler, { id, body });
    if (answer.response.status !== 200)
      problems.push(`${outcomeOf(answer.response)} for open consultation ${id}`);
    if (!keepsSlot) recorder.release(id, answer.during);
    recorder.endAppointment(id, answer.during);
    return answer;
  };

  const holdSlot = async (slot: WantedSlot = randomSlot()) => {
    const ignored = ignoredAtRandom(false);
    const leadId = random.chance(0.3) ? random.pick(world.leadIds) : undefined;
    const seconds = random.holdSeconds();
    const body = { ...slot, type, seconds, lead_id: leadId, ignore_busy: ignored.ignoresBusy };
    const answer = await send(world, createHold, { body });
    const held = record(slot, answer, { isHold: true, leadId }, ignored);
    // The others expire.
    const isWanted = held !== null && random.chance(0.6);
    if (isWanted) holds.push({ ...held, expiresAt: Date.parse(answer.response.body.expires_at) });
    return answer;
  };

  const giveBack = async () => {
    const hold = takeFrom(holds);
    if (hold === undefined) return holdSlot();
    const answer = await send(world, deleteHold, { id: hold.id });
    const { response, during } = answer;
    const [isGone, mayBeGone] = [response.status === 404, during.to >= hold.expiresAt];
    if (response.status !== 204 && !(isGone && mayBeGone))
      problems.push(`${outcomeOf(response)} for live hold ${hold.id}`);
    recorder.release(hold.id, during);
    return answer;
  };

  const actions: Record<string, () => Promise<Answer>> = {
    book: () => bookSlot(randomSlot()),
    "book any": () => bookSlot(slotForAny()),
    "book reminded": () => bookSlot(remindedSlot(), undefined, ignoredAtRandom(true)),
    "book held": () => {
      const hold = takeFrom(holds);
      return hold ? bookSlot(hold.slot, hold) : holdSlot();
    },
    reschedule: () => {
      const consultation = takeFrom(consultations);
      return consultation ? reschedule(consultation, randomSlot()) : bookSlot(randomSlot());
    },
    "reschedule reminded": () => {
      const consultation = takeFrom(consultations);
      const slot = remindedSlot();
      return consultation
        ? reschedule(consultation, slot, { ignored: ignoredAtRandom(true) })
        : bookSlot(slot);
    },
    "reschedule to held": () => {
      const [consultation, hold] = [takeFrom(consultations), takeFrom(holds)];
      if (consultation && hold) return reschedule(consultation, hold.slot, { hold });
      if (consultation) consultations.push(consultation);
      return hold ? bookSlot(hold.slot, hold) : holdSlot();
    },
    cancel: () => finish(update, { status: "canceled" }, false),
    "no-show": () => finish(markNoShow, undefined, false),
    complete: () => finish(complete, {}, true),
    hold: () => holdSlot(),
    "hold any": () => holdSlot(slotForAny()),
    "give back": giveBack,
    settings: async () => (await changes.settings()) ?? bookSlot(randomSlot()),
    reminders: async () => (await changes.reminders()) ?? bookSlot(randomSlot()),
    push: async () => (await calendars.push()) ?? bookSlot(randomSlot()),
    "remove calendar": async () => (await calendars.remove()) ?? bookSlot(randomSlot()),
    availability: calendars.listStarts,
    decide: async () => (await decide()) ?? bookSlot(randomSlot()),
  };
  const bookLead = (id: string) => bookSlot(remindedSlot(), undefined, ignoredAtRandom(true), id);
  return { actions, problems, bookLead };
};

/** Returns a hold's expiry. */
const expiryOf = ({ body }: Answer["response"]) =>
  body.expires_at === undefined ? undefined : Date.parse(body.expires_at);
