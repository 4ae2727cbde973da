import type { FailureKind, WriteFailure } from "../shared/write-plan.ts";

type FailureDetails = {
  /** True if the service itself has answered, so that the request is no longer under way. */
  readonly isAnswered?: boolean;
  readonly requestId?: string | undefined;
  /** The wait that the service asks for; undefined if it does not ask. */
  readonly retryAfterMilliseconds?: number | undefined;
};

export class LinkFailure extends Error implements WriteFailure {
  readonly kind: FailureKind;
  readonly isAnswered: boolean;
  readonly requestId: string | undefined;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(kind);
    this.kind = kind;
    this.isAnswered = details.isAnswered ?? false;
    this.requestId = details.requestId;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds;
  }
}

/** Returns a `LinkFailure` as it is. Any other error is our fault. */
export const failureOf = (error: unknown): LinkFailure =>
  error instanceof LinkFailure ? error : new LinkFailure("fault");

type ErrorFields = {
  readonly code?: string;
  readonly request_id?: string;
  readonly details?: readonly { readonly field: string }[];
};

const errorOf = async (response: Response): Promise<ErrorFields> => {
  const body: { error?: ErrorFields } | null = await response
    .text()
    .then(JSON.parse)
    .catch(() => null);
  return body?.error ?? {};
};

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  missing_key: "ended",
  invalid_key: "ended",
  key_disabled: "ended",
  insufficient_scope: "ended",
  // The consultation is no longer open.
  not_found: "refused",
  version_conflict: "refused",
  self_service_not_allowed: "refused",
  slot_unavailable: "taken",
  outside_office_hours: "taken",
  attorney_unavailable: "taken",
  booking_not_allowed: "taken",
  rate_limited: "rateLimited",
};

/** Returns whether only the start is refused, and no other rule forbids the action. */
const isStartRefused = ({ code, details = [] }: ErrorFields) =>
  code === "self_service_not_allowed" &&
  details.length > 0 &&
  details.every(({ field }) => field === "start_at");

const kindOf = (error: ErrorFields): FailureKind =>
  isStartRefused(error) ? "taken" : (KIND_OF_CODE[error.code ?? ""] ?? "fault");

/** Statuses that mean the same in every answer. With 511, a network asks for a login (RFC 6585). */
const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = { 429: "rateLimited", 511: "offline" };

/** Reads a refusal. An answer without a code comes from a gateway that stopped waiting, while the service may go on. */
export const refusalOf = async (response: Response): Promise<LinkFailure> => {
  const error = await errorOf(response);
  const { code, request_id } = error;
  const { status, headers } = response;
  return new LinkFailure(KIND_OF_STATUS[status] ?? kindOf(error), {
    isAnswered: code !== undefined || status === 429,
    // API Gateway's own header identifies answers that no function gave.
    requestId: request_id ?? headers.get("apigw-requestid") ?? undefined,
    retryAfterMilliseconds: status === 429 || status === 503 ? retryAfterOf(headers) : undefined,
  });
};

const retryAfterOf = (headers: Headers) => (Number(headers.get("retry-after")) || 1) * 1_000;
