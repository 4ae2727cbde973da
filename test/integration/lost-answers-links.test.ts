import { beforeAll, describe, expect } from "@jest/globals";
import { handler as bookByLink } from "../../functions/links/book-by-link.ts";
import { handler as createLink } from "../../functions/links/create-link.ts";
import { handler as deleteLink } from "../../functions/links/delete-link.ts";
import { handler as updateByLink } from "../../functions/links/update-by-link.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import type { ApiRequest } from "../support/http-call.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE, tokenOf } from "../support/links.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { testLostAnswers, type WriteOperation } from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
const { fixture, updateFirm } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);
beforeAll(() => updateFirm(SELF_SERVICE));

let serial = 0;
const nextStart = () => new Date(Date.UTC(2056, 2, 3, serial++)).toISOString();
const toBook = () => newLink({ type: MEETING.key, attorney_id: fixture.attorney.id });

const booked = async (body: () => object): Promise<ApiRequest> => {
  const { token } = await toBook();
  expect((await byLink(token).book(nextStart())).status).toBe(201);
  return { key: token, body: body() };
};
const consultationOf = async ({ key = "" }: ApiRequest) => (await byLink(key).state()).body.consultation;

const LINKS: readonly WriteOperation[] = [
  [
    "create-link",
    createLink,
    async () => ({ key: fixture.key, params: { id: fixture.leadId }, body: { type: MEETING.key } }),
    async ({ body }) => expect((await byLink(tokenOf(body.url)).state()).body.id).toBe(body.id),
  ],
  [
    "delete-link",
    deleteLink,
    async () => ({ key: fixture.key, params: { id: fixture.leadId, linkId: (await toBook()).id } }),
    async () => {},
  ],
  [
    "book-by-link",
    bookByLink,
    async () => ({ key: (await toBook()).token, body: { start_at: nextStart() } }),
    async ({ body, headers }, request) => {
      expect(headers).not.toHaveProperty("idempotent-replayed");
      expect(await consultationOf(request)).toEqual(body);
    },
  ],
  [
    "update-by-link that moves",
    updateByLink,
    () => booked(() => ({ start_at: nextStart() })),
    async ({ body }, request) => {
      expect(body.start_at).toBe(Object(request.body).start_at);
      expect(await consultationOf(request)).toEqual(body);
    },
  ],
  [
    "update-by-link that cancels",
    updateByLink,
    () => booked(() => ({ status: "canceled" })),
    async (_, request) => expect((await consultationOf(request)).status).toBe("canceled"),
  ],
];

describe("what a link does, it does once", () => {
  testLostAnswers(store, LINKS);
});
