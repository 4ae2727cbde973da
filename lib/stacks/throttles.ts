import { PUBLIC_PATHS } from "../../shared/routes.ts";
import { LIMITS } from "../../shared/schema/limits.ts";

/**
 * Requests a second of each route without limits of its own, and the burst: they limit the cost of a flood without
 * valid keys. The account's default is 10,000 and 5,000, over all routes.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export const THROTTLE = { rateLimit: 2_000, burstLimit: 1_000 };

export type PublicPath = (typeof PUBLIC_PATHS)[keyof typeof PUBLIC_PATHS][number];

/** The key of the route that matches every request without another one. */
export const FALLBACK_KEY = "$default";

/**
 * Requests a second of each method of a public route, with twice as many at once. A flood of one route then costs less
 * than $10 an hour.
 */
export const PUBLIC_RATES: Readonly<Record<PublicPath | typeof FALLBACK_KEY, number>> = {
  "/api/openapi.json": 50,
  "/api/docs": 100,
  "/api/docs/{file}": 25,
  "/book": 1_000,
  "/book/{file}": 500,
  "/desk": 50,
  // A desk that opens asks for half a dozen files, and those of an office may open together.
  "/desk/{file}": 100,
  [FALLBACK_KEY]: 1_000,
};

/** More than the 30 milliseconds of a warm request. */
const REQUEST_SECONDS = 0.05;
/** More than a warm comparison of secrets takes. */
const COMPARISON_SECONDS = 0.005;
/** The requests a second that API Gateway takes for an account. A wrong secret costs an invocation on every route. */
const ACCOUNT_RATE = 10_000;
/** Enough for the first requests of a few visitors who come at the same time. */
const INSTANCES_MINIMUM = 10;

const instancesFor = (requestsPerSecond: number) =>
  Math.max(INSTANCES_MINIMUM, Math.ceil(REQUEST_SECONDS * requestsPerSecond));

const instancesOfFiles = (paths: readonly PublicPath[]) => {
  const rates = paths.map((path) => PUBLIC_RATES[path]);
  // GET and HEAD have a throttle each.
  return instancesFor(2 * rates.reduce((sum, rate) => sum + rate, 0));
};

/**
 * Instances of each function that anyone may invoke: reserved for it, and its maximum. A first request takes some 400
 * milliseconds, so without a maximum a flood that begins would take hundreds of instances from the API. A warm flood at the
 * throttles gets no error.
 */
export const PUBLIC_INSTANCES: Readonly<Record<string, number>> = {
  "authorize-origin": Math.ceil(COMPARISON_SECONDS * ACCOUNT_RATE),
  "route-not-found": instancesFor(PUBLIC_RATES[FALLBACK_KEY]),
  ...Object.fromEntries(Object.entries(PUBLIC_PATHS).map(([name, paths]) => [name, instancesOfFiles(paths)])),
};

/** The window of the firewall's rules in front of the API. */
export const WINDOW_SECONDS = 300;

/** Requests of one address in a window of the firewall. */
export const ADDRESS_LIMITS = {
  /**
   * A key may have 1,200 a minute by default, and a firm's server one address, so this allows sixteen keys at once.
   * Raise it with the limit of a key.
   */
  requests: 100_000,
  /** The reference page with its files and the OpenAPI document, the largest answers that anyone may read. */
  documentation: 1_000,
  /** Requests of pages with one key, at its default rate: more than the visitors behind one address send. */
  form: (LIMITS.pageRequestsPerMinuteDefault * WINDOW_SECONDS) / 60,
};
