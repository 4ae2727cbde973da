import type { Timeline } from "./history.ts";
import type { RandomInput } from "./random-input.ts";
import type { Recorder } from "./record-history.ts";
import { type Answer, ENDPOINTS, outcomeOf, send, TYPE, type World } from "./world.ts";

const { book, update, complete, markNoShow, createHold, deleteHold, updateMember, updateFirm } = ENDPOINTS;

type Slot = { readonly attorney_id: string; readonly start_at: string; readonly duration_min: number };
/** Without an attorney, any of the pool is asked. */
type WantedSlot = Omit<Slot, "attorney_id"> & Partial<Slot>;
type Consultation = { readonly id: string; readonly slot: Slot };
type Hold = { readonly id: string; readonly slot: Slot; readonly expiresAt: number };

type Attempt = { readonly id?: string; readonly hold?: Hold; readonly isHold?: boolean };

/**
 * What the workers do. Each takes its consultation, hold or settings document out of the pool while its request is
 * under way: only then does a client know the order of the changes of one record.
 */
export const newActions = (world: World, random: RandomInput, recorder: Recorder) => {
  const consultations: Consultation[] = [];
  const holds: Hold[] = [];
  const problems: string[] = [];
  const pool = world.attorneys.map(({ id }) => id);
  const documents = ["firm" as const, ...world.attorneys];

  const takeFrom = <Value>(pool: Value[]): Value | undefined => {
    const value = random.pick(pool);
    if (value !== undefined) pool.splice(pool.indexOf(value), 1);
    return value;
  };
  const randomSlot = (): Slot => ({ attorney_id: random.pick(world.attorneys)?.id ?? "", ...random.slot() });

  const slotForAny = (): WantedSlot => random.slot();

  /** Returns what was taken; null when it was refused. */
  const record = (
    wanted: WantedSlot,
    { response, during }: Answer,
    { id, hold, isHold = false }: Attempt,
    ignoresRules: boolean,
  ): Consultation | null => {
    const start = Date.parse(wanted.start_at);
    const interval = { start, end: start + wanted.duration_min * 60_000, isHold };
    const ownIds = [id, hold?.id].filter((each) => each !== undefined);
    const outcome = outcomeOf(response);
    const attorneyId = wanted.attorney_id ?? (response.body.attorney_id as string | undefined);
    const attorneyIds = attorneyId ? [attorneyId] : pool;
    recorder.answered({ ...interval, attorneyIds, ignoresRules, ownIds, during, outcome });
    if (outcome !== "accepted" || !attorneyId) return null;
    for (const ownId of ownIds) recorder.release(ownId, during);
    recorder.take({ ...interval, attorneyId, id: response.body.id }, during, expiryOf(response));
    return { id: response.body.id, slot: { ...wanted, attorney_id: attorneyId } };
  };

  const bookSlot = async (slot: WantedSlot, hold?: Hold) => {
    const ignoresRules = random.chance(0.2);
    const body = {
      ...slot,
      lead_id: random.pick(world.leadIds),
      type: TYPE.key,
      hold_id: hold?.id,
      ignore_booking_rules: ignoresRules,
    };
    const answer = await send(world, book, { body });
    const booked = record(slot, answer, { hold }, ignoresRules);
    if (booked !== null) consultations.push(booked);
    else if (hold) holds.push(hold);
    return answer;
  };

  const reschedule = async (consultation: Consultation, slot: Slot, hold?: Hold) => {
    const ignoresRules = random.chance(0.2);
    const { id } = consultation;
    const body = { ...slot, hold_id: hold?.id, ignore_booking_rules: ignoresRules };
    const answer = await send(world, update, { id, body });
    const isRescheduled = record(slot, answer, { id, hold }, ignoresRules) !== null;
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
    return answer;
  };

  const holdSlot = async (slot: WantedSlot = randomSlot()) => {
    const body = { ...slot, type: TYPE.key, seconds: random.holdSeconds() };
    const answer = await send(world, createHold, { body });
    const held = record(slot, answer, { isHold: true }, false);
    // The others are left to expire.
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

  const changeDocument = async <Settings extends object>(
    timeline: Timeline<Settings>,
    change: Partial<Settings>,
    request: (input: { body: unknown }) => Promise<Answer>,
  ) => {
    const answer = await request({ body: change });
    if (answer.response.status !== 200) problems.push(`${outcomeOf(answer.response)} for settings`);
    timeline.push({ settings: { ...lastOf(timeline), ...change }, sent: answer.during });
    return answer;
  };

  const changeSettings = async () => {
    const document = takeFrom(documents);
    if (document === undefined) return bookSlot(randomSlot());
    const answer = await (document === "firm"
      ? changeDocument(world.firm, random.firmChange(), (input) => send(world, updateFirm, input))
      : changeDocument(document.timeline, random.attorneyChange(), (input) =>
          send(world, updateMember, { id: document.id, ...input }),
        ));
    documents.push(document);
    return answer;
  };

  const actions: Record<string, () => Promise<Answer>> = {
    book: () => bookSlot(randomSlot()),
    "book any": () => bookSlot(slotForAny()),
    "book held": () => {
      const hold = takeFrom(holds);
      return hold ? bookSlot(hold.slot, hold) : holdSlot();
    },
    reschedule: () => {
      const consultation = takeFrom(consultations);
      return consultation ? reschedule(consultation, randomSlot()) : bookSlot(randomSlot());
    },
    "reschedule to held": () => {
      const [consultation, hold] = [takeFrom(consultations), takeFrom(holds)];
      if (consultation && hold) return reschedule(consultation, hold.slot, hold);
      if (consultation) consultations.push(consultation);
      return hold ? bookSlot(hold.slot, hold) : holdSlot();
    },
    cancel: () => finish(update, { status: "canceled" }, false),
    "no-show": () => finish(markNoShow, undefined, false),
    complete: () => finish(complete, {}, true),
    hold: () => holdSlot(),
    "hold any": () => holdSlot(slotForAny()),
    "give back": giveBack,
    settings: changeSettings,
  };
  return { actions, problems };
};

/** Of a hold. */
const expiryOf = ({ body }: Answer["response"]) =>
  body.expires_at === undefined ? undefined : Date.parse(body.expires_at);

const lastOf = <Settings>(timeline: readonly { readonly settings: Settings }[]): Settings => {
  const last = timeline.at(-1);
  if (last === undefined) throw new Error("A timeline begins with the settings at first.");
  return last.settings;
};
