import { requireFound } from "../../contract/app-error.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { WebhookChanges } from "../../contract/webhooks.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { requireVersion } from "../../domain/require-version.ts";
import { maskViolations, type Webhook, webhookChange } from "../../domain/webhooks/webhook.ts";
import { type WebhookTargets, webhookUrlViolations } from "../../domain/webhooks/webhook-address.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { requireAllowedTarget } from "../../webhooks/checked-address.ts";

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
