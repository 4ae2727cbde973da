import type { ClientSettings } from "./client-options.ts";
import { IntakeApiError, IntakeNetworkError, IntakeResponseError, TimeoutError } from "./errors.ts";
import { type ErrorBody, ROUTES } from "./generated.ts";
import { type Call, type PreparedRequest, prepareRequest } from "./request.ts";
import { mayRepeat, type Tries, waitForRepetition } from "./retries.ts";
import { startTimeout } from "./sleep.ts";

/** The caller's own callback failed. What it has thrown is no fault of the call, whatever its type. */
export class CallbackError extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super();
    this.thrown = thrown;
  }
}

/**
 * Sends a call, and repeats it if that does nothing twice.
 * @param tries those that the call has made before
 * @returns the body of the response
 * @throws CallbackError
 */
export const sendCall = async (
  settings: ClientSettings,
  call: Call,
  tries: Tries = { made: 0 },
): Promise<unknown> => {
  const request = await prepareRequest(settings, call);
  return sendRepeatedly(settings, call, request, tries);
};

const sendRepeatedly = async (
  settings: ClientSettings,
  call: Call,
  request: PreparedRequest,
  tries: Tries,
): Promise<unknown> => {
  tries.made += 1;
  try {
    return await sendOnce(settings, call, request);
  } catch (error) {
    const isRepeated =
      mayRepeat(error, call, request.init.headers) &&
      (await waitForRepetition(settings, call.options, tries, error));
    if (!isRepeated) throw error;
  }
  call.options.signal?.throwIfAborted();
  return sendRepeatedly(settings, call, request, tries);
};

const sendOnce = async (settings: ClientSettings, call: Call, request: PreparedRequest) => {
  const { response, text } = await exchange(settings, call, request);
  await callBack(call.options, response);
  return bodyOf(response, text, call.id);
};

const callBack = async ({ onResponse }: Call["options"], response: Response) => {
  try {
    await onResponse?.(response);
  } catch (error) {
    throw new CallbackError(error);
  }
};

/** Reads the whole body, so that a connection that breaks within it is a fault like any other. */
const exchange = async (settings: ClientSettings, { id, options }: Call, { url, init }: PreparedRequest) => {
  const timeout = options.timeout ?? settings.timeoutMilliseconds;
  const timer = startTimer(timeout, options.signal);
  try {
    const response = await settings.fetch(url, { ...init, signal: timer.signal });
    return { response, text: await response.text() };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw timer.isOver() ? new TimeoutError(id, timeout) : new IntakeNetworkError(id, error);
  } finally {
    timer.stop();
  }
};

/** Returns a signal that aborts with another one, or after a time; 0 for no limit. */
const startTimer = (milliseconds: number, outer: AbortSignal | null | undefined) => {
  const controller = new AbortController();
  let isOver = false;
  const end = () => {
    isOver = true;
    controller.abort();
  };
  const abort = () => controller.abort(outer?.reason);
  const timeout = milliseconds > 0 ? startTimeout(end, milliseconds) : undefined;
  outer?.addEventListener("abort", abort);
  if (outer?.aborted) abort();
  const stop = () => {
    clearTimeout(timeout);
    outer?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, isOver: () => isOver, stop };
};

/** @throws IntakeApiError, or IntakeResponseError for a response that is not the API's */
const bodyOf = (response: Response, text: string, id: Call["id"]): unknown => {
  if (response.status === 204 || response.status === 304) return undefined;
  const body = isText(response, id) ? text : parsed(text);
  if (response.ok && body !== undefined) return body;
  throw isErrorBody(body)
    ? new IntakeApiError(id, response, body)
    : new IntakeResponseError(id, response, text);
};

/** Returns true for a text that is the operation's answer. Errors are JSON, and a proxy's page is neither. */
const isText = ({ ok, headers }: Response, id: Call["id"]): boolean => {
  const { textType } = ROUTES[id];
  return ok && textType !== undefined && headers.get("Content-Type")?.startsWith(textType) === true;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isErrorBody = (body: unknown): body is ErrorBody => typeof Object(Object(body).error).code === "string";
