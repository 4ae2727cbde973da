import { describe, expect } from "@jest/globals";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as createHold } from "../../functions/holds/create-hold.ts";
import { handler as deleteHold } from "../../functions/holds/delete-hold.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { bookingBody } from "../support/consultations.ts";
import { type ApiRequest, type ApiResponse, call } from "../support/http-call.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { testLostAnswers, type WriteOperation } from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
const { fixture, send } = useBookingFixture(table);
let serial = 0;

const newHold = async (): Promise<ApiRequest> => {
  const start_at = new Date(Date.UTC(2056, 2, 3, serial++)).toISOString();
  return {
    key: fixture.key,
    body: { attorney_id: fixture.attorney.id, start_at, duration_min: 60, seconds: 30 },
  };
};
/** A hold ends at most once: deleting it again finds nothing. */
const expectEnded = async (id: string) =>
  expect((await send(deleteHold, { params: { id } })).status).toBe(404);
const expectLive = async ({ body }: ApiResponse) => {
  expect((await send(deleteHold, { params: { id: body.id } })).status).toBe(204);
  await expectEnded(body.id);
};

const HOLDS: readonly WriteOperation[] = [
  ["create-hold", createHold, newHold, expectLive],
  [
    "create-hold with a key",
    createHold,
    async () => ({ ...(await newHold()), headers: { "idempotency-key": `key-${serial}` } }),
    async (response) => {
      expect(response.headers["idempotent-replayed"]).toBeUndefined();
      await expectLive(response);
    },
  ],
  [
    "delete-hold",
    deleteHold,
    async () => ({ key: fixture.key, params: { id: (await call(createHold, await newHold())).body.id } }),
    async (_, { params }) => {
      await expectEnded(params?.id ?? "");
    },
  ],
  [
    "book-consultation of a hold",
    bookConsultation,
    async () => {
      const { id: hold_id, start_at } = (await call(createHold, await newHold())).body;
      return { key: fixture.key, body: bookingBody(fixture, { hold_id, start_at }) };
    },
    async (response, { body }) => {
      expect(response.body.status).toBe("scheduled");
      await expectEnded(Object(body).hold_id);
    },
  ],
];

describe("a hold is made once and ends once", () => {
  testLostAnswers(store, HOLDS);
});
