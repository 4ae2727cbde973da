import { type ClientSettings, checkApiKey } from "./client-options.ts";
import { API_VERSION, type OperationId, ROUTES } from "./generated.ts";
import { lostAnswerOf } from "./lost-answers.ts";
import type { RequestOptions } from "./request-options.ts";

/** The input of an operation's caller. */
export type CallInput = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** One call of an operation, which may send its request several times. */
export type Call = { readonly id: OperationId; readonly input: CallInput; readonly options: RequestOptions };

export type PreparedRequest = { readonly url: string; readonly init: RequestInit & { headers: Headers } };

/** Returns the request of a call, the same in all its tries. */
export const prepareRequest = async (
  { baseUrl, apiKey }: ClientSettings,
  { id, input, options }: Call,
): Promise<PreparedRequest> => {
  const { timeout: _, maxRetries: __, idempotencyKey, onResponse: ___, ...init } = options;
  const credentials = apiKey === null ? FROM_DESK : await credentialsOf(id, apiKey);
  const headers = new Headers({
    Accept: ROUTES[id].textType ?? "application/json",
    ...credentials,
    "Intake-Version": API_VERSION,
    ...(input.body && { "Content-Type": "application/json" }),
  });
  const given = [...Object.entries(input.headers ?? {}), ...new Headers(options.headers)];
  for (const [name, value] of given) if (value !== undefined) headers.set(name, value);
  setIdempotencyKey(id, headers, idempotencyKey);
  const body = input.body && { body: JSON.stringify(input.body) };
  return {
    url: baseUrl + pathOf(id, input) + queryOf(input),
    init: { ...init, ...body, method: ROUTES[id].method, headers },
  };
};

/** With this header, the service accepts the cookie that the browser sends. */
const FROM_DESK = { "Intake-Desk": "1" };

type GivenKey = NonNullable<ClientSettings["apiKey"]>;

/** Signing in also ends the session that the browser has. */
const credentialsOf = async (id: OperationId, apiKey: GivenKey) => ({
  Authorization: `Bearer ${await keyOf(id, apiKey)}`,
  ...(id === "createSession" && FROM_DESK),
});

const keyOf = async (id: OperationId, apiKey: GivenKey): Promise<string> => {
  if (typeof apiKey === "string") return apiKey;
  const key = await apiKey();
  try {
    checkApiKey(key);
  } catch (error) {
    throw new TypeError(`${id}: ${(error as Error).message}`);
  }
  return key;
};

/** Sets the key. An operation that accepts no Idempotency-Key must not seem to. */
const setIdempotencyKey = (id: OperationId, headers: Headers, key: string | false = crypto.randomUUID()) => {
  if (lostAnswerOf(id, {}).way !== "repeatedWithKey") headers.delete("Idempotency-Key");
  else if (key !== false && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", key);
};

/**
 * Fills in the path.
 * @throws TypeError for a missing id, which only TypeScript's compiler notices, and for `.` and `..`, which `fetch`
 * would resolve to another path
 */
const pathOf = (id: OperationId, { path }: CallInput): string =>
  ROUTES[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path?.[name];
    if (!value)
      throw new TypeError(`${id}: path.${name} is missing. An example: { path: { ${name}: "…" } }.`);
    if (value === "." || value === "..")
      throw new TypeError(`${id}: path.${name} is "${value}". It must be an id.`);
    return encodeURIComponent(value);
  });

const queryOf = ({ query = {} }: CallInput): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
};
