import { cancelConsultation, silenceConsultation } from "../../shared/consultations/withdraw-consultation.ts";
import { requireFound } from "../../shared/schema/app-error.ts";
import { commit } from "../../shared/table/commit.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { removeWebhook, webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import { type ConfirmOptions, operatorCommand } from "./operator-command.ts";
import { openFirm } from "./select-firms.ts";

type CancelOptions = ConfirmOptions & { readonly remindersOnly?: true };

const cancel = async (options: CancelOptions, firm: string, id: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const done = options.isConfirmed(firmId);
  const request = { firmId, id: id.toLowerCase(), nowMilliseconds: Date.now() };
  if (done) await (options.remindersOnly ? silenceConsultation : cancelConsultation)(table, request);
  return { canceled: done && !options.remindersOnly, reminders_ended: done, consultation_id: request.id };
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
  const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, id.toLowerCase())));
  const deleted = options.isConfirmed(firmId);
  if (deleted) await commit(table, [removeWebhook(firmId, webhook)]);
  return { deleted, webhook_id: webhook.id };
};

export const webhookDeleteCommand = operatorCommand<ConfirmOptions>({
  usage: "delete <firm> <webhook>",
  description: "delete an endpoint, as after a restore; its pending deliveries are skipped",
  examples: ["<firm> <webhook> --confirm <firm>"],
  confirms: "the firm's id",
  run: deleteWebhook,
});
