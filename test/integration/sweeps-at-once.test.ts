import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { expect, it } from "@jest/globals";
import { handler as sweep } from "../../functions/webhooks/sweep-deliveries.consumer.ts";
import { AWS_CLIENT_DEFAULTS } from "../../shared/runtime/deadline.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import {
  attorneyCalendarsKey,
  consultationKey,
  feedKey,
  linkKey,
  type RecordKey,
  removedStageKey,
  webhookDeliveryKey,
  webhookKey,
} from "../../shared/table/record-keys.ts";
import { scheduleCheck } from "../../shared/webhooks/webhook.store.ts";
import { WAITING } from "../../shared/webhooks/webhook-delivery.store.ts";
import { useLog } from "../support/capture-log.ts";
import { newFirm } from "../support/firms.ts";
import { putItems } from "../support/put-items.ts";
import { changeAttribute } from "../support/settings.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { useQueue } from "../support/use-queue.ts";
import { storeDelivery } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ forEach: true });
const log = useLog();
const queue = useQueue();

const FIRM = firmIdFromVerifiedSource("019a4a1e-5c00-7a3b-8c00-000000000001");
const newId = () => newRecordId(Date.now());

/** Returns a record that has been due for an hour. */
const due = (key: RecordKey, dueShard: string) => ({
  ...key,
  dueShard,
  dueAt: `${new Date(Date.now() - 3_600_000).toISOString()}#${newId()}`,
});
type Kind = readonly [dueShard: string, key: (id: string) => RecordKey];
const DELIVERIES: Kind = ["3", (id) => webhookDeliveryKey(FIRM, newId(), id)];
const ENDPOINTS: Kind = ["3", (id) => webhookKey(FIRM, id)];
const REMINDERS: Kind = ["reminders3", (id) => consultationKey(FIRM, id)];
const LINKS: Kind = ["links", (id) => linkKey(FIRM, id)];
const CALENDARS: Kind = ["calendars3", (id) => attorneyCalendarsKey(FIRM, id)];
const FEEDS: Kind = ["feeds3", (id) => feedKey(FIRM, newId(), id)];
const STAGES: Kind = ["stages", (id) => removedStageKey(FIRM, id)];

const failures = () => log.filter((line) => line.includes("sweep_failed"));
const failedSweeps = () =>
  failures()
    .map((line) => /sweep: '(\w+)'/.exec(line)?.[1])
    .toSorted();

const dueRecords = ([dueShard, key]: Kind, count: number) =>
  Array.from({ length: count }, () => due(key(newId()), dueShard));

it.each(Object.entries({ REMINDERS, ENDPOINTS, LINKS, CALENDARS, FEEDS }))(
  "four due records that cannot be read neither fail the sweep nor are late, and are logged: %s",
  async (_, kind) => {
    const unreadable = dueRecords(kind, 4);
    await putItems(table, unreadable);
    await sweep();
    for (const { pk, sk } of unreadable)
      expect(log.filter((line) => line.includes(`recordId: '${pk} ${sk}'`))).toHaveLength(1);
    expect(log.join()).not.toContain("work_late");
  },
);

it("more records that cannot be processed are a fault of ours, for which the sweep fails", async () => {
  await putItems(table, dueRecords(REMINDERS, 5));
  await expect(sweep()).rejects.toThrow("failed");
});

it("one fault of all records is logged once for each sweep, and the keys of 20 of them", async () => {
  await putItems(table, [...dueRecords(REMINDERS, 25), ...dueRecords(LINKS, 25)]);
  await expect(sweep()).rejects.toThrow("failed");
  expect(failedSweeps()).toEqual(["links", "reminders"]);
  expect(log.filter((line) => line.includes("record_not_processed"))).toHaveLength(2 * 20);
});

it("a fault that comes first does not hide the others of its sweep", async () => {
  const refusal = Object.assign(new Error(), { name: "AccessDeniedException", $fault: "client" });
  interceptStoreCalls(async ({ input, send }) => {
    const text = JSON.stringify(input);
    if (text.includes('"feeds0"')) throw sdkError("ThrottlingException");
    if (/"feeds[1-3]"/.test(text)) throw refusal;
    return send();
  });
  await expect(sweep()).rejects.toThrow("failed");
  expect(failedSweeps()).toEqual(["feeds", "feeds"]);
  expect(log.join()).toMatch(/sweep_failed[^}]*ThrottlingException/);
  expect(log.join()).toMatch(/sweep_failed[^}]*AccessDeniedException/);
});

it.each(["InternalError", "KMS.ThrottlingException"])(
  "a queue that rejects messages with %s fails the sweep, and no endpoint counts as broken",
  async (Code) => {
    const { firmId } = await newFirm(table);
    const webhook = await storeWebhook(table, firmId);
    const { id } = await storeDelivery(table, firmId, webhook);
    await changeAttribute(table, webhookDeliveryKey(firmId, webhook.id, id), "listing", WAITING);
    await scheduleCheck(table, firmId, webhook, Date.now() - 1_000);
    queue.sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: "0", Code, SenderFault: false }] });
    await expect(sweep()).rejects.toThrow("failed");
    expect(log.join()).toMatch(/sweep_failed[^}]*sweep: 'deliveries'/);
    expect(log.join()).not.toContain("record_not_processed");
  },
);

it("each sweep that fails is logged with its cause", async () => {
  const refusal = Object.assign(new Error(), { name: "AccessDeniedException", $fault: "client" });
  interceptStoreCalls(async ({ input, send }) => {
    if (/"(links|feeds0)"/.test(JSON.stringify(input))) throw refusal;
    return send();
  });
  await expect(sweep()).rejects.toThrow("failed");
  expect(failedSweeps()).toEqual(["feeds", "links"]);
  for (const line of failures()) expect(line).toContain("AccessDeniedException");
});

it("all sweeps together make fewer calls at once than a client has connections", async () => {
  const kinds = [DELIVERIES, REMINDERS, LINKS, CALENDARS, FEEDS, STAGES];
  let [calls, most] = [0, 0];
  interceptStoreCalls(async ({ name, input }) => {
    const shard = String(Object(input.ExpressionAttributeValues)[":shard"]).replace(/\d$/, "");
    const kind = kinds.find(([dueShard]) => dueShard.replace(/\d$/, "") === shard);
    calls += 1;
    most = Math.max(most, calls);
    await sleep(20);
    calls -= 1;
    return name === "Query" && kind ? { Items: dueRecords(kind, 50) } : {};
  });
  await sweep().catch(() => {});
  const { maxSockets } = AWS_CLIENT_DEFAULTS.requestHandler.httpsAgent;
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(maxSockets);
});
