import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { eraseLinks } from "../../shared/links/link.store.ts";
import { sweepLinks } from "../../shared/links/sweep-links.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { atMinute, times, useBookingFixture } from "../support/booking-fixture.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { fakeDate } from "../support/fake-date.ts";
import { putLead } from "../support/leads.ts";
import { byLink, linkCalls, linkItems, MEETING, SELF_SERVICE } from "../support/links.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
/** Uses the proxy that loses answers. */
const lossy = connectTable();
const { fixture, patch, updateFirm } = useBookingFixture(table);
const { newLink, remove } = linkCalls(() => fixture);

beforeAll(() => updateFirm(SELF_SERVICE));

let leadId: string;
beforeEach(async () => {
  leadId = (await putLead(table, fixture.firmId)).id;
});

/** Returns the end of a link to the first hour of the day, or to an hour that begins so many minutes later. */
const endOf = (start = 0) => Date.parse(atMinute(start + 60)) + 30 * 24 * 3_600_000;
const sweepAt = (now: number, swept = table) =>
  runInvocation({ function: "sweep-deliveries" }, () => sweepLinks({ table: swept, now: () => now }));

const booked = async () => {
  const link = await newLink({ type: MEETING.key, attorney_id: fixture.attorney.id }, leadId);
  const { status, body } = await byLink(link.token).book(atMinute(0));
  expect(status).toBe(201);
  return { ...link, consultationId: String(body.id) };
};
type Booked = Awaited<ReturnType<typeof booked>>;
const moveLater = ({ consultationId }: Booked) => patch(consultationId, { start_at: atMinute(1_440) });

/** Counts the items of a link: its record and its key, or none. */
const countItems = async (link: { id: string; token: string }) =>
  (await linkItems(table, fixture.firmId, link)).length;

/** Returns when the sweep will read the links whose ids begin so. */
const dueInstants = async (id: string) => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "byDue",
      KeyConditionExpression: "dueShard = :shard",
      ExpressionAttributeValues: { ":shard": "links" },
    }),
  );
  const own = Items.filter(({ sk }) => String(sk).startsWith(id));
  return own.map(({ dueAt }) => Date.parse(String(dueAt).replace(/#.*$/, "")));
};

describe("the sweep of links", () => {
  it("deletes record and key at the end, and not before", async () => {
    const link = await booked();
    await sweepAt(endOf() - 1);
    expect(await countItems(link)).toBe(2);
    await sweepAt(endOf());
    expect(await countItems(link)).toBe(0);
    expect(await dueInstants(link.id)).toEqual([]);
  });

  it("leaves a link that has booked nothing to the table's expiry", async () => {
    const link = await newLink({ type: MEETING.key }, leadId);
    await sweepAt(endOf(525_600));
    expect(await countItems(link)).toBe(2);
  });

  it("keeps a link whose consultation was moved later, as often as that happens", async () => {
    const link = await booked();
    await moveLater(link);
    await sweepAt(endOf());
    expect([await countItems(link), await dueInstants(link.id)]).toEqual([2, [endOf(1_440)]]);
    await patch(link.consultationId, { start_at: atMinute(2_880) });
    await sweepAt(endOf(1_440));
    expect([await countItems(link), await dueInstants(link.id)]).toEqual([2, [endOf(2_880)]]);
    await sweepAt(endOf(2_880));
    expect(await countItems(link)).toBe(0);
  });

  it("deletes links that ended while no sweep ran, page by page", async () => {
    const link = await booked();
    const [record = {}] = await linkItems(table, fixture.firmId, link);
    const prefix = link.id.slice(0, -3);
    const copies = times(120, (index) => ({
      ...record,
      sk: `${prefix}${100 + index}`,
    }));
    await putItems(table, copies);
    await sweepAt(endOf());
    expect(await dueInstants(prefix)).toEqual([]);
  });
});

describe("a link that ends while", () => {
  it("its consultation is moved later stays valid", async () => {
    const link = await booked();
    const isMoved = changeBeforeWrite(() => moveLater(link));
    await sweepAt(endOf());
    expect([isMoved(), await countItems(link)]).toEqual([true, 2]);
    await sweepAt(endOf());
    expect(await dueInstants(link.id)).toEqual([endOf(1_440)]);
    fakeDate(endOf());
    expect((await byLink(link.token).state()).status).toBe(200);
  });

  it("another sweep deletes it is deleted once", async () => {
    const link = await booked();
    await Promise.all([sweepAt(endOf()), sweepAt(endOf())]);
    expect(await countItems(link)).toBe(0);
  });

  it.each([
    ["it is revoked", (id: string) => remove(id, leadId)],
    [
      "its lead is erased",
      () => eraseLinks(table, fixture.firmId, { leadIds: [leadId], dryRun: false, onFault: () => {} }),
    ],
  ])("%s is deleted", async (_, end) => {
    const link = await booked();
    const isEnded = changeBeforeWrite(() => end(link.id));
    await sweepAt(endOf());
    expect([isEnded(), await countItems(link), await dueInstants(link.id)]).toEqual([true, 0, []]);
  });

  it.each([
    ["the deletion", (_: Booked) => Promise.resolve(), 0],
    ["the later end", moveLater, 2],
  ])("the answer to %s is lost has the same result", async (_, change, items) => {
    const link = await booked();
    await change(link);
    store.loseAnswers(1, 1);
    await sweepAt(endOf(), lossy);
    expect(store.writeCount()).toBe(1);
    expect([await countItems(link), (await dueInstants(link.id)).length]).toEqual([items, items / 2]);
  });
});
