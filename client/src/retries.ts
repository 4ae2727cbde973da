import { retryAfterSeconds } from "./errors.ts";
import {
  type Middleware,
  OPERATIONS,
  type OperationContext,
  type OperationDescriptor,
  type OperationId,
  type RequestContext,
  type RetryContext,
} from "./generated.ts";

type IntakeOperation = OperationContext<OperationId>;

/** The methods of which a repetition changes nothing more. Of a POST only its Idempotency-Key says that. */
const IDEMPOTENT_METHODS = ["GET", "PATCH", "DELETE"];

/** The service, or a gateway before it, could not answer: what became of the request is not known. */
const UNAVAILABLE = [502, 503, 504];
const RATE_LIMITED = 429;

/**
 * Whether a request is sent again: after 429 always, since it was refused unread; after a fault only if a repetition is
 * safe. Never when the service asks for a wait that is longer than `maxRetryAfterSeconds`.
 */
export const retryOn =
  (maxRetryAfterSeconds: number) =>
  ({ request, response }: RetryContext<IntakeOperation>): boolean => {
    if (response === undefined) return isRepeatable(request);
    const isWorthwhile = (retryAfterSeconds(response) ?? 0) <= maxRetryAfterSeconds;
    return isWorthwhile && (response.status === RATE_LIMITED || isLost(response, request));
  };

const isLost = ({ status }: Response, request: RequestContext<IntakeOperation>) =>
  UNAVAILABLE.includes(status) && isRepeatable(request);

const isRepeatable = ({ method, headers, operation }: RequestContext<IntakeOperation>) =>
  IDEMPOTENT_METHODS.includes(method) ||
  (acceptsIdempotencyKey(operation.id) && keyNames(headers).length > 0);

/** Takes the Idempotency-Key, which the generated client adds to each POST and PATCH, from those that accept none. */
export const idempotencyKeys: Middleware<IntakeOperation> = {
  onRequest: ({ headers, operation }) => {
    if (acceptsIdempotencyKey(operation.id)) return;
    for (const name of keyNames(headers)) delete headers[name];
  },
};

const keyNames = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.toLowerCase() === "idempotency-key");

const acceptsIdempotencyKey = (id: OperationId) => {
  const { params = [] }: OperationDescriptor = OPERATIONS[id];
  return params.some(({ name }) => name === "Idempotency-Key");
};
