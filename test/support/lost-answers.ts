import { expect, it } from "@jest/globals";
import type { Table } from "../../shared/table/table.ts";
import { type ApiRequest, type ApiResponse, call } from "./http-call.ts";
import type { LossyStore } from "./lossy-store.ts";
import { readStreamRecords } from "./table-stream.ts";

type Handler = Parameters<typeof call>[0];

/** An operation that writes: a request that is valid once, what must hold after it, and its status if not the usual one. */
export type WriteOperation = readonly [
  name: string,
  handler: Handler,
  prepare: () => Promise<ApiRequest>,
  check: (response: ApiResponse, request: ApiRequest) => Promise<void>,
  status?: number,
];

const WRITES_MAXIMUM = 20;

/** For each write of the operation in turn: its answer is lost, once and twice in a row. */
export const testLostAnswers = (store: LossyStore, operations: readonly WriteOperation[]) =>
  it.each(
    operations.flatMap((operation) =>
      [1, 2].map((tries) => [operation[0], tries === 1 ? "once" : "twice", operation, tries] as const),
    ),
  )("%s, when an answer is lost %s", async (_, _times, [, handler, prepare, check, status], tries) => {
    let count = 1;
    for (let position = 1; position <= count; position++) {
      const request = await prepare();
      store.loseAnswers(position, tries);
      const response = await call(handler, request);
      count = store.writeCount();
      store.reset();
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(WRITES_MAXIMUM);
      const expected = status ?? handler.definition?.response.status;
      expect([position, response.status, response.body?.error ?? null]).toEqual([position, expected, null]);
      await check(response, request);
    }
  });

/** All operations at once: the first answer of each of their writes comes after the client has given up waiting. */
export const testLateAnswers = (store: LossyStore, operations: readonly WriteOperation[]) =>
  it("all, when the first answer of every write comes too late", async () => {
    const requests: ApiRequest[] = [];
    for (const [, , prepare] of operations) requests.push(await prepare());
    store.delayAnswers();
    const responses = await Promise.all(
      operations.map(([, handler], index) => call(handler, requests[index])),
    );
    store.reset();
    expect(responses.map(({ body }) => body?.error)).toEqual(operations.map(() => undefined));
    for (const [index, [, , , check]] of operations.entries())
      await check(responses[index] as ApiResponse, requests[index] as ApiRequest);
  });

/** Every change id in the table's stream belongs to one stored change. */
export const expectDistinctChanges = async (table: Table) => {
  const changes = (await readStreamRecords(table)).flatMap(({ dynamodb }) => {
    const [before, after] = [dynamodb?.OldImage?.changeId?.S, dynamodb?.NewImage?.changeId?.S];
    return after === undefined || after === before ? [] : [after];
  });
  expect(changes.length).toBeGreaterThan(0);
  expect(new Set(changes).size).toBe(changes.length);
};
