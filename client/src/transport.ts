import { type ErrorCode, IntakeApiError, IntakeNetworkError, IntakeResponseError } from "./errors.ts";
import type { Error_2 as ErrorBody, Middleware, OperationContext, RequestContext } from "./generated.ts";

/** `fetch` that reads the whole response, so that a connection that breaks within a body is a fault like any other. */
export const wholeFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    try {
      const response = await send(input, init);
      const body = await response.arrayBuffer();
      const { status, statusText, headers } = response;
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
    } catch (cause) {
      // The caller's own abort, or the timeout, which the generated client names.
      if (init?.signal?.aborted) throw cause;
      throw new IntakeNetworkError(cause);
    }
  };

/** Makes an error of this client of each response that is an error or not JSON. */
export const typedErrors = <Context extends OperationContext>(): Middleware<Context> => {
  const responses = new WeakMap<RequestContext<Context>, Response>();
  return {
    onResponse: async (response, context) => {
      responses.set(context, response);
      if (!response.ok || response.status === 204) return;
      const text = await response.clone().text();
      if (!isJson(text)) throw new IntakeResponseError(response, text);
    },
    onError: (error, context) => {
      const response = responses.get(context) ?? new Response(null, { status: error.status });
      if (isErrorBody(error.body)) return new IntakeApiError(response, error.body);
      return new IntakeResponseError(response, textOf(error.body));
    },
  };
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isErrorBody = (body: unknown): body is ErrorBody => {
  const { error } = Object(body) as { error?: { code?: ErrorCode } };
  return typeof Object(error).code === "string";
};

const textOf = (body: unknown) => (typeof body === "string" ? body : (JSON.stringify(body) ?? ""));
