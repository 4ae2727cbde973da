import { InvalidArgumentError } from "commander";
import { millisecondsInHour } from "date-fns/constants";
import { firmUsage } from "../../shared/firm/firm-usage.ts";
import { isCalendarDate } from "../../shared/schema/time.ts";
import { countRejections } from "../../shared/sources/count-rejections.ts";
import { listSources } from "../../shared/sources/source.store.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { listWebhooks } from "../../shared/webhooks/webhook.store.ts";
import { operatorCommand } from "./operator-command.ts";
import { parseWholeNumber } from "./parse-argument.ts";
import { type FirmOptions, rowsOfFirms, withFirm } from "./select-firms.ts";

type UsageOptions = FirmOptions & { readonly day?: string };

/** Ids of records begin with the milliseconds since then. */
const EARLIEST_DAY = "1970-01-01";

const parseDay = (text: string) => {
  if (!isCalendarDate(text) || text < EARLIEST_DAY)
    throw new InvalidArgumentError(`It must be a date such as 2026-11-22, ${EARLIEST_DAY} at the earliest.`);
  return text;
};

const today = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const usage = ({ day = today(), ...options }: UsageOptions) =>
  rowsOfFirms(options, async (table, { id, name }) => [
    { firm_id: id, name, day, ...(await firmUsage(table, id, day)) },
  ]);

export const usageCommand = withFirm(
  operatorCommand({
    usage: "usage",
    description: "count the leads, bookings and deliveries of a UTC day, for each firm",
    examples: ["--day 2026-11-21"],
    run: usage,
  }),
).option("--day <date>", "the day, today by default", parseDay);

type RejectedOptions = FirmOptions & { readonly hours: number };

const listRejected = ({ hours, ...options }: RejectedOptions) => {
  const search = { sinceMilliseconds: Date.now() - hours * millisecondsInHour, onFault: options.onFault };
  return rowsOfFirms(options, async (table, { id: firmId }) => {
    const rows = [];
    for (const source of await listSources(table, firmId, options.onFault))
      for (const rejections of await countRejections(table, firmId, source.id, search))
        rows.push({
          firm_id: firmId,
          source_id: source.id,
          key: source.key,
          code: rejections.code,
          deliveries: rejections.count,
          last_received_at: rejections.lastReceivedAt,
          last_message: rejections.lastMessage,
        });
    return rows;
  });
};

const HOURS_DEFAULT = 24;
/** The time for which deliveries are kept. */
const RETENTION_HOURS = 30 * 24;

export const sourcesRejectedCommand = withFirm(
  operatorCommand({
    usage: "rejected",
    description:
      "count the rejected deliveries of each source by the code of their error, with the latest reason",
    examples: ["--hours 72 --stage prod", "--firm <firm>"],
    run: listRejected,
  }),
).option("--hours <number>", "of the last hours", parseWholeNumber(1, RETENTION_HOURS), HOURS_DEFAULT);

const listFailing = (options: FirmOptions) =>
  rowsOfFirms(options, async (table, firm) =>
    (await listWebhooks(table, firm.id, options.onFault)).flatMap((webhook) => {
      const { id, url, enabled, disabled_reason, failing_since } = webhookResource(webhook, Date.now());
      if (enabled && failing_since === null) return [];
      return {
        firm_id: firm.id,
        name: firm.name,
        webhook_id: id,
        // The rest of an address may be a secret.
        host: new URL(url).host,
        enabled,
        failing_since,
        reason: enabled ? webhook.failureReason : (disabled_reason ?? BY_FIRM),
      };
    }),
  );

const BY_FIRM = "The firm disabled it.";

export const webhooksFailingCommand = withFirm(
  operatorCommand({
    usage: "failing",
    description: "list the endpoints that fail or are disabled, since when, and why",
    examples: ["--stage prod", "--firm <firm>"],
    run: listFailing,
  }),
);
