import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as completeConsultation } from "../../functions/consultations/complete-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as unarchiveConsultation } from "../../functions/consultations/unarchive-consultation.ts";
import { handler as updateConsultation } from "../../functions/consultations/update-consultation.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { SCOPES } from "../../shared/api/scopes.ts";
import { consultationKey } from "../../shared/table/record-keys.ts";
import { expectConsistentSlots } from "../support/booking-fixture.ts";
import { type BookingFixture, bookingBody, createBookingFixture } from "../support/consultations.ts";
import { addKey } from "../support/firms.ts";
import { type ApiRequest, type ApiResponse, call } from "../support/http-call.ts";
import { ADA, putLead, readStoredLead } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import {
  expectDistinctChanges,
  testLateAnswers,
  testLostAnswers,
  type WriteOperation,
} from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
let fixture: BookingFixture;
let key: string;
beforeAll(async () => {
  fixture = await createBookingFixture(table);
  key = await addKey(table, fixture.firmId, { scopes: [...SCOPES], requestsPerMinute: 60_000 });
});

const ofLead = async (request: ApiRequest, changes: Parameters<typeof putLead>[2] = {}) => {
  const { id } = await putLead(table, fixture.firmId, changes);
  return { key, params: { id }, ...request };
};

/** The answer is the record as a GET shows it, in the state with this revision. */
const expectLead =
  (revision: number, fields: object) =>
  async ({ body }: ApiResponse) => {
    expect(body).toMatchObject(fields);
    expect((await call(getLead, { key, params: { id: body.id } })).body).toEqual(body);
    expect(await readStoredLead(table, fixture.firmId, body.id)).toMatchObject({ revision });
  };

let serial = 0;
const newBooking = async (): Promise<ApiRequest> => {
  const start_at = new Date(Date.UTC(2055, 2, 3, serial++)).toISOString();
  return { key, body: bookingBody(fixture, { start_at }) };
};
const ofConsultation = async (body?: unknown): Promise<ApiRequest> => {
  const { id } = (await call(bookConsultation, await newBooking())).body;
  return { key, params: { id }, body };
};
const expectConsultation =
  (revision: number, fields: object) =>
  async ({ body }: ApiResponse) => {
    expect(body).toMatchObject(fields);
    expect((await call(getConsultation, { key, params: { id: body.id } })).body).toEqual(body);
    const Key = consultationKey(fixture.firmId, body.id);
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
    expect(Item).toMatchObject({ revision });
  };

const LEADS: readonly WriteOperation[] = [
  {
    name: "create-lead",
    handler: createLead,
    status: 201,
    prepare: async () => ({ key, body: ADA }),
    check: expectLead(1, { first_name: "Ada" }),
  },
  {
    name: "create-lead with a key",
    handler: createLead,
    status: 201,
    prepare: async () => ({ key, body: ADA, headers: { "idempotency-key": `key-${serial++}` } }),
    check: async (response) => {
      expect(response.headers["idempotent-replayed"]).toBeUndefined();
      await expectLead(1, { first_name: "Ada" })(response);
    },
  },
  {
    name: "update-lead",
    handler: updateLead,
    status: 200,
    prepare: () => ofLead({ body: { first_name: "Eve" } }),
    check: expectLead(2, { first_name: "Eve" }),
  },
  {
    name: "archive-lead",
    handler: archiveLead,
    status: 200,
    prepare: () => ofLead({}),
    check: expectLead(2, { archived: true }),
  },
  {
    name: "unarchive-lead",
    handler: unarchiveLead,
    status: 200,
    prepare: () => ofLead({}, { archived: true }),
    check: expectLead(2, { archived: false }),
  },
];

const CONSULTATIONS: readonly WriteOperation[] = [
  {
    name: "book-consultation",
    handler: bookConsultation,
    status: 201,
    prepare: newBooking,
    check: expectConsultation(1, { status: "scheduled" }),
  },
  {
    name: "book-consultation with a key",
    handler: bookConsultation,
    status: 201,
    prepare: async () => ({ ...(await newBooking()), headers: { "idempotency-key": `key-${serial}` } }),
    check: expectConsultation(1, { status: "scheduled" }),
  },
  {
    name: "reschedule",
    handler: updateConsultation,
    status: 200,
    prepare: () => ofConsultation({ duration_min: 30 }),
    check: expectConsultation(2, { status: "rescheduled", duration_min: 30 }),
  },
  {
    name: "cancel",
    handler: updateConsultation,
    status: 200,
    prepare: () => ofConsultation({ status: "canceled" }),
    check: expectConsultation(2, { status: "canceled" }),
  },
  {
    name: "complete",
    handler: completeConsultation,
    status: 200,
    prepare: () => ofConsultation({ outcome: "Retained" }),
    check: expectConsultation(2, { status: "completed" }),
  },
  {
    name: "no-show",
    handler: markNoShow,
    status: 200,
    prepare: () => ofConsultation(),
    check: expectConsultation(2, { status: "no-show" }),
  },
  {
    name: "payment",
    handler: recordPayment,
    status: 200,
    prepare: () => ofConsultation({ paid: true, amount: 150 }),
    check: expectConsultation(2, { paid: true, amount: 150 }),
  },
  {
    name: "archive-consultation",
    handler: archiveConsultation,
    status: 200,
    prepare: () => ofConsultation(),
    check: expectConsultation(2, { archived: true }),
  },
  {
    name: "unarchive-consultation",
    handler: unarchiveConsultation,
    status: 200,
    prepare: async () => {
      const request = await ofConsultation();
      await call(archiveConsultation, request);
      return request;
    },
    check: expectConsultation(3, { archived: false }),
  },
];

describe("the answer is true and the record is changed once", () => {
  testLostAnswers(store, [...LEADS, ...CONSULTATIONS]);
  testLateAnswers(store, LEADS);

  it("and every change is in the stream once", async () => {
    await expectConsistentSlots(table);
    await expectDistinctChanges(table);
  });
});
