import { expect, it } from "@jest/globals";
import { handler as createHold } from "../../functions/holds/create-hold.ts";
import { handler as deleteWebhook } from "../../functions/webhooks/delete-webhook.ts";
import { deleteItems, walkFirm } from "../../shared/firm/firm-items.store.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import {
  type ErasureFirm,
  eventPublisher,
  leaveTraces,
  newErasureFirm,
  newLinkOf,
} from "../support/erasure-fixture.ts";
import { call } from "../support/http-call.ts";
import { itemText, scanItems } from "../support/scan-table.ts";
import { useTable } from "../support/test-table.ts";
import { storeDelivery } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ stream: true });

const keysOf = (items: readonly Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();

/** The keys that the walk finds, and those that it does not. */
const walk = async ({ firmId }: ErasureFirm) => {
  const items: Item[] = [];
  for await (const page of walkFirm(table, firmId)) items.push(...page.items);
  const all = (await scanItems(table)).filter((item) => itemText(item).includes(firmId));
  const walked = keysOf(items);
  return { items, walked, missed: keysOf(all).filter((key) => !walked.includes(key)) };
};

it("finds every record of a firm, the settings document last, but deliveries of deleted webhook endpoints", async () => {
  captureLog();
  const [firm, other] = [await newErasureFirm(table), await newErasureFirm(table)];
  for (const each of [firm, other]) await newLinkOf(each, await leaveTraces(table, each));
  const key = firm.apiKey;
  const hold = { attorney_id: firm.attorney.id, start_at: "2055-06-03T10:00:00Z", duration_min: 30 };
  const headers = { "idempotency-key": "hold" };
  expect((await call(createHold, { key, body: hold, headers })).status).toBe(201);
  const webhook = await storeWebhook(table, firm.firmId);
  await storeDelivery(table, firm.firmId, webhook);
  await eventPublisher(table).publish();

  const { items, walked, missed } = await walk(firm);
  expect(missed).toEqual([]);
  expect(walked.filter((each) => each.includes(other.firmId))).toEqual([]);
  expect(new Set(walked).size).toBe(walked.length);
  const settings = items.findIndex(({ pk }) => pk === `FIRM#${firm.firmId}`);
  expect(items.slice(settings).every(({ pk }) => pk === `FIRM#${firm.firmId}`)).toBe(true);

  await call(deleteWebhook, { key, params: { id: webhook.id } });
  expect((await walk(firm)).missed).toEqual([expect.stringContaining(`#WEBHOOK#${webhook.id} DELIVERY#`)]);
});

it("finds them all also when each page is deleted before the next", async () => {
  const firm = await newErasureFirm(table);
  await newLinkOf(firm, await leaveTraces(table, firm));
  for await (const { items } of walkFirm(table, firm.firmId)) await deleteItems(table, items.map(keyOf));
  const left = (await scanItems(table)).filter((item) => itemText(item).includes(firm.firmId));
  expect(left).toEqual([]);
});

const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });
