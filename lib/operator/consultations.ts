import { openConsultation } from "../../shared/consultations/consultation.store.ts";
import {
  cancelConsultation,
  silenceConsultation,
} from "../../shared/consultations/withdraw-consultation.store.ts";
import { requireFound } from "../../shared/schema/app-error.ts";
import { commit } from "../../shared/table/commit.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { retryReads } from "../../shared/table/retry.ts";
import { removeWebhook, webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import { type ConfirmOptions, operatorCommand } from "./operator-command.ts";
import { openFirm } from "./select-firms.ts";

type CancelOptions = ConfirmOptions & { readonly remindersOnly?: true };

const cancel = async (options: CancelOptions, firm: string, id: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const request = { firmId, id: id.toLowerCase(), nowMilliseconds: Date.now() };
  const { status, startAt } = await readRecord(table, openConsultation(firmId, request.id));
  const confirmed = options.isConfirmed(firmId);
  const canceled = confirmed && !options.remindersOnly && (await cancelConsultation(table, request));
  if (confirmed && options.remindersOnly) await silenceConsultation(table, request);
  return {
    canceled,
    reminders_ended: confirmed,
    consultation_id: request.id,
    status_before: status,
    start_at: startAt,
  };
};

export const consultationCancelCommand = operatorCommand<CancelOptions>({
  usage: "cancel <firm> <consultation>",
  description: "cancel a consultation, as after a restore, before its reminders are sent",
  examples: ["<firm> <consultation> --confirm <firm>"],
  confirms: "the firm's id",
  run: cancel,
}).option("--reminders-only", "only end its reminders, until the firm moves it");

const deleteWebhook = async (options: ConfirmOptions, firm: string, id: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const webhookId = id.toLowerCase();
  const stored = async () =>
    requireFound("webhook", await readRecord(table, webhookRecord(firmId, webhookId)));
  await stored();
  const deleted = options.isConfirmed(firmId);
  if (deleted) await retryReads(async () => commit(table, [removeWebhook(firmId, await stored())]));
  return { deleted, webhook_id: webhookId };
};

export const webhookDeleteCommand = operatorCommand<ConfirmOptions>({
  usage: "delete <firm> <webhook>",
  description: "delete an endpoint, as after a restore; its pending deliveries are skipped",
  examples: ["<firm> <webhook> --confirm <firm>"],
  confirms: "the firm's id",
  run: deleteWebhook,
});
