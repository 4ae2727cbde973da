import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { captureLog } from "../support/capture-log.ts";
import {
  bookOf,
  type ErasureFirm,
  eventPublisher,
  leaveTraces,
  newErasureFirm,
  PERSON,
  patchOf,
  personalItems,
  personBody,
  runErasure,
} from "../support/erasure-fixture.ts";
import { deliver, listInboundDeliveries, replayInboundDelivery } from "../support/ingestion.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });

let firm: ErasureFirm;
let leadId: string;
let publisher: ReturnType<typeof eventPublisher>;
beforeEach(async () => {
  captureLog();
  publisher = eventPublisher(table);
  firm = await newErasureFirm(table);
  leadId = await leaveTraces(table, firm);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const erase = (during: () => Promise<unknown>) =>
  runErasure(table, { firmId: firm.firmId, leadId }, async () => {
    await during();
    await publisher.publish();
  });

/** Requests about the person, one after the other, until `isOver`. */
const send = async (requests: readonly ((n: number) => Promise<unknown>)[], isOver: () => boolean) => {
  for (let n = 0; !isOver(); n++) await requests[n % requests.length]?.(n);
};

describe("requests in parallel with an erasure", () => {
  it("leave no personal data, whether they change, deliver, replay or book", async () => {
    const [replayed] = await listInboundDeliveries(firm.apiKey, firm.source.id);
    let isOver = false;
    const patch = (n: number) => patchOf(firm, leadId, { last_name: `Quuxworth-${n}`, phone: PERSON.phone });
    const update = (n: number) => deliver(firm.source.secret, personBody({ lastName: `Quuxworth-${n % 9}` }));
    const repeat = () => deliver(firm.source.secret, personBody());
    const replay = () => replayInboundDelivery(firm.apiKey, firm.source.id, replayed.id);
    const book = () => bookOf(firm, leadId);
    const senders = [[patch], [update, repeat], [replay, book]].map((requests) =>
      send(requests, () => isOver),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The wait stands for the time in which every function that runs must have ended.
    await erase(async () => {
      isOver = true;
      await Promise.all(senders);
    });
    expect(await personalItems(table)).toEqual([]);
  });
});

describe("an erasure that ends at any of its writes", () => {
  it("is finished by the next run", async () => {
    await publisher.publish();
    let writes = 0;
    for (let last = 1; ; last++) {
      writes = 0;
      interceptStoreCalls(async ({ name, send: forward }) => {
        const isWrite = ["Put", "Update", "TransactWrite"].includes(name);
        if (isWrite && ++writes >= last) throw new Error("The process ended.");
        return forward();
      });
      const ended = await runErasure(table, { firmId: firm.firmId, leadId }, async () => {
        throw new Error("The process ended.");
      }).catch((error: Error) => error.message);
      jest.restoreAllMocks();
      expect(ended).toBe("The process ended.");
      if (writes < last) break;
    }
    await erase(async () => undefined);
    expect(await personalItems(table)).toEqual([]);
  });
});
