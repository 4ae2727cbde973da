import type { PUBLIC_PATHS } from "../../shared/routes.ts";

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
  [FALLBACK_KEY]: 1_000,
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
};
