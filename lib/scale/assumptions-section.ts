import {
  BYTES,
  CUSTOM_METRICS,
  DELIVERIES_PER_LEAD,
  FAILED_ATTEMPTS_SHARE,
  FURTHER_LEASE_WRITES,
  FURTHER_PUBLISH_READS,
  IDLE_POLLS,
  LARGE,
  MILLISECONDS,
  MONTHS_OF_DATA,
  PEAK_FACTOR,
  SMALL,
} from "./assumptions.ts";
import { countText, percentText, table } from "./markdown.ts";
import { CHANGES_PER_LEAD, EVENTS_PER_LEAD, REQUESTS_PER_LEAD } from "./work.ts";

export const assumptionsSection = (): string => `## Assumptions

All of them are in \`lib/scale/assumptions.ts\`.

${table(
  ["assumed", "value"],
  [
    ...[LARGE, SMALL].map(({ name, firms, leadsPerDay }) => [
      `the ${name} load`,
      `${countText(firms)} firms, ${countText(leadsPerDay)} leads a day`,
    ]),
    ["webhook deliveries a lead", countText(DELIVERIES_PER_LEAD)],
    ["first attempts that fail once", percentText(FAILED_ATTEMPTS_SHARE)],
    ["busiest second, times the mean", countText(PEAK_FACTOR)],
    ["leads kept", `${countText(MONTHS_OF_DATA)} months`],
    ["invocation, without trips", `${MILLISECONDS.invocation} ms`],
    [
      "round trip to table, queue or bus",
      `${MILLISECONDS.roundTrip} ms, and ${MILLISECONDS.readUnit} ms for each read unit`,
    ],
    ["from a caller to the API and back", `${MILLISECONDS.caller} ms`],
    ["response of a firm's endpoint", `${MILLISECONDS.endpointResponse} ms`],
    [
      "start of an instance",
      `${MILLISECONDS.start} ms, ${percentText(LARGE.startShare)} of invocations (${SMALL.name}: ${percentText(SMALL.startShare)})`,
    ],
    [
      "a lease in a window that another instance opened",
      `${countText(1 + FURTHER_LEASE_WRITES)} writes, for each request`,
    ],
    ["reads of a publisher that has not seen the firm lately", countText(FURTHER_PUBLISH_READS)],
    ["polls of an idle queue", `${IDLE_POLLS.connections} each ${IDLE_POLLS.seconds} s`],
    [
      "log: access line, function line, metric line",
      `${BYTES.accessLogLine}, ${BYTES.functionLogLine}, ${BYTES.metricLine} bytes`,
    ],
    [
      "beside a response, a webhook's event; TLS handshake",
      `${BYTES.responseHeaders}, ${BYTES.webhookHeaders}; ${countText(BYTES.handshake)} bytes`,
    ],
    ["metrics of our own and of the stream's mapping", countText(CUSTOM_METRICS)],
  ],
)}

With the [calls](#what-is-counted) assumed for a lead these are ${countText(REQUESTS_PER_LEAD)} requests, ${countText(CHANGES_PER_LEAD)} changes and ${countText(EVENTS_PER_LEAD)} events a lead.`;
