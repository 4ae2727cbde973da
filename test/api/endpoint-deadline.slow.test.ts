import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { eventually } from "../support/eventually.ts";
import { fakeTimeouts } from "../support/fake-date.ts";
import { newFirm } from "../support/firms.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
import { ADA, countLeads, putLead, readStoredLead } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
let firm: Awaited<ReturnType<typeof newFirm>>;
let id: string;
beforeAll(async () => {
  firm = await newFirm(table);
  ({ id } = await putLead(table, firm.firmId));
});

type Handler = Parameters<typeof call>[0];

/** Returns the result of a call for which two seconds pass on a fake clock once the store has been asked. */
const callWithTwoSeconds = async (handler: Handler, request: ApiRequest) => {
  fakeTimeouts();
  const { total } = store.silent;
  const response = call(handler, request, { getRemainingTimeInMillis: () => 2_000 });
  await eventually(() => store.silent.total).toBeGreaterThan(total);
  jest.advanceTimersByTime(1_999);
  return response;
};

const UNAVAILABLE = {
  status: 503,
  headers: { "retry-after": "1" },
  body: { error: { code: "unavailable", request_id: expect.any(String) } },
};

const CALLS = [
  ["a read", getLead, () => ({ params: { id } })],
  ["a write", archiveLead, () => ({ params: { id } })],
  ["a put", createLead, () => ({ body: ADA })],
  ["a transaction", createLead, () => ({ body: ADA, headers: { "idempotency-key": "one" } })],
] as const;

describe("a store that never answers", () => {
  it.each(CALLS)("causes our own 503 before Lambda ends the function: %s", async (_, handler, request) => {
    const valid = { key: firm.apiKey, ...request() };
    await call(handler, { ...valid, params: { id: firm.attorney.id } }); // takes a lease
    const leads = await countLeads(table, firm.firmId);
    store.reset({ isSilent: true });
    const response = await callWithTwoSeconds(handler, valid);
    expect(response).toMatchObject(UNAVAILABLE);
    expect(response.headers["x-request-id"]).toBe(response.body.error.request_id);
    store.reset();
    expect(await countLeads(table, firm.firmId)).toBe(leads);
    expect(await readStoredLead(table, firm.firmId, id)).toMatchObject({ revision: 1 });
  });

  it.each(CALLS)("causes a 503 while the key is looked up: %s", async (_, handler, request) => {
    const { apiKey } = await newFirm(table);
    store.reset({ isSilent: true });
    const response = await callWithTwoSeconds(handler, { key: apiKey, ...request() });
    expect(response).toMatchObject(UNAVAILABLE);
  });

  it("receives no more calls after the answer", async () => {
    store.reset({ isSilent: true });
    await callWithTwoSeconds(createLead, { key: firm.apiKey, body: ADA });
    const { total } = store.silent;
    await sleep(100);
    expect(store.silent).toEqual({ total, open: 0 });
  });
});
