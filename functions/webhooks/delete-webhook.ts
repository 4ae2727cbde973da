import { endpoint } from "../../shared/api/endpoint.ts";
import { connectTable } from "../../shared/table/table.ts";
import { deleteWebhook } from "../../shared/webhooks/delete-webhook.ts";

export const handler = endpoint(deleteWebhook, connectTable());
