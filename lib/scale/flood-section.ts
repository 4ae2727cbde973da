import { LIMITS } from "../../shared/api/schema/limits.ts";
import type { Figures } from "./figures.ts";
import { type Flood, floodsOf } from "./flood.ts";
import { countText, dollarText, table } from "./markdown.ts";
import { OTHER_PRICES } from "./prices.ts";
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from "./units.ts";

export const floodSection = (figures: Figures): string => {
  const { requestsPerSecond } = figures.stack.throttle;
  const floods = floodsOf(figures, LIMITS.requestsPerMinuteDefault);
  const [forged] = floods;
  const { waf } = OTHER_PRICES;
  return `## What a flood costs

At most, at the stage's throttle of ${countText(requestsPerSecond)} requests a second, with small requests: API Gateway counts each 512 KB of a body as one. What it throttles
costs nothing. A forged key costs one request of the API and one of Lambda with its time, one write unit (a condition that fails is billed), and a line in each
log. A key's checksum is public, so each request may have a key of its own.

${table(
  ["flood", "requests a second", "an hour", "a day"],
  floods.map(({ what, requestsPerSecond: rate, dollarsPerHour }) => [
    what,
    countText(rate),
    dollarText(dollarsPerHour),
    dollarText(dollarsPerHour * HOURS_PER_DAY),
  ]),
)}

What lowers it, and what tells of it:

- **A lower throttle** (\`lib/constructs/intake-api.ts\`): the cost is in proportion, and so is what honest callers have left.
- **A firm's limit** (\`operator firm limit\`) bounds all keys of a firm that floods; ${countText(LIMITS.requestsPerMinuteDefault)} requests a minute bound each key anyway.
- **CloudFront with AWS WAF** (\`edge\` of a stage) before the API refuses an address above a rate: ${dollarText(waf.dollarsPerMonth)} a month for ${waf.what} and ${dollarText(waf.dollarsPerMillionRequests)} for a million requests, against
  ${dollarText(perMillion(forged))} for a million forged keys here. It pays for a public form that is attacked, not before.
- **A budget** (\`monthlyBudgetDollars\` of a stage) tells of it, some hours later: set it at twice the expected month.
- **An alarm**, \`RefusedCallersAlarm\`, rings when over half of the requests are refused for half an hour, as forged keys are. No other does: a refusal is no error, and forged
  keys keep only ${countText(forged.concurrency)} instances busy. The dashboard's requests show the flood at once.

While it lasts, honest callers get 429 too: the throttle is the stage's.`;
};

const perMillion = ({ dollarsPerHour, requestsPerSecond }: Flood) =>
  (1e6 * dollarsPerHour) / (requestsPerSecond * SECONDS_PER_HOUR);
