import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as bookConsultation } from "../../../functions/consultations/book-consultation.ts";
import { handler as createLink } from "../../../functions/links/create-link.ts";
import { handler as getLinkAvailability } from "../../../functions/links/get-link-availability.ts";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as createHold } from "../../../functions/scheduling/create-hold.ts";
import { handler as findAvailability } from "../../../functions/scheduling/find-availability.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { attorneyList, firmAttorneys } from "../../../shared/members/attorney-list.store.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { newMember } from "../../support/firms.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { tokenOf } from "../../support/links.ts";
import { putItems } from "../../support/put-items.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);

/** Comes after the firm's own attorney. */
const LATER = 2_500_000;

/** Members of whom one in three can be booked, at any time. */
const members = Array.from({ length: 90 }, (_, index) =>
  newMember({
    id: idInOrder(LATER + index),
    schedulable: index % 3 === 0,
    timeZone: "UTC",
    officeHours: ROUND_THE_CLOCK,
  }),
);
const idOf = (index: number) => members[index]?.id ?? "";
const BEYOND = [idOf(81), idOf(87)];

const change = async (id: string, body: object) =>
  expect((await firm.send(updateMember, { params: { id }, body })).status).toBe(200);

/** Returns the ids of a pool: all are free in this hour. */
const poolOf = async (query: Record<string, string>) => {
  const range = { from: "2055-03-03T15:00:00Z", to: "2055-03-03T15:15:00Z" };
  const { status, body } = await firm.send(findAvailability, {
    query: { ...range, duration_min: "30", ...query },
  });
  expect([status, body.data?.length]).toEqual([200, 1]);
  return body.data[0].attorney_ids;
};

/** Counts the items that the queries read and the records read by key, over all trips. */
const itemsRead = async (action: () => Promise<unknown>) => {
  const counts = { queried: 0, byKey: 0 };
  await recordStoreTrips(action, async ({ name, input, send }) => {
    const answer = await send();
    const isOfMembers = JSON.stringify(input).includes("MEMBER");
    if (name === "Query" && isOfMembers) counts.queried += Object(answer).ScannedCount;
    if (name === "BatchGet") counts.byKey += JSON.stringify(input).split("MEMBER#").length - 1;
    return answer;
  });
  return counts;
};

const bookable = () => [
  firm.attorney.id,
  ...members.filter(({ schedulable }) => schedulable).map(({ id }) => id),
];

const setUp = async () => {
  await firm.renew();
  await putItems(
    table,
    members.map((member) => memberToItem(firm.firmId, member)),
  );
  const some = { key: "some", name: "Some", duration_min: 30, attorney_ids: BEYOND };
  const any = { ...some, key: "any", name: "Any", attorney_ids: null };
  expect((await firm.send(updateFirm, { body: { consultation_types: [some, any] } })).status).toBe(200);
};

/** Writes the list, as the first change of who can be booked does. */
const writeList = async () => {
  await change(idOf(0), { schedulable: false });
  await change(idOf(0), { schedulable: true });
};

describe("a firm's attorneys", () => {
  beforeEach(setUp);

  it("are found among all members until the first change of who can be booked writes all into the list", async () => {
    expect(await attorneyList(firm.firmId).query(table)).toEqual({ attorneyIds: bookable(), version: 0 });
    expect(await poolOf({ type: "any" })).toEqual(bookable().slice(0, 20));
    await change(idOf(1), { name: "Kim" });
    expect((await attorneyList(firm.firmId).query(table)).version).toBe(0);
    await change(idOf(0), { schedulable: false });
    const { ids } = await firmAttorneys(firm.firmId).query(table);
    expect(ids).toEqual(bookable().filter((id) => id !== idOf(0)));
  });

  it("form a pool of everybody from the list, the first members, and those that the list lacks", async () => {
    await writeList();
    let pool: string[] = await poolOf({ type: "any" });
    const counts = await itemsRead(async () => {
      pool = await poolOf({ type: "any" });
    });
    expect(pool).toEqual(bookable().slice(0, 20));
    // The firm's own attorney and 13 of the pool are among the first 40.
    expect(counts).toEqual({ queried: 41, byKey: 6 });
  });

  it("are in the list as soon as the change is answered, whatever else changes at the same time", async () => {
    await writeList();
    const body = { name: "New", schedulable: true, time_zone: "UTC", office_hours: ROUND_THE_CLOCK };
    const created = await Promise.all([1, 2, 3].map(() => firm.send(createMember, { body })));
    await Promise.all([
      change(idOf(1), { schedulable: true }),
      change(idOf(2), { schedulable: true, active: false }),
      change(idOf(3), { active: false }),
      change(idOf(6), { schedulable: false }),
    ]);
    const expected = [...bookable(), idOf(1), ...created.map((each) => each.body.id)]
      .filter((id) => ![idOf(3), idOf(6)].includes(id))
      .sort();
    const { ids } = await firmAttorneys(firm.firmId).query(table);
    expect(ids).toEqual(expected);
    expect((await attorneyList(firm.firmId).query(table)).attorneyIds).toEqual(expected);
    expect(await poolOf({ type: "any" })).toEqual(expected.slice(0, 20));
  });
});

describe("a pool of attorneys who were created late", () => {
  beforeAll(async () => {
    await setUp();
    await writeList();
  });

  const slot = (hour: number) => ({ type: "some", start_at: `2055-03-04T${hour}:00:00Z` });
  const book = async (body: object) => {
    const { id } = await firm.putLead();
    return firm.send(bookConsultation, { body: { lead_id: id, ...body } });
  };

  it("can be listed, booked, held, and booked from the hold", async () => {
    expect(await poolOf({ type: "some" })).toEqual(BEYOND);
    expect(await poolOf({ attorneys: BEYOND.join(",") })).toEqual(BEYOND);
    const booked = [await book(slot(10)), await book(slot(10))];
    expect(booked.map(({ body }) => body.attorney_id).sort()).toEqual(BEYOND);
    expect((await book(slot(10))).body.error.code).toBe("slot_unavailable");
    const held = await firm.send(createHold, { body: slot(12) });
    const taken = await book({ ...slot(12), hold_id: held.body.id });
    expect([taken.status, taken.body.attorney_id]).toEqual([201, held.body.attorney_id]);
  });

  it("takes four trips: the list, the attorneys, their days, the write", async () => {
    const trips = await recordStoreTrips(async () => {
      expect((await book(slot(13))).status).toBe(201);
    });
    // The first trip puts the lead.
    expect(trips.slice(1)).toHaveLength(4);
  });

  it("is offered by a client's link", async () => {
    await firm.send(updateFirm, { body: { self_service: { enabled: true } } });
    const { id } = await firm.putLead();
    const { body: link } = await firm.send(createLink, { params: { id }, body: { type: "some" } });
    const range = { from: "2055-03-05T10:00:00Z", to: "2055-03-05T10:15:00Z" };
    const { status, body } = await firm.send(getLinkAvailability, { key: tokenOf(link.url), query: range });
    expect([status, body.data]).toEqual([200, [{ start_at: "2055-03-05T10:00:00.000Z" }]]);
  });
});
