import { requireFound } from "../api/app-error.ts";
import { requireVersion } from "../api/require-version.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { requireAllowedTarget } from "./checked-address.ts";
import type { WebhookChanges } from "./webhook.contract.ts";
import { maskViolations, type Webhook, webhookChange } from "./webhook.rules.ts";
import { webhookRecord, webhookStore } from "./webhook.store.ts";
import { type WebhookTargets, webhookUrlViolations } from "./webhook-address.rules.ts";

type Dependencies = { readonly table: Table; readonly targets: WebhookTargets };

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => WebhookChanges;
  readonly expectedVersions: readonly number[] | null;
  readonly nowMilliseconds: number;
};

/**
 * Changes the fields that differ; retries when the endpoint has changed since it was read.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const updateWebhook = (
  { table, targets }: Dependencies,
  { firmId, params, json, body, expectedVersions, nowMilliseconds }: Request,
): Promise<Webhook> =>
  retryOnConflict(async () => {
    const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
    const input = body([
      ...webhookUrlViolations(json.url, targets),
      ...maskViolations(json.headers, webhook.headers),
    ]);
    await requireAllowedTarget(input.url, targets);
    requireVersion("webhook", webhook, expectedVersions);
    const change = webhookChange(webhook, input, nowMilliseconds);
    if (Object.keys(change).length === 0) return webhook;
    return webhookStore(table).change(firmId, webhook.id, change, { version: webhook.version });
  });
