import { setTimeout as sleep } from "node:timers/promises";
import {
  BatchGetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { captureLog } from "../support/capture-log.ts";
import { newFirm } from "../support/firms.ts";
import { ALMOST_OVER, call } from "../support/http-call.ts";
import { ADA, countLeads, putLead, readStoredLead } from "../support/leads.ts";
import {
  passTransactionThrough,
  sdkError,
  transactionCanceled,
  useFaultyStore,
} from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useFaultyStore();
let firm: Awaited<ReturnType<typeof newFirm>>;
let log: string[];
beforeEach(async () => {
  firm = await newFirm(table);
  log = captureLog();
  // retries without waiting
  jest.spyOn(Math, "random").mockReturnValue(0);
});

const create = (headers = {}) => call(createLead, { key: firm.apiKey, headers, body: ADA }, ALMOST_OVER);
const WITH_KEY = { "idempotency-key": "one" };
const UNAVAILABLE = { status: 503, body: { error: { code: "unavailable" } } };

const THROTTLED = [
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "InternalServerError",
  "TransactionInProgressException",
];

describe("an unavailable store answers 503 with Retry-After, and nothing is written:", () => {
  it.each(THROTTLED)("a create with %s", async (name) => {
    store.on(PutCommand).rejects(sdkError(name));
    const response = await create();
    expect(response).toMatchObject({
      ...UNAVAILABLE,
      headers: { "retry-after": expect.stringMatching(/^\d+$/) },
    });
    expect(await countLeads(table, firm.firmId)).toBe(0);
  });

  it.each([
    ["a conflict on every attempt", transactionCanceled("None", "TransactionConflict")],
    ["conflicts on both items", transactionCanceled("TransactionConflict", "TransactionConflict")],
    ["throttled items", transactionCanceled("ThrottlingError", "None")],
    ["exceeded throughput", transactionCanceled("None", "ProvisionedThroughputExceeded")],
    ["a throttled transaction", sdkError("ThrottlingException")],
  ])("a create with an Idempotency-Key and %s; the key can be used again", async (_, error) => {
    store.on(TransactWriteCommand).rejects(error);
    expect(await create(WITH_KEY)).toMatchObject({ ...UNAVAILABLE, headers: { "retry-after": "1" } });
    expect(await countLeads(table, firm.firmId)).toBe(0);
    store.recover();
    const again = await create(WITH_KEY);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, undefined]);
  });

  it("except a create whose conflict is temporary: 201 and one lead", async () => {
    const conflict = transactionCanceled("None", "TransactionConflict");
    store
      .on(TransactWriteCommand)
      .rejectsOnce(conflict)
      .rejectsOnce(conflict)
      .callsFake(passTransactionThrough);
    expect(await create(WITH_KEY)).toMatchObject({ status: 201 });
    expect(await countLeads(table, firm.firmId)).toBe(1);
  });

  it.each([
    ["archiving", archiveLead, false],
    ["restoring", unarchiveLead, true],
  ])("%s a lead that cannot be read", async (_, handler, archived) => {
    const { id } = await putLead(table, firm.firmId, { archived });
    store.on(BatchGetCommand).callsFake(async () => {
      await sleep(50); // long enough for a concurrent write
      throw sdkError("ThrottlingException");
    });
    expect(await call(handler, { key: firm.apiKey, params: { id } })).toMatchObject(UNAVAILABLE);
    store.recover();
    expect(await readStoredLead(table, firm.firmId, id)).toMatchObject({ revision: 1 });
  });

  it.each([
    ["reading a lead", getLead, BatchGetCommand],
    ["listing leads", listLeads, QueryCommand],
    ["verifying the key", getLead, UpdateCommand],
  ])("%s", async (_, handler, command) => {
    store.on(command as typeof QueryCommand).rejects(sdkError("ProvisionedThroughputExceededException"));
    const { id } = firm.attorney;
    expect(await call(handler, { key: firm.apiKey, params: { id } })).toMatchObject(UNAVAILABLE);
  });
});

describe("a partial batch result", () => {
  const unprocessed = (input: { RequestItems?: object }) => ({
    Responses: {},
    UnprocessedKeys: input.RequestItems,
  });

  it("is retried, and answers 503 if it stays partial", async () => {
    store.on(BatchGetCommand).callsFake(unprocessed);
    const { id } = firm.attorney;
    expect(await call(getLead, { key: firm.apiKey, params: { id } })).toMatchObject({
      ...UNAVAILABLE,
      headers: { "retry-after": "1" },
    });
    expect(store.commandCalls(BatchGetCommand).length).toBeGreaterThan(1);
  });
});

describe("an unexpected error", () => {
  it("answers an opaque 500 with the request id, and logs the cause", async () => {
    const cause = new RangeError("dana@example.com is stored");
    store.on(PutCommand).rejects(new TypeError("of Dana Doe", { cause }));
    const response = await create();
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      error: {
        code: "internal_error",
        message: expect.not.stringMatching(/dana|doe|TypeError|\.ts/i),
        details: null,
        request_id: response.headers["x-request-id"],
      },
    });
    const logged = log.filter((line) => line.includes("request_failed")).join();
    for (const part of ["create-lead", response.body.error.request_id, "TypeError", "caused by RangeError"])
      expect(logged).toContain(part);
    expect(logged).toContain(".test.ts:");
    expect(logged).not.toMatch(/dana|doe/i);
  });

  it.each([
    ["ValidationException", sdkError("ValidationException")],
    ["AccessDeniedException", sdkError("AccessDeniedException")],
    ["ResourceNotFoundException", sdkError("ResourceNotFoundException")],
    ["a text", "thrown text"],
  ])("does not answer 503: %s", async (_, error) => {
    store.on(PutCommand).callsFake(() => {
      throw error;
    });
    expect(await create()).toMatchObject({ status: 500, body: { error: { code: "internal_error" } } });
  });

  it("does not answer 503 in a transaction either", async () => {
    store.on(TransactWriteCommand).rejects(transactionCanceled("ValidationError", "None"));
    expect((await create(WITH_KEY)).status).toBe(500);
  });
});
