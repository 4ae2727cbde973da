import {
  IntakeApiError,
  IntakeNetworkError,
  IntakeOutcomeUnknownError,
  IntakeResponseError,
  isUnsent,
} from "./errors.ts";
import { type Envelope, type OperationId, type RequestOptions, TimeoutError } from "./generated.ts";
import {
  type CallArgs,
  LOST_ANSWERS,
  type LostAnswer,
  type Reader,
  readOptions,
  type Verdict,
} from "./lost-answers.ts";
import { sleep } from "./sleep.ts";

type Read = Promise<Envelope<unknown, object>>;
type Page = { readonly data: readonly { readonly id: string }[]; readonly next_cursor: string | null };
type ReadOptions = RequestOptions & { readonly envelope: true };

/** The methods of the client that confirm what became of a call. */
export type Readers = Record<Reader, (args: { path: { id: string } }, init: ReadOptions) => Read> & {
  getFirm(args: object, init: ReadOptions): Read;
  listKeys(args: { query: { cursor?: string } }, init: ReadOptions): Promise<Envelope<Page, object>>;
};

/** Declared as a method, which may take arguments more narrow than these. */
type Method = { call(args: CallArgs, init?: RequestOptions): Promise<unknown> }["call"];

type Methods = Record<OperationId, Method>;

export type RepeatOptions = {
  readonly maxRetries: number;
  readonly maxRetryAfterSeconds: number;
  readonly delayMilliseconds: number;
};

/** After these the outcome is not known: the service, or a gateway before it, could not answer. */
const UNAVAILABLE = [502, 503, 504];

const isLost = (error: unknown): boolean => {
  if (error instanceof IntakeNetworkError) return !isUnsent(error);
  if (error instanceof TimeoutError) return true;
  const isAnswer = error instanceof IntakeApiError || error instanceof IntakeResponseError;
  return isAnswer && UNAVAILABLE.includes(error.status);
};

type Outcome =
  | { readonly verdict: "done"; readonly answer: Envelope<unknown, object> }
  | { readonly verdict: Exclude<Verdict, "done"> };

type CallOf = { readonly args: CallArgs; readonly init: RequestOptions };

type ConfirmedWay = Exclude<LostAnswer, { way: "repeated" | "repeatedWithKey" }>;

type Confirmed = {
  readonly client: Readers;
  readonly send: Method;
  readonly lostAnswer: ConfirmedWay;
  readonly options: RepeatOptions;
};

/** What became of a call after a loss; the refusal is the answer to a repetition, null when that was lost too. */
const outcomeOf = async (
  { client, lostAnswer }: Pick<Confirmed, "client" | "lostAnswer">,
  { args, init }: CallOf,
  refusal: IntakeApiError | null,
): Promise<Outcome> => {
  if (lostAnswer.way === "failed") return { verdict: "unknown" };
  if (lostAnswer.way === "deletion") {
    const isGone = refusal !== null && lostAnswer.gone.includes(refusal.code);
    return isGone ? { verdict: "done", answer: DELETED() } : { verdict: "open" };
  }
  const answer = await readRecord(client, lostAnswer.reader, args.path?.id ?? "", readOptions(init));
  const verdict = lostAnswer.verify(answer.data, args);
  return verdict === "done" ? { verdict, answer } : { verdict };
};

const DELETED = () => ({ data: undefined, headers: {}, response: new Response(null, { status: 204 }) });

const readRecord = async (
  client: Readers,
  reader: Extract<LostAnswer, { way: "confirmed" }>["reader"],
  id: string,
  init: ReadOptions,
) => {
  if (reader === "getFirm") return client.getFirm({}, init);
  if (reader === "listKeys") return readKey(client, id, init);
  return client[reader]({ path: { id } }, init);
};

const readKey = async (client: Readers, id: string, init: ReadOptions, cursor?: string): Read => {
  const page = await client.listKeys({ query: cursor === undefined ? {} : { cursor } }, init);
  const key = page.data.data.find((each) => each.id === id);
  const next = page.data.next_cursor;
  return key || next === null ? { ...page, data: key } : readKey(client, id, init, next);
};

/**
 * Sends a call, and finds out what became of it when its answer is lost, so that what was done is reported as done, and
 * nothing is done twice.
 * @throws IntakeOutcomeUnknownError when nothing tells
 */
const sendConfirmed = async (confirmed: Confirmed, call: CallOf, attempt = 1): Promise<unknown> => {
  const { error, ...sent } = await settled(confirmed.send(call.args, call.init));
  if (error === undefined) return sent.value;
  const refusal = isLost(error) ? null : refusalOf(error);
  if (refusal !== null && attempt === 1) throw error;
  const outcome = await outcomeOf(confirmed, call, refusal).catch(() => UNKNOWN);
  if (outcome.verdict === "done") return valueFor(outcome.answer, call.init);
  if (outcome.verdict === "unknown") throw new IntakeOutcomeUnknownError(error);
  if (refusal !== null) throw refusal;
  await waitForRepetition(confirmed.options, call.init, attempt, error);
  return sendConfirmed(confirmed, call, attempt + 1);
};

const valueFor = (answer: Envelope<unknown, object>, { envelope }: RequestOptions) =>
  envelope ? answer : answer.data;

const settled = (sent: Promise<unknown>): Promise<{ readonly value?: unknown; readonly error?: unknown }> =>
  sent.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error ?? new Error("The caller aborted.") }),
  );

/** @throws what is neither a refusal nor a lost answer, such as the reason with which the caller aborted */
const refusalOf = (error: unknown): IntakeApiError => {
  if (error instanceof IntakeApiError) return error;
  throw error;
};

const UNKNOWN: Outcome = { verdict: "unknown" };

/** @throws IntakeOutcomeUnknownError when it may not be sent again, or the service asks for too long a wait */
const waitForRepetition = async (
  { maxRetries, maxRetryAfterSeconds, delayMilliseconds }: RepeatOptions,
  { retry, signal }: RequestOptions,
  attempt: number,
  error: unknown,
): Promise<void> => {
  const askedSeconds = error instanceof IntakeApiError ? (error.retryAfterSeconds ?? 0) : 0;
  const isOver = attempt > (retry?.retries ?? maxRetries) || askedSeconds > maxRetryAfterSeconds;
  if (isOver) throw new IntakeOutcomeUnknownError(error);
  const delay = Math.random() * delayMilliseconds * 2 ** (attempt - 1);
  await sleep(Math.max(askedSeconds * 1_000, delay), signal ?? undefined);
};

/** The methods that are not simply repeated after a lost answer, by their names. */
export const confirmedMethods = (client: Readers & Methods, options: RepeatOptions) =>
  Object.fromEntries(
    Object.entries(LOST_ANSWERS).flatMap(([id, lostAnswer]) => {
      if (lostAnswer.way === "repeated" || lostAnswer.way === "repeatedWithKey") return [];
      const send = client[id as OperationId];
      const confirmed = { client, send, lostAnswer, options };
      const method: Method = (args, init = {}) => sendConfirmed(confirmed, { args, init });
      return [[id, Object.defineProperties(method, { name: { value: id }, operationId: { value: id } })]];
    }),
  );
