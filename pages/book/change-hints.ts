import { choosePlural, fill } from "../shared/fill.ts";
import type { Language } from "./language.ts";
import type { Link } from "./link-api.ts";
import type { Texts } from "./texts/english.ts";

/** A text, and the instant that stands for its `{date}`. */
type Hint = { readonly text: string; readonly until?: string };

type Permissions = Pick<Link, "allowed" | "reschedule_until" | "cancel_until" | "reschedules_left">;

/** Returns what the client of a link who may still move or cancel an appointment is told about that. */
export const changeHints = (
  { appointment: words }: Texts,
  language: Language,
  { allowed, reschedule_until, cancel_until, reschedules_left }: Permissions,
): readonly Hint[] => {
  const until = (text: string, isAllowed: boolean, instant: string | null): Hint[] =>
    isAllowed && instant !== null ? [{ text, until: instant }] : [];
  if (!allowed.reschedule)
    return [{ text: words.notMovable }, ...until(words.cancelUntil, allowed.cancel, cancel_until)];
  const isSame = allowed.cancel && reschedule_until === cancel_until;
  return [
    ...until(words.changeUntil, isSame, cancel_until),
    ...until(words.moveUntil, !isSame, reschedule_until),
    ...until(words.cancelUntil, !isSame && allowed.cancel, cancel_until),
    ...(reschedules_left === null ? [] : [{ text: movesLeft(words, language, reschedules_left) }]),
  ];
};

const movesLeft = (words: Texts["appointment"], language: Language, count: number) =>
  fill(choosePlural(words.movesLeft, count, language), { count: String(count) });
