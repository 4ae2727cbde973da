import { beforeEach, expect, it } from "@jest/globals";
import type { EventBridgeEvent } from "aws-lambda";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as fanOutEvent } from "../../functions/webhooks/fan-out-event.consumer.ts";
import { createFirm } from "../../shared/firm/create-firm.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";
import { deliverWebhook } from "../../shared/webhooks/deliver-webhook.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import type { WebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { useLog } from "../support/capture-log.ts";
import { changeAt } from "../support/changes.ts";
import { useBus } from "../support/event-bus.ts";
import { newEvent } from "../support/events.ts";
import { readKeyCounts } from "../support/keys.ts";
import { newLead } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { streamEvent, streamRecord } from "../support/stream-events.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useQueue } from "../support/use-queue.ts";
import {
  newDelivery,
  newDeliveryDependencies,
  readDelivery,
  readWebhook,
  respondingWith,
  storePendingDelivery,
} from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const store = useLossyStore();
/** Reaches the store through the proxy, because its client connects only after the proxy has started. */
const lossy = connectTable();
const queue = useQueue();
useBus();
useLog();

const MINUTE = 60_000;

let webhook: Webhook;
const firm = useFirm(table);
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
});

const OPEN = { failureCount: 5, failingSinceMilliseconds: 1, retryAtMilliseconds: Date.now() + 10 * MINUTE };

/** Work that no caller of the API waits for: a link of the chain, or a firm. `check` tests what must hold after `run`. */
type Link = { readonly run: () => Promise<unknown>; readonly check: () => Promise<void> };

const stored = (delivery: WebhookDelivery) => readDelivery(table, firm.firmId, delivery);
const endpoint = () => readWebhook(table, firm.firmId, webhook);
const queuedIds = () => queue.sent.map(({ body }) => JSON.parse(body).eventId);

const attempt = async (status: number, changes: Partial<Webhook> = {}) => {
  const created = await newDelivery(lossy, firm.firmId, respondingWith(status), changes);
  webhook = created.webhook;
  return { ...created, run: () => deliverWebhook(created.dependencies, created.message) };
};

const LINKS: Record<string, () => Promise<Link>> = {
  "publishing a change": async () => {
    const record = streamRecord(null, leadToItem(firm.firmId, newLead(), changeAt(Date.now())));
    return {
      run: async () => expect(await publishEvents(streamEvent(record))).toEqual({ batchItemFailures: [] }),
      check: async () => expect((await firm.send(listEvents)).body.data).toHaveLength(1),
    };
  },
  "fanning an event out": async () => {
    const event = newEvent();
    const detail = { ...event, firm_id: firm.firmId };
    return {
      run: () => fanOutEvent({ detail } as EventBridgeEvent<string, unknown>),
      check: async () => expect(queuedIds()).toEqual([event.id]),
    };
  },
  "recording a success": async () => {
    const { run, delivery } = await attempt(204);
    return {
      run,
      check: async () =>
        expect(await stored(delivery)).toMatchObject({ state: "delivered", attempts: { length: 1 } }),
    };
  },
  "recording a failure": async () => {
    const { run, delivery } = await attempt(500);
    return {
      run,
      check: async () => {
        expect(await stored(delivery)).toMatchObject({ state: "pending", attempts: { length: 1 } });
        expect(queue.sent).toMatchObject([{ delaySeconds: 5 }]);
        expect(await endpoint()).toMatchObject({ failureCount: 1 });
      },
    };
  },
  "opening the circuit": async () => {
    const { run } = await attempt(500, { failureCount: 4, failingSinceMilliseconds: Date.now() });
    return { run, check: async () => expect(await endpoint()).toMatchObject({ failureCount: 5 }) };
  },
  "closing the circuit": async () => {
    const { run } = await attempt(204, { ...OPEN, retryAtMilliseconds: 1 });
    return { run, check: async () => expect(await endpoint()).toMatchObject({ failureCount: 0 }) };
  },
  "disabling an endpoint that is gone": async () => {
    const { run } = await attempt(410);
    return { run, check: async () => expect(await endpoint()).toMatchObject({ enabled: false, version: 2 }) };
  },
  "waiting for the endpoint": async () => {
    const { run, delivery } = await attempt(204, OPEN);
    return {
      run,
      check: async () => {
        expect(await stored(delivery)).toMatchObject({ state: "pending", isWaiting: true, attempts: [] });
        expect((await endpoint())?.checkAtMilliseconds).toBe(OPEN.retryAtMilliseconds);
      },
    };
  },
  "sweeping what is due": async () => {
    const { delivery } = await storePendingDelivery(table, firm.firmId, webhook, Date.now());
    const { dependencies, clock } = newDeliveryDependencies(lossy);
    clock.now += 11 * MINUTE;
    return {
      run: () => sweepDeliveries(dependencies),
      check: async () => expect(queuedIds().filter((id) => id === delivery.id)).toHaveLength(1),
    };
  },
  "letting a waiting delivery try the endpoint": async () => {
    const { run, delivery } = await attempt(204, OPEN);
    await run();
    const { dependencies, clock } = newDeliveryDependencies(lossy);
    clock.now += 11 * MINUTE;
    return {
      run: () => sweepDeliveries(dependencies),
      check: async () => {
        expect(queuedIds().filter((id) => id === delivery.id)).toHaveLength(1);
        expect(await endpoint()).toMatchObject({ probeEventId: delivery.id });
      },
    };
  },
  "creating a firm": async () => {
    const settings = { name: "Law", timeZone: "UTC", defaultCountry: "US", nowMilliseconds: Date.now() };
    let firmId = firm.firmId;
    return {
      run: async () => {
        ({ firmId } = await createFirm(lossy, settings));
      },
      check: async () => {
        expect(await readRecord(table, settingsRecord(firmId))).toMatchObject({ name: "Law", version: 1 });
        expect(await readKeyCounts(table, firmId)).toEqual([1, 1]);
      },
    };
  },
};

const CASES = Object.entries(LINKS).flatMap(([name, prepare]) =>
  [1, 2].map((tries) => [name, tries === 1 ? "once" : "twice", prepare, tries] as const),
);

const WRITES_MAXIMUM = 40;

it.each(CASES)("%s goes on when an answer is lost %s", async (_name, _times, prepare, tries) => {
  let count = 1;
  for (let position = 1; position <= count; position++) {
    queue.take();
    const { run, check } = await prepare();
    store.loseAnswers(position, tries);
    await run();
    count = store.writeCount();
    store.reset();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(WRITES_MAXIMUM);
    await check();
  }
});
