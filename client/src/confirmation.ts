import type { ClientSettings } from "./client-options.ts";
import { IntakeApiError, IntakeOutcomeUnknownError, IntakeResponseError } from "./errors.ts";
import type { ListKeysResult, OperationId } from "./generated.ts";
import { lostAnswerOf, type Treatment, type Verdict, verdictOf } from "./lost-answers.ts";
import type { Call } from "./request.ts";
import { isLost, isUnread, type Tries, waitForRepetition } from "./retries.ts";
import { CallbackError, sendCall } from "./send.ts";

type ConfirmedWay = Exclude<Treatment, { way: "repeated" | "repeatedWithKey" }>;

/** The verdict on a call, and the record that confirms it. */
type Outcome = { readonly verdict: Verdict; readonly body?: unknown };

/**
 * Sends a call, and determines its outcome if its answer is lost. So an action that was done is reported as done, and
 * nothing is done twice.
 * @throws IntakeOutcomeUnknownError if the outcome stays unknown
 */
export const sendConfirmed = (settings: ClientSettings, call: Call): Promise<unknown> =>
  sendInItsWay(settings, call).catch((error: unknown) => {
    throw error instanceof CallbackError ? error.thrown : error;
  });

const sendInItsWay = (settings: ClientSettings, call: Call): Promise<unknown> => {
  const lostAnswer = lostAnswerOf(call.id, call.input);
  if (lostAnswer.way === "repeated" || lostAnswer.way === "repeatedWithKey") return sendCall(settings, call);
  return sendUntilCertain(settings, call, lostAnswer);
};

const sendUntilCertain = async (
  settings: ClientSettings,
  call: Call,
  lostAnswer: ConfirmedWay,
  tries: Tries = { made: 0 },
): Promise<unknown> => {
  const isRepetition = tries.made > 0;
  const sent = await settled(sendCall(settings, call, tries));
  if (!("error" in sent)) return sent.body;
  const { error } = sent;
  const refusal = refusalOf(error, isRepetition);
  if (refusal !== null && !isRepetition) throw refusal;
  const outcome = await outcomeOf(settings, call, lostAnswer, refusal).catch(unknownOutcome);
  if (outcome.verdict === "done") return outcome.body;
  call.options.signal?.throwIfAborted();
  if (outcome.verdict === "unknown") throw new IntakeOutcomeUnknownError(call.id, error);
  if (refusal !== null) throw refusal;
  const isRepeated = await waitForRepetition(settings, call.options, tries, error);
  if (isRepeated) return sendUntilCertain(settings, call, lostAnswer, tries);
  if (outcome.verdict === "openButShown") return outcome.body;
  throw new IntakeOutcomeUnknownError(call.id, error, true);
};

const UNKNOWN: Outcome = { verdict: "unknown" };

/** @throws the error of the caller's own callback */
const unknownOutcome = (error: unknown): Outcome => {
  if (error instanceof CallbackError) throw error;
  return UNKNOWN;
};

const settled = (sent: Promise<unknown>): Promise<{ readonly body: unknown } | { readonly error: unknown }> =>
  sent.then(
    (body) => ({ body }),
    (error: unknown) => ({ error }),
  );

/**
 * Returns the refusal of a call, null for a lost answer. A repetition that the service has not read, or that a proxy
 * answers, says nothing about the try before it, whose answer was lost.
 * @throws any other error, such as the reason with which the caller aborted
 */
const refusalOf = (error: unknown, isRepetition: boolean): IntakeApiError | null => {
  const saysNothing = isUnread(error) || error instanceof IntakeResponseError;
  if (isLost(error) || (isRepetition && saysNothing)) return null;
  if (error instanceof IntakeApiError) return error;
  throw error;
};

/** Returns the outcome of a call after a loss. The refusal is the answer to a repetition, null if that was lost too. */
const outcomeOf = async (
  settings: ClientSettings,
  call: Call,
  lostAnswer: ConfirmedWay,
  refusal: IntakeApiError | null,
): Promise<Outcome> => {
  if (lostAnswer.way === "failed") return UNKNOWN;
  if (lostAnswer.way === "deletion") {
    const isGone = refusal !== null && lostAnswer.gone.includes(refusal.code);
    return { verdict: isGone ? "done" : "open" };
  }
  const record = await readRecord(settings, call, lostAnswer.reader);
  const body = lostAnswer.reader === "getLink" ? Object(record).consultation : record;
  return { verdict: verdictOf(lostAnswer.by, record, call.input), body };
};

const readRecord = (
  settings: ClientSettings,
  { input, options }: Call,
  reader: OperationId,
): Promise<unknown> => {
  const id = input.path?.id ?? "";
  if (reader === "listKeys") return findKey(settings, id, options);
  const isOnly = reader === "getFirm" || reader === "getLink";
  return sendCall(settings, { id: reader, input: isOnly ? {} : { path: { id } }, options });
};

const findKey = async (
  settings: ClientSettings,
  id: string,
  options: Call["options"],
  cursor?: string,
): Promise<unknown> => {
  const page = (await sendCall(settings, {
    id: "listKeys",
    input: { query: { cursor } },
    options,
  })) as ListKeysResult;
  const key = page.data.find((each) => each.id === id);
  return key || page.next_cursor === null ? key : findKey(settings, id, options, page.next_cursor);
};
