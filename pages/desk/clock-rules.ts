import type { Lead } from "../../client/src/generated.ts";

/** Why a lead is to do: somebody must answer by a deadline, or wanted to contact the person again. */
export type Due = { readonly for: "answer" | "contact"; readonly at: string; readonly isPast: boolean };

type Clocks = Pick<Lead, "archived" | "status" | "respond_by" | "next_contact_at">;

/** What leads are judged by: the present time in milliseconds, and the stages of the firm as far as they are known. */
export type World = {
  readonly now: number;
  readonly stages: readonly { readonly key: string; readonly terminal: boolean }[];
};

/** Returns the deadline of a lead that nobody has contacted; null for none. In a final stage none counts. */
export const deadlineOf = (
  { archived, status, respond_by }: Omit<Clocks, "next_contact_at">,
  { now, stages }: World,
): Due | null => {
  const isFinal = stages.some(({ key, terminal }) => terminal && key === status.key);
  if (respond_by === null || archived || isFinal) return null;
  return { for: "answer", at: respond_by, isPast: Date.parse(respond_by) <= now };
};

/** Returns what is to do with a lead, the earliest first: its deadline, and a next contact that has come. */
export const duesOf = (lead: Clocks, world: World): Due[] => {
  const { archived, next_contact_at: next } = lead;
  const deadline = deadlineOf(lead, world);
  const isDue = next !== null && !archived && Date.parse(next) <= world.now;
  const dues: Due[] = [
    ...(deadline ? [deadline] : []),
    ...(isDue ? [{ for: "contact", at: next, isPast: true } as const] : []),
  ];
  return dues.sort((one, other) => compare(one.at, other.at));
};

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export type ToDo = { readonly lead: Lead; readonly dues: readonly Due[] };

/** Returns what is to do: what is past first, one's own first among it, and the earliest of these. */
export const toDosIn = (
  leads: Iterable<Lead>,
  { memberId, ...world }: World & { readonly memberId: string | null },
): ToDo[] => {
  const rank = ({ lead, dues: [first] }: ToDo) =>
    `${Number(!first?.isPast)}${Number(memberId === null || lead.assignee_id !== memberId)}${first?.at}`;
  return [...new Map([...leads].map((lead) => [lead.id, lead])).values()]
    .map((lead) => ({ lead, dues: duesOf(lead, world) }))
    .filter(({ dues }) => dues.length > 0)
    .sort((one, other) => compare(rank(one), rank(other)));
};

type Waiting = Pick<Lead, "captured_at" | "first_contact_at" | "last_activity_at">;

/** Orders leads by who waits longest: first those whom nobody has contacted, then those of whom nothing was noted since. */
export const byWait = (one: Waiting, other: Waiting): number => compare(waitOf(one), waitOf(other));

const waitOf = ({ captured_at, first_contact_at, last_activity_at }: Waiting) =>
  first_contact_at === null ? `0${captured_at}` : `1${last_activity_at}`;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

type Span = { readonly count: number; readonly unit: "day" | "hour" | "minute" };

/** Returns the time between now and an instant in its greatest unit, at least a minute. Days count from the second one. */
export const spanTo = (instant: string, now: number): Span => {
  const minutes = Math.max(1, Math.floor(Math.abs(Date.parse(instant) - now) / 60_000));
  if (minutes < HOUR_MINUTES) return { count: minutes, unit: "minute" };
  if (minutes < 2 * DAY_MINUTES) return { count: Math.floor(minutes / HOUR_MINUTES), unit: "hour" };
  return { count: Math.floor(minutes / DAY_MINUTES), unit: "day" };
};
