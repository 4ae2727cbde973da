import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import { webhookClock } from "./webhook-clock.ts";
import { respondingWith } from "./webhook-deliveries.ts";
import { storeWebhook } from "./webhooks.ts";

/** Creates an endpoint that answers 500 until its `state` changes, and records the posts to it. */
export const failingEndpoint = async (table: Table, firmId: FirmId) => {
  const state = {
    status: 500,
    respond: null as null | ((request: number) => number),
    requests: 0,
    posts: [] as { at: number; id: string }[],
  };
  const webhook = await storeWebhook(table, firmId, { url: `https://hooks.example.com/${firmId}` });
  const webhooks = webhookClock(table, firmId, async ({ headers }) => {
    state.posts.push({ at: webhooks.clock.now, id: headers["webhook-id"] ?? "" });
    state.requests += 1;
    return respondingWith(state.respond?.(state.requests) ?? state.status)();
  });
  return { state, ...webhooks, webhook };
};
