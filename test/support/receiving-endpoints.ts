import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { storeWebhook } from "./webhooks.ts";

const FIRMS = 5;
const ENDPOINTS_PER_FIRM = 4;
export const HANGING_ENDPOINTS = 6;
/** Long enough that a wave occupies the invocations, not only the processor. */
const ANSWER_MILLISECONDS = 500;

/** A webhook endpoint with a server on loopback, which keeps when each event arrived first. */
export type ReceivingEndpoint = {
  readonly firmId: FirmId;
  readonly webhook: Webhook;
  readonly arrivedAt: ReadonlyMap<string, number>;
  readonly postCount: () => number;
  readonly stop: () => Promise<void>;
};

/** Starts endpoints of several firms; with `isAnyHanging`, the first six never answer. */
export const startEndpoints = (table: Table, isAnyHanging: boolean): Promise<ReceivingEndpoint[]> => {
  const firms = Array.from({ length: FIRMS }, () => firmIdFromVerifiedSource(newRecordId(Date.now())));
  return Promise.all(
    Array.from({ length: FIRMS * ENDPOINTS_PER_FIRM }, (_, index) => {
      const firmId = firms[index % FIRMS];
      if (firmId === undefined) throw new Error("There is no firm.");
      return startEndpoint(table, firmId, isAnyHanging && index < HANGING_ENDPOINTS);
    }),
  );
};

const startEndpoint = async (
  table: Table,
  firmId: FirmId,
  isHanging: boolean,
): Promise<ReceivingEndpoint> => {
  const arrivedAt = new Map<string, number>();
  let posts = 0;
  const server = await listenOnLoopback((request, response) => {
    const id = String(request.headers["webhook-id"]);
    posts += 1;
    if (!arrivedAt.has(id)) arrivedAt.set(id, performance.now());
    request.resume();
    if (!isHanging) setTimeout(() => response.writeHead(204).end(), ANSWER_MILLISECONDS);
  }, 0);
  const webhook = await storeWebhook(table, firmId, { url: `http://127.0.0.1:${server.port}/hook` });
  return { firmId, webhook, arrivedAt, postCount: () => posts, stop: server.stop };
};
