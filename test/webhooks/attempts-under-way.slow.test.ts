import { describe, expect, it } from "@jest/globals";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useQueue } from "../support/use-queue.ts";
import { newDelivery, redeliver, respondingWith } from "../support/webhook-deliveries.ts";

const table = useTable();

const firm = useFirm(table);
const queue = useQueue();

/** Holds the answer to each post until the test releases it. */
const heldAnswers = () => {
  const answers: ((status: number) => void)[] = [];
  const post = () =>
    new Promise<Awaited<ReturnType<ReturnType<typeof respondingWith>>>>((resolve) => {
      answers.push((status) => resolve(respondingWith(status)()));
    });
  /** Resolves once the attempt with this index is in progress. */
  const posted = async (index: number) => {
    while (answers[index] === undefined) await new Promise(setImmediate);
  };
  const answer = async (index: number, status: number) => {
    await posted(index);
    answers[index]?.(status);
  };
  return { post, posted, answer };
};

const setUp = async () => {
  const { post, posted, answer } = heldAnswers();
  const created = await newDelivery(table, firm.firmId, post);
  const again = async () => {
    queue.take();
    await redeliver(created.dependencies, firm.firmId, created.delivery);
    return JSON.parse(queue.take()[0]?.body ?? "null");
  };
  return { ...created, posted, answer, redeliver: again };
};

describe("an attempt that ends after a new round has begun", () => {
  it("is listed, and changes nothing else", async () => {
    const { message, posted, answer, redeliver, deliver, stored } = await setUp();
    const first = deliver(message);
    await answer(0, 204);
    await first;
    const second = deliver(await redeliver());
    await posted(1);
    const third = await redeliver();
    await answer(1, 500);
    await second;
    expect(await stored()).toMatchObject({
      state: "pending",
      round: 3,
      attemptCount: 0,
      attempts: [{ status: 204 }, { status: 500 }],
    });
    expect(queue.take()).toEqual([]);
    const last = deliver(third);
    await answer(2, 204);
    await last;
    expect(await stored()).toMatchObject({
      state: "delivered",
      attempts: [{ status: 204 }, { status: 500 }, { status: 204 }],
    });
  });

  it("is listed even while an attempt of the new round is in progress", async () => {
    const { message, posted, answer, redeliver, deliver, stored } = await setUp();
    const early = deliver(message);
    await posted(0);
    const late = deliver(await redeliver());
    await posted(1);
    await answer(0, 500);
    await early;
    await answer(1, 204);
    await late;
    expect(await stored()).toMatchObject({
      state: "delivered",
      round: 2,
      attempts: [{ status: 500 }, { status: 204 }],
    });
  });
});
