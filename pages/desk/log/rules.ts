import type { CreateActivityBody, Lead } from "../../../client/src/generated.ts";

export const KINDS = ["call", "text", "email", "meeting", "note"] as const;
export const DIRECTIONS = ["out", "in"] as const;
export const OUTCOMES = ["reached", "left_message", "no_answer", "wrong_number"] as const;

/** What is chosen and typed of an activity; blank for what it has none of. */
export type Typed = {
  readonly kind: string;
  readonly direction: string;
  readonly outcome: string;
  readonly text: string;
};

export const called = (outcome: string): Typed => ({ kind: "call", direction: "out", outcome, text: "" });

/** The activity that another one corrects: it keeps its time. */
export type Corrected = { readonly id: string; readonly at: string };

const chosen = <Value extends string>(values: readonly Value[], text: string) =>
  values.find((value) => value === text);

const ATTEMPTS = ["no_answer", "wrong_number"];

const toldOf = (typed: Typed): Pick<CreateActivityBody, "kind" | "direction" | "outcome"> => {
  const kind = chosen(KINDS, typed.kind) ?? "note";
  if (kind === "note") return { kind };
  const direction = chosen(DIRECTIONS, typed.direction);
  const outcome = chosen(OUTCOMES, typed.outcome);
  return { kind, ...(direction && { direction }), ...(outcome && { outcome }) };
};

/** Returns the body of an activity. It clears a next contact that has come; a note, or an attempt, leaves it. */
export const activityBody = (
  typed: Typed,
  { next_contact_at: next }: Pick<Lead, "next_contact_at">,
  { now, corrected }: { readonly now: number; readonly corrected: Corrected | null },
) => {
  const told = toldOf(typed);
  const text = typed.text.trim();
  const isAttempt = told.kind === "note" || ATTEMPTS.includes(typed.outcome);
  const clears = !corrected && !isAttempt && next !== null && Date.parse(next) <= now;
  return {
    ...told,
    ...(text && { text }),
    ...(corrected && { corrects: corrected.id, at: corrected.at }),
    ...(clears && { next_contact_at: null }),
  };
};

export type ActivityBody = ReturnType<typeof activityBody>;

type Recorded = {
  readonly created_at: string;
  readonly member_id: string | null;
  readonly [name: string]: unknown;
};

/** Returns the activity by which a member's request was done, of those recorded after an instant. */
export const recordedAs = <Activity extends Recorded>(
  activities: readonly Activity[],
  { kind, direction, outcome, text, corrects }: ActivityBody,
  { memberId, after }: { readonly memberId: string | null; readonly after: string },
): Activity | null => {
  const sent = { kind, direction, outcome, text, corrects, member_id: memberId };
  return (
    activities.find(
      (activity) =>
        activity.created_at > after &&
        Object.entries(sent).every(([name, value]) => (activity[name] || null) === (value ?? null)),
    ) ?? null
  );
};
