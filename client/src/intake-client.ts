import { confirmedMethods } from "./confirmation.ts";
import { EventWalk, type FollowEventsOptions } from "./events.ts";
import {
  type Client,
  createClient,
  type GetMeHeaders,
  OPERATIONS,
  type OperationContext,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type TokenProvider,
} from "./generated.ts";
import { idempotencyKeys, retryOn } from "./retries.ts";
import { typedErrors, wholeFetch } from "./transport.ts";

/** The version of the API whose types these are; every request asks for it. */
export const API_VERSION = "2026-11-01" satisfies GetMeHeaders["Intake-Version"];

const RETRY_DELAY_MILLISECONDS = 500;

export type IntakeClientOptions = {
  /** Where the service is: `https://api.example.com`. */
  baseUrl: string;
  /** An API key, `itk_…`, or a function that gets it for each call. */
  apiKey: TokenProvider;
  /** How often a request is sent again; 3 by default, 0 for never. */
  maxRetries?: number;
  /** A longer `Retry-After` is not waited for, but an error; 60 by default. */
  maxRetryAfterSeconds?: number;
  /** How long each try may take; 30,000 by default. */
  timeoutMilliseconds?: number;
  fetch?: typeof fetch;
};

type Operation = OperationContext<OperationId, OperationPath, OperationTag>;

/** One method for each operation of the API, by its `operationId`. Those that list have `pages()` and `items()`. */
export type IntakeClient = Omit<Client<Ops, Operation>, "configure" | "auth"> & {
  /** Walks the log of events forward, from a position that the caller has stored. */
  followEvents(options?: FollowEventsOptions): EventWalk;
};

export const createIntakeClient = (options: IntakeClientOptions): IntakeClient => {
  const { maxRetries = 3, maxRetryAfterSeconds = 60 } = options;
  const client = createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: options.baseUrl.replace(/\/+$/, ""),
    auth: { bearer: options.apiKey },
    headers: { "Intake-Version": API_VERSION },
    clientHeader: false,
    timeout: options.timeoutMilliseconds ?? 30_000,
    idempotencyKey: true,
    retry: {
      retries: maxRetries,
      retryDelay: RETRY_DELAY_MILLISECONDS,
      retryOn: retryOn(maxRetryAfterSeconds),
    },
    fetch: wholeFetch(options.fetch ?? fetch),
    middleware: [idempotencyKeys, typedErrors()],
  });
  const followEvents = (walk: FollowEventsOptions = {}) => new EventWalk(client.listEvents, walk);
  const repeats = { maxRetries, maxRetryAfterSeconds, delayMilliseconds: RETRY_DELAY_MILLISECONDS };
  return Object.assign(client, confirmedMethods(client, repeats), { followEvents });
};
