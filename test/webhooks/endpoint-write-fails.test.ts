import { describe, expect, it } from "@jest/globals";
import { handler as updateWebhook } from "../../functions/webhooks/update-webhook.ts";
import { useLog } from "../support/capture-log.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useQueue } from "../support/use-queue.ts";
import { newDelivery, respondingWith } from "../support/webhook-deliveries.ts";

const table = useTable();
const firm = useFirm(table);
useQueue();
useLog();

/** Makes an attempt that is answered 410, but whose write of the endpoint fails. */
const recordGone = async () => {
  let posts = 0;
  const post = () => {
    posts += 1;
    return respondingWith(410)();
  };
  const created = await newDelivery(table, firm.firmId, post);
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    if (name === "TransactWrite" && JSON.stringify(input).includes("410 Gone"))
      throw sdkError("ThrottlingException");
    return send();
  });
  await expect(created.deliver()).rejects.toThrow("no luck");
  spy.mockRestore();
  return {
    ...created,
    postCount: () => posts,
    enable: () => firm.send(updateWebhook, { params: { id: created.webhook.id }, body: { enabled: true } }),
  };
};

describe("an endpoint that answers 410 while its own write fails", () => {
  it("is disabled when the message comes again and gets the same answer", async () => {
    const { deliver, stored, endpoint, postCount } = await recordGone();
    expect([(await stored())?.state, (await endpoint())?.enabled]).toEqual(["pending", true]);
    await deliver();
    expect(await endpoint()).toMatchObject({ enabled: false, disabledReason: expect.stringMatching("410") });
    expect(await stored()).toMatchObject({ state: "failed", attempts: { length: 1 } });
    expect(postCount()).toBe(2);
  });

  it("stays enabled if the firm has enabled it since", async () => {
    const { deliver, endpoint, enable } = await recordGone();
    await deliver();
    expect((await enable()).body).toMatchObject({ enabled: true, disabled_reason: null });
    await deliver();
    expect(await endpoint()).toMatchObject({ enabled: true });
  });
});
