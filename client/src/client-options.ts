type Connection = {
  /** The address of the service: `https://intake.example.com`, without `/api`; a local one may have `http://`. */
  baseUrl: string;
  /** The number of repeats of a request; 3 by default, 0 for none. */
  maxRetries?: number;
  /** A longer `Retry-After` is an error instead of a wait; 60 by default. */
  maxRetryAfterSeconds?: number;
  /** The maximum duration of each try; 30,000 by default, 0 for no limit. */
  timeoutMilliseconds?: number;
  /** Sends the requests in place of the platform's `fetch`, for a proxy or for logs. */
  fetch?: typeof fetch;
};

type Credentials =
  | {
      /**
       * An API key, `itk_…`, or a function that returns it for each call. The calls of a client's link take the link's
       * key, `itl_…`, `getCalendarFeed` takes that of a calendar link, `itc_…`, and `createSession` the token of a
       * sign-in link, `iti_…`.
       */
      apiKey: string | (() => string | Promise<string>);
      session?: false;
    }
  | {
      /** Calls as the member who is signed in in this browser: only for a page of the service itself. */
      session: true;
      apiKey?: undefined;
    };

export type IntakeClientOptions = Connection & Credentials;

/** `apiKey` is null for the session in the browser's cookie. */
export type ClientSettings = Required<Connection> & {
  apiKey: string | (() => string | Promise<string>) | null;
};

/**
 * Returns the options with their defaults.
 * @throws TypeError for an address or a key with which no call can succeed
 */
export const clientSettings = (options: IntakeClientOptions): ClientSettings => {
  const { maxRetries = 3, maxRetryAfterSeconds = 60, timeoutMilliseconds = 30_000 } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const apiKey = options.session ? null : options.apiKey;
  if (apiKey !== null && typeof apiKey !== "function") checkApiKey(apiKey);
  // Looked up at each call, so that a test or a tracer may replace the global one afterwards.
  const send = options.fetch ?? ((...request) => fetch(...request));
  return { baseUrl, apiKey, maxRetries, maxRetryAfterSeconds, timeoutMilliseconds, fetch: send };
};

const URL_EXAMPLE = 'An example of a right one: "https://intake.example.com".';

const checkedBaseUrl = (baseUrl: unknown): string => {
  // Without what comes before an @, which may be a password.
  const shown = (JSON.stringify(baseUrl) ?? "undefined").replace(/^".*@/, '"…@');
  const url = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an address with https:// or http://; it is ${shown}. ${URL_EXAMPLE}`,
    );
  }
  if (url.search + url.hash + url.username + url.password !== "") {
    throw new TypeError(
      `baseUrl must have no query, fragment, user name or password; it is ${shown}. ${URL_EXAMPLE}`,
    );
  }
  const address = url.origin + url.pathname.replace(/\/+$/, "");
  if (address.endsWith("/api")) {
    throw new TypeError(
      `baseUrl must not end with /api, which the client adds; it is ${shown}. ${URL_EXAMPLE}`,
    );
  }
  return address;
};

const KEY_EXAMPLE = 'A right one is "itk_" and 49 letters and digits, as it was shown when the key was made.';

/**
 * Checks a key. The messages show only the key's prefix.
 * @throws TypeError
 */
export const checkApiKey = (apiKey: unknown): void => {
  const fault = faultOfApiKey(apiKey);
  if (fault !== null) throw new TypeError(`apiKey ${fault}. ${KEY_EXAMPLE}`);
};

const faultOfApiKey = (apiKey: unknown): string | null => {
  if (apiKey === undefined || apiKey === null || apiKey === "") {
    return "is missing: the environment variable that has it may not be set";
  }
  if (typeof apiKey !== "string") return `must be text or a function; it is of type ${typeof apiKey}`;
  if (/^bearer /i.test(apiKey)) return 'must be the key alone, without "Bearer"';
  if (apiKey.startsWith("its_")) {
    return 'is the ingestion key of a lead source ("its_…"), which only delivers leads; this client needs an API key';
  }
  if (!/^it[klci]_/.test(apiKey))
    return 'must begin with "itk_" or, for the calls of a link, with "itl_", "itc_" or "iti_"';
  return /^\w+$/.test(apiKey)
    ? null
    : "must have only letters and digits; white space or a line break has got into it";
};
