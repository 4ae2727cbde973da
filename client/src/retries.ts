import { isUnsent, retryAfterSeconds } from "./errors.ts";
import type { Middleware, OperationContext, OperationId, RequestContext, RetryContext } from "./generated.ts";
import { LOST_ANSWERS } from "./lost-answers.ts";

type IntakeOperation = OperationContext<OperationId>;

/** The service, or a gateway before it, could not answer: what became of the request is not known. */
const UNAVAILABLE = [502, 503, 504];
const RATE_LIMITED = 429;

/**
 * Whether a request is sent again: always when it was refused unread, with 429, or was never sent; after another fault only
 * if `LOST_ANSWERS` lets it be repeated without a look at what became of it. Never when the service asks for a wait that is longer than `maxRetryAfterSeconds`.
 */
export const retryOn =
  (maxRetryAfterSeconds: number) =>
  ({ request, response, error }: RetryContext<IntakeOperation>): boolean => {
    if (response === undefined) return isUnsent(error) || isRepeatable(request);
    const isWorthwhile = (retryAfterSeconds(response) ?? 0) <= maxRetryAfterSeconds;
    return isWorthwhile && (response.status === RATE_LIMITED || isLost(response, request));
  };

const isLost = ({ status }: Response, request: RequestContext<IntakeOperation>) =>
  UNAVAILABLE.includes(status) && isRepeatable(request);

const isRepeatable = ({ headers, operation }: RequestContext<IntakeOperation>) => {
  const { way } = LOST_ANSWERS[operation.id];
  return way === "repeated" || (way === "repeatedWithKey" && keyNames(headers).length > 0);
};

/** Takes the Idempotency-Key, which the generated client adds to each POST and PATCH, from those that accept none. */
export const idempotencyKeys: Middleware<IntakeOperation> = {
  onRequest: ({ headers, operation }) => {
    if (acceptsIdempotencyKey(operation.id)) return;
    for (const name of keyNames(headers)) delete headers[name];
  },
};

const keyNames = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.toLowerCase() === "idempotency-key");

const acceptsIdempotencyKey = (id: OperationId) => LOST_ANSWERS[id].way === "repeatedWithKey";
