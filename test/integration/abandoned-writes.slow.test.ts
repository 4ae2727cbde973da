import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as getFirm } from "../../functions/firm/get-firm.ts";
import { handler as updateFirm } from "../../functions/firm/update-firm.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as rotateSourceKey } from "../../functions/sources/rotate-source-key.ts";
import { handler as rotateWebhookSecret } from "../../functions/webhooks/rotate-webhook-secret.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { type ApiRequest, type ApiResponse, call } from "../support/http-call.ts";
import { deliver } from "../support/ingestion.ts";
import { ADA, countLeads } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import type { WriteOperation } from "../support/lost-answers.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const store = useLossyStore();
const firm = useFirm(table, beforeAll);
beforeAll(async () => {
  await Promise.all([firm.addMember(), firm.addMember()]);
});

type Handler = Parameters<typeof call>[0];
type Ending = "before" | "after";

/** The function gets no further than one of its writes; the client sends the same request again. */
const endAt = async (handler: Handler, request: ApiRequest, [position, ending]: [number, Ending]) => {
  store.reset({
    before: async (write) => {
      if (write.position === position && ending === "before") throw new Error("not forwarded");
    },
    loses: (write) => write.position === position && ending === "after",
  });
  const first = await call(handler, request);
  const isReached = store.writeCount() >= position;
  store.reset();
  if (isReached) expect(first).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
  return { isReached, again: await call(handler, request) };
};

const WRITES_MAXIMUM = 20;
let serial = 0;
let leadsBefore = 0;
const ofLead = async (request: ApiRequest) => ({
  key: firm.apiKey,
  params: { id: (await firm.putLead()).id },
  ...request,
});

const expectRevision = (revision: number) => async (again: ApiResponse) => {
  expect(again.status).toBe(200);
  expect(await firm.storedLead(again.body.id)).toMatchObject({ revision });
};

const OPERATIONS: readonly WriteOperation[] = [
  [
    "update-firm with holidays",
    updateFirm,
    async () => ({
      key: firm.apiKey,
      body: { holidays: [{ start_date: "2055-01-01", end_date: "2055-01-01", name: `Day ${serial++}` }] },
    }),
    async ({ body }, request) => {
      expect(body.holidays).toEqual(Object(request.body).holidays);
      const attorney = await readRecord(table, memberRecord(firm.firmId, firm.attorney.id));
      expect(attorney?.minSettingsVersion).toBe(body.version);
    },
  ],
  [
    "update-firm without a stage",
    updateFirm,
    async () => {
      const { body } = await firm.send(getFirm);
      const extra = { key: `extra-${serial++}`, name: "Extra", terminal: true };
      await firm.send(updateFirm, { body: { stages: [...body.stages, extra] } });
      return { key: firm.apiKey, body: { stages: body.stages } };
    },
    async ({ status, body }, request) => {
      expect([status, body.stages]).toEqual([200, Object(request.body).stages]);
    },
  ],
  [
    "create-lead with a key",
    createLead,
    async () => {
      leadsBefore = await countLeads(table, firm.firmId);
      return { key: firm.apiKey, body: ADA, headers: { "idempotency-key": `k-${serial++}` } };
    },
    async ({ status }) => {
      expect(status).toBe(201);
      expect(await countLeads(table, firm.firmId)).toBe(leadsBefore + 1);
    },
  ],
  ["update-lead", updateLead, () => ofLead({ body: { first_name: "Eve" } }), expectRevision(2)],
  ["archive-lead", archiveLead, () => ofLead({}), expectRevision(2)],
  [
    "rotate-source-key",
    rotateSourceKey,
    async () => ({
      key: firm.apiKey,
      params: { id: (await createTestSource(firm.apiKey)).id },
      body: {},
    }),
    async ({ status, body }) => {
      expect(status).toBe(200);
      expect((await deliver(body.ingestion_key)).status).toBe(201);
    },
  ],
  [
    "rotate-webhook-secret",
    rotateWebhookSecret,
    async () => ({
      key: firm.apiKey,
      params: { id: (await storeWebhook(table, firm.firmId)).id },
    }),
    async ({ body }, { params }) => {
      const stored = await readRecord(table, webhookRecord(firm.firmId, String(params?.id)));
      expect(stored?.secret).toBe(body.secret);
    },
  ],
  [
    "book-consultation with a key",
    bookConsultation,
    async () => {
      const attorney = await firm.addMember({
        officeHours: ROUND_THE_CLOCK,
        timeZone: "UTC",
      });
      const { id: lead_id } = await firm.putLead();
      const start_at = "2055-03-03T10:00:00.000Z";
      const body = { lead_id, attorney_id: attorney.id, type: "Initial", start_at, duration_min: 60 };
      return { key: firm.apiKey, body, headers: { "idempotency-key": `k-${serial++}` } };
    },
    async ({ status }) => expect(status).toBe(201),
  ],
];

describe.each<Ending>(["before", "after"])("a function that ends %s a write", (ending) => {
  it.each(OPERATIONS)("%s: the same request again completes it", async (_, handler, prepare, check) => {
    for (let position = 1; position < WRITES_MAXIMUM; position++) {
      const request = await prepare();
      const { isReached, again } = await endAt(handler, request, [position, ending]);
      await check(again, request);
      expect(isReached || position > 1).toBe(true);
      if (!isReached) return;
    }
    throw new Error("The operation makes ever more writes.");
  });
});
