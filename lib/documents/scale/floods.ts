import { ADDRESS_LIMITS, FALLBACK_KEY, PUBLIC_RATES, WINDOW_SECONDS } from "../../stacks/throttles.ts";
import { cachedDollarsPerHour, floodDollarsPerHour, WRITE_UNIT_DOLLARS } from "./cost.ts";
import { sum } from "./load.ts";
import { countText, dollarText, table } from "./markdown.ts";

/** An answer without a body: its headers. */
const HEADERS_BYTES = 500;

/** Bytes of the largest answer to GET of each public route, which a test compares with the files. */
export const LARGEST_ANSWERS: Readonly<Record<keyof typeof PUBLIC_RATES, number>> = {
  "/api/openapi.json": 620_000,
  "/api/docs": 190_000,
  "/api/docs/{file}": 1_100_000,
  "/book": 3_000,
  "/book/{file}": 15_000,
  "/desk": 2_000,
  "/desk/{file}": 60_000,
  [FALLBACK_KEY]: 1_000,
};

type Flood = { readonly route: string; readonly rate: number; readonly bytes: number };

const paths = Object.keys(PUBLIC_RATES) as (keyof typeof PUBLIC_RATES)[];

/** A flood at the throttle of each public route. HEAD has a throttle of its own. */
export const PUBLIC_FLOODS: readonly Flood[] = paths.flatMap((path) => {
  const flood = { rate: PUBLIC_RATES[path], bytes: LARGEST_ANSWERS[path] };
  if (path === FALLBACK_KEY) return [{ ...flood, route: FALLBACK_KEY }];
  return [
    { ...flood, route: `GET ${path}` },
    { ...flood, route: `HEAD ${path}`, bytes: HEADERS_BYTES },
  ];
});

export const floodDollars = ({ rate, bytes }: Flood) => floodDollarsPerHour(rate, bytes);

/** Floods of one address that CloudFront answers from its cache, as far as its firewall lets them pass. */
const CACHED_FLOODS: readonly Flood[] = [
  {
    route: "CloudFront by one address: the documentation",
    rate: ADDRESS_LIMITS.documentation / WINDOW_SECONDS,
    bytes: LARGEST_ANSWERS["/api/docs/{file}"],
  },
  {
    route: "CloudFront by one address: the clients' page",
    rate: ADDRESS_LIMITS.requests / WINDOW_SECONDS,
    bytes: LARGEST_ANSWERS["/book/{file}"],
  },
];

/** Requests a second that API Gateway takes of an account, over all routes. */
const ACCOUNT_RATE = 10_000;

/** Each request with a key of its own takes a write unit of a condition that fails. */
const keyedDollars = (rate: number) =>
  floodDollarsPerHour(rate, HEADERS_BYTES) + 3_600 * rate * WRITE_UNIT_DOLLARS;

export const floodTable = () => {
  const row = (route: string, rate: number, dollars: number) => [route, countText(rate), dollarText(dollars)];
  const rate = sum(PUBLIC_FLOODS.map((flood) => flood.rate));
  const dollars = sum(PUBLIC_FLOODS.map(floodDollars));
  return table(
    ["a flood of", "requests a second", "an hour"],
    [
      row("every public route", rate, dollars),
      row("routes with a key", ACCOUNT_RATE, keyedDollars(ACCOUNT_RATE)),
      row("**the largest of both**", ACCOUNT_RATE, dollars + keyedDollars(ACCOUNT_RATE - rate)),
      ...CACHED_FLOODS.map((each) => row(each.route, each.rate, cachedDollarsPerHour(each.rate, each.bytes))),
    ],
  );
};
