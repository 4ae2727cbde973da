import { handler as createCheck } from "../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../functions/conflicts/decide-conflict-check.ts";
import { handler as deleteEntry } from "../../functions/conflicts/delete-conflict-entry.ts";
import { handler as putEntry } from "../../functions/conflicts/put-conflict-entry.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as updateConsultation } from "../../functions/consultations/update-consultation.ts";
import { handler as mergeLead } from "../../functions/lead-merge/merge-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as bookByLink } from "../../functions/links/book-by-link.ts";
import { handler as createLink } from "../../functions/links/create-link.ts";
import { handler as updateByLink } from "../../functions/links/update-by-link.ts";
import { handler as createHold } from "../../functions/scheduling/create-hold.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { atMinute } from "./booking-fixture.ts";
import { type ApiRequest, type ApiResponse, call } from "./http-call.ts";
import { MEETING, tokenOf } from "./links.ts";
import type { Faults } from "./random-faults.ts";

type Handler = Parameters<typeof call>[0];
type Answer = ApiResponse | null;

/** More calls than a request makes, so that not every fault comes. */
const CALLS = 12;
const TRIES = 8;

type Dependencies = {
  readonly faults: Faults;
  readonly random: () => number;
  /** A key of the firm, and that of a source. */
  readonly key: string;
  readonly sourceKey: string;
  readonly attorneyIds: readonly string[];
  readonly storedLead: (id: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
};

const FIRST_NAMES = ["Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen", "Hedy"];

const WEIGHTS = {
  create: 1,
  ...{ check: 4, clear: 14, decide: 6, block: 2, unblock: 3 },
  ...{ rename: 3, parties: 4, deliver: 5, "put entry": 4, "delete entry": 2, merge: 1 },
  ...{ book: 10, "book any": 6, hold: 5, "book held": 5, "book by link": 8, "move by link": 7 },
  ...{ move: 2, cancel: 1 },
};
type Action = keyof typeof WEIGHTS;
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array(weight).fill(name) as Action[]);

/** Returns random requests of the office, of a source and of clients, with what the callers know afterwards. */
export const newConflictRace = ({ faults, random, key, sourceKey, ...world }: Dependencies) => {
  const pick = <Each>(list: readonly Each[]) => list[Math.floor(random() * list.length)] as Each;
  const [leads, consultations, links]: string[][] = [[], [], []] as const;
  const seen = {
    /** The leads of the holds that were asked for, by their starts in milliseconds. */
    holds: new Map<number, string>(),
    /** Whether a booking that starts then was answered as made, by the start. */
    bookings: new Map<string, boolean>(),
    /** Whether a decision with that reason was answered as made. */
    decisions: new Map<string, boolean>(),
    /** How often each action ended how. */
    outcomes: {} as Record<string, number>,
  };
  let serial = 0;
  const start = () => atMinute(60 * serial++);
  const name = () => ({ first: pick(FIRST_NAMES), last: "Quine" });

  const headersFor = ({ definition }: Handler): ApiRequest =>
    definition?.acceptsIdempotencyKey ? { headers: { "idempotency-key": `intent-${serial++}` } } : {};

  const tryOnce = async (handler: Handler, request: ApiRequest): Promise<Answer> => {
    const answer = await faults.run(CALLS, () => call(handler, request));
    if (answer?.status === 500) throw new Error(`${handler.definition?.name} has failed.`);
    return answer?.status === 503 ? null : answer;
  };

  /** Sends a request again until it is answered, as callers do. */
  const ask = async (handler: Handler, request: ApiRequest): Promise<Answer> => {
    const sent = { key, ...request, ...headersFor(handler) };
    let answer: Answer = null;
    for (let tries = 0; tries < TRIES && answer === null; tries++) answer = await tryOnce(handler, sent);
    return answer;
  };
  const isDone = (answer: Answer): answer is ApiResponse => answer !== null && answer.status < 300;

  const create = async (): Promise<Answer> => {
    const { first, last } = name();
    const phone = `+1212555${1_000 + serial}`;
    const answer = await ask(createLead, {
      body: { first_name: first, last_name: last, phone, source: "call" },
    });
    if (isDone(answer)) leads.push(answer.body.id);
    return answer;
  };

  /** Also names adversaries. The same external id means the same lead. */
  const deliver = async (): Promise<Answer> => {
    const { first, last } = name();
    const client = Math.floor(random() * 4);
    const opponents = random() < 0.4 ? [`Quine, ${pick(FIRST_NAMES)}`] : [];
    const body = {
      externalId: `x${client}`,
      firstName: first,
      lastName: last,
      phone: `212 555 010${client}`,
      opponents,
    };
    const answer = await ask(createLead, { key: sourceKey, body });
    if (answer?.status === 201) leads.push(answer.body.leadId);
    return answer;
  };

  const patch = (body: object) => ask(updateLead, { params: { id: pick(leads) }, body });
  const party = () => ({ role: pick(["adverse", "related"]), name: `Quine, ${pick(FIRST_NAMES)}` });

  const check = (id = pick(leads)) => ask(createCheck, { params: { id } });
  const conflictOf = async (id: string) => (await world.storedLead(id))?.conflict as Lead["conflict"];
  const decide = async (id: string, checkId: string, decision: string): Promise<Answer> => {
    const reason = `Known ${serial++}`;
    const body = { decision, member_id: world.attorneyIds[0], reason };
    const answer = await ask(decideCheck, { params: { id, checkId }, body });
    seen.decisions.set(reason, isDone(answer));
    return answer;
  };
  const decideAnew = async (decision: string, id = pick(leads)): Promise<Answer> => {
    const answer = await check(id);
    return isDone(answer) ? decide(id, answer.body.id, decision) : answer;
  };
  const decideNewest = async (): Promise<Answer> => {
    const id = pick(leads);
    const checkId = (await conflictOf(id))?.newestCheckId;
    return checkId === undefined ? check(id) : decide(id, checkId, pick(["cleared", "waived", "blocked"]));
  };
  const unblock = async (): Promise<Answer> => {
    for (const id of leads)
      if ((await conflictOf(id))?.state === "blocked") return decideAnew(pick(["cleared", "waived"]), id);
    return check();
  };

  const merge = async (): Promise<Answer> => {
    await create();
    const [id, from] = [pick(leads), pick(leads)];
    if (id === from) return check();
    const answer = await ask(mergeLead, { params: { id }, body: { from } });
    const at = isDone(answer) ? leads.indexOf(from) : -1;
    if (at >= 0) leads.splice(at, 1);
    return answer;
  };

  const hold = async (leadId = pick(leads)): Promise<Answer> => {
    const body = { attorney_id: pick(world.attorneyIds), start_at: start(), duration_min: 60, seconds: 900 };
    seen.holds.set(Date.parse(body.start_at), leadId);
    return ask(createHold, { body: { ...body, lead_id: leadId } });
  };
  const anyAttorney = { type: MEETING.key };
  const oneAttorney = () => ({ attorney_id: pick(world.attorneyIds), type: "Initial", duration_min: 60 });
  const booked = (start_at: string, answer: Answer): Answer => {
    seen.bookings.set(start_at, answer?.status === 201);
    return answer;
  };
  const book = async (slot: object, leadId = pick(leads), start_at = start()): Promise<Answer> => {
    const body = { ...slot, lead_id: leadId, start_at };
    const answer = booked(start_at, await ask(bookConsultation, { body }));
    if (isDone(answer)) consultations.push(answer.body.id);
    return answer;
  };
  const bookHeld = async (): Promise<Answer> => {
    const leadId = pick(leads);
    const held = await hold(leadId);
    if (!isDone(held)) return held;
    const { id, attorney_id, start_at } = held.body;
    return book({ ...oneAttorney(), attorney_id, hold_id: id }, leadId, start_at);
  };
  const bookWithLink = async (): Promise<Answer> => {
    const link = await ask(createLink, { params: { id: pick(leads) }, body: anyAttorney });
    if (!isDone(link)) return link;
    const [token, start_at] = [tokenOf(link.body.url), start()];
    const answer = booked(start_at, await ask(bookByLink, { key: token, body: { start_at } }));
    if (isDone(answer)) links.push(token);
    return answer;
  };
  const moveWithLink = () =>
    links.length > 0 ? ask(updateByLink, { key: pick(links), body: { start_at: start() } }) : bookWithLink();
  const change = (body: object) =>
    consultations.length > 0
      ? ask(updateConsultation, { params: { id: pick(consultations) }, body })
      : book(oneAttorney());

  const entry = () => ({ key: `e-${Math.floor(random() * 4)}` });
  const actions: Readonly<Record<Action, () => Promise<Answer>>> = {
    create,
    deliver,
    merge,
    unblock,
    check: () => check(),
    clear: () => decideAnew("cleared"),
    block: () => decideAnew("blocked"),
    decide: decideNewest,
    rename: () => patch({ first_name: pick(FIRST_NAMES) }),
    parties: () => patch({ parties: pick([[], [], [party()]]) }),
    "put entry": () =>
      ask(putEntry, {
        params: entry(),
        body: { name: `${pick(FIRST_NAMES)} Quine`, role: pick(["adverse", "client", "related"]) },
      }),
    "delete entry": () => ask(deleteEntry, { params: entry() }),
    hold: () => hold(),
    book: () => book(oneAttorney()),
    "book any": () => book(anyAttorney),
    "book held": bookHeld,
    "book by link": bookWithLink,
    "move by link": moveWithLink,
    move: () => change({ start_at: start() }),
    cancel: () => change({ status: "canceled" }),
  };
  return {
    seen,
    create,
    ask,
    act: async () => {
      const action = pick(WEIGHTED);
      const answer = await actions[action]();
      const outcome = `${action} ${answer?.body?.error?.code ?? answer?.status ?? "without an answer"}`;
      seen.outcomes[outcome] = (seen.outcomes[outcome] ?? 0) + 1;
    },
  };
};
