import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
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
import { handler as mergeLead } from "../../functions/leads/merge-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { consultationKey } from "../../shared/table/record-keys.ts";
import { expectConsistentSlots, useBookingFixture } from "../support/booking-fixture.ts";
import { bookingBody } from "../support/consultations.ts";
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
const { fixture, send } = useBookingFixture(table);

const ofLead = async (request: ApiRequest, changes: Parameters<typeof putLead>[2] = {}) => {
  const { id } = await putLead(table, fixture.firmId, changes);
  return { key: fixture.key, params: { id }, ...request };
};

/** The answer is the record as a GET shows it, in the state with this revision. */
const expectLead =
  (revision: number, fields: object) =>
  async ({ body }: ApiResponse) => {
    expect(body).toMatchObject(fields);
    expect((await send(getLead, { params: { id: body.id } })).body).toEqual(body);
    expect(await readStoredLead(table, fixture.firmId, body.id)).toMatchObject({ revision });
  };

let serial = 0;
const newBooking = async (): Promise<ApiRequest> => {
  const start_at = new Date(Date.UTC(2055, 2, 3, serial++)).toISOString();
  return { key: fixture.key, body: bookingBody(fixture, { start_at }) };
};
const ofConsultation = async (body?: unknown): Promise<ApiRequest> => {
  const { id } = (await call(bookConsultation, await newBooking())).body;
  return { key: fixture.key, params: { id }, body };
};
const expectConsultation =
  (revision: number, fields: object) =>
  async ({ body }: ApiResponse) => {
    expect(body).toMatchObject(fields);
    expect((await send(getConsultation, { params: { id: body.id } })).body).toEqual(body);
    const Key = consultationKey(fixture.firmId, body.id);
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
    expect(Item).toMatchObject({ revision });
  };

const newMerge = async () => {
  const other = await putLead(table, fixture.firmId, { phone: "+12125550123" });
  const { body } = await newBooking();
  await send(bookConsultation, { body: { ...Object(body), lead_id: other.id } });
  return ofLead({ body: { from: other.id } });
};

const LEADS: readonly WriteOperation[] = [
  [
    "create-lead",
    createLead,
    async () => ({ key: fixture.key, body: ADA }),
    expectLead(1, { first_name: "Ada" }),
  ],
  [
    "create-lead with a key",
    createLead,
    async () => ({ key: fixture.key, body: ADA, headers: { "idempotency-key": `key-${serial++}` } }),
    async (response) => {
      expect(response.headers["idempotent-replayed"]).toBeUndefined();
      await expectLead(1, { first_name: "Ada" })(response);
    },
  ],
  [
    "update-lead",
    updateLead,
    () => ofLead({ body: { first_name: "Eve" } }),
    expectLead(2, { first_name: "Eve" }),
  ],
  ["archive-lead", archiveLead, () => ofLead({}), expectLead(2, { archived: true })],
  ["unarchive-lead", unarchiveLead, () => ofLead({}, { archived: true }), expectLead(2, { archived: false })],
  ["merge-lead", mergeLead, newMerge, expectLead(2, { phone: "+12125550123" })],
];

const CONSULTATIONS: readonly WriteOperation[] = [
  ["book-consultation", bookConsultation, newBooking, expectConsultation(1, { status: "scheduled" })],
  [
    "book-consultation with a key",
    bookConsultation,
    async () => ({ ...(await newBooking()), headers: { "idempotency-key": `key-${serial}` } }),
    expectConsultation(1, { status: "scheduled" }),
  ],
  [
    "reschedule",
    updateConsultation,
    () => ofConsultation({ duration_min: 30 }),
    expectConsultation(2, { status: "rescheduled", duration_min: 30 }),
  ],
  [
    "cancel",
    updateConsultation,
    () => ofConsultation({ status: "canceled" }),
    expectConsultation(2, { status: "canceled" }),
  ],
  [
    "complete",
    completeConsultation,
    () => ofConsultation({ outcome: "Retained" }),
    expectConsultation(2, { status: "completed" }),
  ],
  ["no-show", markNoShow, () => ofConsultation(), expectConsultation(2, { status: "no-show" })],
  [
    "payment",
    recordPayment,
    () => ofConsultation({ paid: true, amount: 150 }),
    expectConsultation(2, { paid: true, amount: 150 }),
  ],
  [
    "archive-consultation",
    archiveConsultation,
    () => ofConsultation(),
    expectConsultation(2, { archived: true }),
  ],
  [
    "unarchive-consultation",
    unarchiveConsultation,
    async () => {
      const request = await ofConsultation();
      await call(archiveConsultation, request);
      return request;
    },
    expectConsultation(3, { archived: false }),
  ],
];

describe("the answer is true and the record is changed once", () => {
  testLostAnswers(store, [...LEADS, ...CONSULTATIONS]);
  testLateAnswers(store, LEADS);

  it("and every change is in the stream once", async () => {
    await expectConsistentSlots(table);
    await expectDistinctChanges(table);
  });
});
