import { expect, it } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as publish } from "../../functions/events/publish-events.consumer.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeAt } from "../support/changes.ts";
import { useBus } from "../support/event-bus.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import { newLead } from "../support/leads.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { streamEvent, streamRecord } from "../support/stream-events.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
useBus();

const WRITERS = 20;
const CHANGES = 12;
const PUBLISHERS = 3;
const BATCH = 8;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Pauses a third of the publishers' writes between the choice of a position and the write, and ends a fifth there. */
const stopPublishersAtRandom = () =>
  interceptStoreCalls(async ({ name, send }) => {
    if (name !== "TransactWrite") return send();
    const chance = Math.random();
    if (chance < 0.2) throw Object.assign(new Error("ended"), { name: "TimeoutError" });
    if (chance < 0.5) await pause(Math.random() * 300);
    const answer = await send();
    // The publisher ends after the write, before it knows the result.
    if (chance > 0.9) throw Object.assign(new Error("ended"), { name: "TimeoutError" });
    return answer;
  });

/** Waits no longer than 60 ms for half of the invocations. */
const sometimesAbandoned = <Result>(invocation: Promise<Result>): Promise<Result | "timeout"> =>
  Math.random() < 0.5 ? invocation : Promise.race([invocation, pause(60).then(() => "timeout" as const)]);

/** A shard of the stream, whose writers add records while it is read. */
class Shard {
  readonly #records: DynamoDBRecord[] = [];
  #done = 0;

  add(record: DynamoDBRecord) {
    this.#records.push({
      ...record,
      dynamodb: { ...record.dynamodb, SequenceNumber: String(this.#records.length) },
    });
  }

  /** Invokes the publisher until everything is published. Some slow invocations go on beside their repetitions. */
  async publish(isWriting: () => boolean) {
    while (isWriting() || this.#done < this.#records.length) {
      const batch = this.#records.slice(this.#done, this.#done + BATCH);
      const invocation = publish(streamEvent(...batch));
      const result = await sometimesAbandoned(invocation);
      if (result === "timeout") continue;
      const [failed] = result.batchItemFailures;
      this.#done = failed ? Number(failed.itemIdentifier) : this.#done + batch.length;
      if (batch.length === 0) await pause(5);
    }
  }
}

it("a reader that always asks after `latest` sees every event once, however publishers race and stop", async () => {
  captureLog();
  const { firmId } = await newFirm(table);
  // A reader without pauses must not use its limit up, however long the publishers take.
  const key = await addKey(table, firmId, { scopes: ["events:read"], requestsPerMinute: 60_000 });
  const shards = Array.from({ length: PUBLISHERS }, () => new Shard());
  let writing = WRITERS;
  const write = async (writer: number) => {
    let before = newLead();
    let item = leadToItem(firmId, before, changeAt(Date.now()));
    shards[writer % PUBLISHERS]?.add(streamRecord(null, item));
    for (let revision = 2; revision <= CHANGES; revision++) {
      await pause(Math.random() * 40);
      const after = { ...before, firstName: `Ada ${revision}`, revision };
      const changed = leadToItem(firmId, after, changeAt(Date.now()));
      shards[writer % PUBLISHERS]?.add(streamRecord(item, changed));
      [before, item] = [after, changed];
    }
    writing -= 1;
  };
  const spy = stopPublishersAtRandom();
  /** Asks until the service answers: on a busy machine a connection may take too long. */
  const list = async (query?: Record<string, string>): Promise<ApiResponse["body"]> => {
    const { status, body } = await call(listEvents, { key, query });
    return status === 503 ? list(query) : body;
  };
  const seen: EventResource[] = [];
  let { latest } = await list();
  let publishing = true;
  const read = async () => {
    const { data, next_cursor, latest: position } = await list({ after: latest, limit: "20" });
    seen.push(...data);
    latest = position;
    return next_cursor !== null;
  };
  const reader = async () => {
    while (publishing) await read();
  };
  const publishers = Promise.all(shards.map((shard) => shard.publish(() => writing > 0)));
  const reading = reader();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await publishers;
  publishing = false;
  await reading;
  await pause(400);
  spy.mockRestore();
  while (await read());
  expect(seen).toHaveLength(WRITERS * CHANGES);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(WRITERS * CHANGES);
  for (const lead of new Set(seen.map(({ data }) => data.id))) {
    const sequences = seen.filter(({ data }) => data.id === lead).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: CHANGES }, (_, index) => index + 1));
  }
});
