import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/list-consultations.ts";
import type { Consultation } from "../../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { type BookingFixture, createBookingFixture } from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { putItems } from "../../support/put-items.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let fixture: BookingFixture;
let other: BookingFixture;
/** Newest first. */
let all: Consultation[];
const ofListing = (archived: boolean) => all.filter((each) => each.archived === archived);

const [ann, bob, lea, leo] = Array.from({ length: 4 }, () => newRecordId(Date.now()));

/** Every third is Bob's, every fourth archived, every fifth Leo's, every seventh canceled; newer ones start earlier. */
const consultationOf = (index: number) =>
  newConsultation({
    id: idInOrder(index),
    leadId: index % 5 === 0 ? leo : lea,
    attorneyId: index % 3 === 0 ? bob : ann,
    status: index % 7 === 0 ? "canceled" : "scheduled",
    startAt: new Date(Date.UTC(2055, 5, 30) - index * 24 * 3_600_000).toISOString(),
    archived: index % 4 === 0,
  });

const store = (firm: FirmId, consultations: readonly Consultation[]) =>
  putItems(
    table,
    consultations.map((each) => consultationToItem(firm, each, changeAt(1))),
  );

beforeAll(async () => {
  [fixture, other] = [await createBookingFixture(table), await createBookingFixture(table)];
  all = Array.from({ length: 80 }, (_, index) => consultationOf(index)).toReversed();
  await store(fixture.firmId, all);
  await store(other.firmId, [0, 1, 2].map(consultationOf));
});

const list = (query: Record<string, string> = {}, key = fixture.key) => call(handler, { key, query });

const readAllIds = async (query: Record<string, string>, limit: number) =>
  (await readAllPages(handler, { key: fixture.key, query, limit })).flat().map(({ id }) => id);

describe("GET /api/consultations", () => {
  it("returns pages, newest first, of 50 by default", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
      ofListing(false)
        .slice(0, 50)
        .map(({ id }) => id),
    );
    const rest = await list({ cursor: body.next_cursor });
    expect([rest.body.data.length, rest.body.next_cursor]).toEqual([10, null]);
  });

  it.each<[string, () => Record<string, string>, (each: Consultation) => boolean]>([
    ["no filter", () => ({}), () => true],
    ["attorney", () => ({ attorney: ` ${bob?.toUpperCase()} ` }), ({ attorneyId }) => attorneyId === bob],
    ["lead", () => ({ lead: leo ?? "" }), ({ leadId }) => leadId === leo],
    [
      "attorney and lead",
      () => ({ attorney: bob ?? "", lead: leo ?? "" }),
      ({ attorneyId, leadId }) => attorneyId === bob && leadId === leo,
    ],
    [
      "attorney and status",
      () => ({ attorney: ann ?? "", status: "canceled" }),
      ({ attorneyId, status }) => attorneyId === ann && status === "canceled",
    ],
    [
      "from and to",
      () => ({ from: "2055-06-10T00:00:00Z", to: "2055-06-11T00:00:00Z" }),
      ({ startAt }) => startAt.startsWith("2055-06-10"),
    ],
    ["archived", () => ({ archived: "true" }), () => true],
    [
      "archived, and all others",
      () => ({
        archived: "true",
        attorney: bob ?? "",
        lead: leo ?? "",
        status: "scheduled",
        from: "2055-05-01T00:00:00Z",
      }),
      ({ attorneyId, leadId, status, startAt }) =>
        attorneyId === bob && leadId === leo && status === "scheduled" && startAt >= "2055-05",
    ],
    ["an attorney of no firm", () => ({ attorney: "postponed" }), () => false],
  ])("returns all consultations that match the filter: %s", async (_, query, matches) => {
    const expected = ofListing(query().archived === "true")
      .filter(matches)
      .map(({ id }) => id);
    expect(await readAllIds(query(), 7)).toEqual(expected);
    expect(await readAllIds(query(), 200)).toEqual(expected);
  });

  it("rejects the cursor of another filter", async () => {
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    const answers = [await list({ cursor }), await list({ cursor, status: "canceled" })];
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
  });

  it.each<Record<string, string>>([{}, { archived: "true" }, { attorney: ann ?? "" }, { lead: lea ?? "" }])(
    "does not return another firm's consultations: %j",
    async (query) => {
      const { body } = await list(query, other.key);
      expect(body.data.length).toBeGreaterThan(0);
      const own = new Set(all.map(({ id }) => id));
      expect(body.data.filter(({ id }: { id: string }) => own.has(id))).toEqual([]);
    },
  );
});
