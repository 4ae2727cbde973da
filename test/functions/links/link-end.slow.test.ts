import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listLinksHandler } from "../../../functions/links/list-links.ts";
import { linkKey } from "../../../shared/table/record-keys.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, linkItems, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send, updateFirm } = useBookingFixture(table);
const { list, newLink, remove } = linkCalls(() => fixture);

beforeAll(() => updateFirm(SELF_SERVICE));

let leadId: string;
beforeEach(async () => {
  leadId = (await putLead(table, fixture.firmId)).id;
});

const toBook = (body: object = {}) =>
  newLink({ type: MEETING.key, attorney_id: fixture.attorney.id, ...body }, leadId);
const toManage = async (body: object = {}) => {
  const { body: consultation } = await book({ lead_id: leadId, start_at: atMinute(0) });
  return { ...(await newLink({ consultation_id: consultation.id, ...body }, leadId)), consultation };
};
/** Returns a link that has booked the start of the day. */
const booked = async () => {
  const link = await toBook();
  const { status, body: consultation } = await byLink(link.token).book(atMinute(0));
  expect(status).toBe(201);
  return { ...link, consultation };
};

/** Returns the end of a link: 30 days after a consultation that ends at this minute of the day. */
const endAfter = (minutes: number) => Date.parse(atMinute(minutes)) + 30 * 24 * 3_600_000;
const shownEnd = async (token: string) => Date.parse((await byLink(token).state()).body.expires_at);
const itemsOf = (link: { id: string; token: string }) => linkItems(table, fixture.firmId, link);
const listed = async () => (await list(leadId)).body.data;

/** Expects that the link, without an expiry of the table, works until the instant, and no longer exists from then on. */
const expectEnd = async ({ id, token }: { id: string; token: string }, end: number) => {
  for (const item of await itemsOf({ id, token })) expect(item).not.toHaveProperty("expiresAtEpochSeconds");
  fakeDate(end - 1);
  expect((await byLink(token).state()).status).toBe(200);
  expect(await listed()).toMatchObject([{ id, expires_at: new Date(end).toISOString() }]);
  fakeDate(end);
  const client = byLink(token);
  const answers = [await client.state(), await client.availability(), await client.calendarFile()];
  answers.push(await client.book(atMinute(600)), await client.move(atMinute(600)), await client.cancel());
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(6).fill([401, "invalid_key"]),
  );
  expect(await listed()).toEqual([]);
  expect((await remove(id, leadId)).status).toBe(404);
};

describe("a link with a consultation ends 30 days after the consultation", () => {
  it("if it has booked, even when the firm moves it later", async () => {
    const link = await booked();
    expect((await patch(link.consultation.id, { start_at: atMinute(14_400) })).status).toBe(200);
    await expectEnd(link, endAfter(14_460));
  });

  it("if it was made for it, even when it is canceled", async () => {
    const link = await toManage();
    expect((await patch(link.consultation.id, { status: "canceled" })).status).toBe(200);
    await expectEnd(link, endAfter(60));
  });

  it("even when another link moves it", async () => {
    const link = await booked();
    const other = await newLink({ consultation_id: link.consultation.id }, leadId);
    expect((await byLink(other.token).move(atMinute(14_400))).status).toBe(200);
    expect(await shownEnd(link.token)).toBe(endAfter(14_460));
  });
});

it("a link that has booked nothing ends after the hours in which it can book, on record and key", async () => {
  const link = await toBook({ expires_in_hours: 2 });
  const end = Date.parse(link.expires_at);
  expect((await itemsOf(link)).map(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds)).toEqual([
    end / 1000,
    end / 1000,
  ]);
  fakeDate(end);
  expect((await byLink(link.token).state()).status).toBe(401);
  expect((await remove(link.id, leadId)).status).toBe(404);
});

it("the table's own expiry still ends a link that was stored with it, until the client moves the consultation", async () => {
  const link = await booked();
  const expiresAtEpochSeconds = endAfter(0) / 1000;
  const asStoredBefore = async () => {
    for (const { dueShard: _, dueAt: __, ...item } of await itemsOf(link))
      await table.client.send(
        new PutCommand({ TableName: table.name, Item: { ...item, expiresAtEpochSeconds } }),
      );
  };
  await asStoredBefore();
  fakeDate(Date.now() + 5_000);
  expect(await shownEnd(link.token)).toBe(endAfter(0));
  await patch(link.consultation.id, { start_at: atMinute(1_440) });
  expect(await shownEnd(link.token)).toBe(endAfter(0));
  expect((await byLink(link.token).move(atMinute(2_880))).status).toBe(200);
  expect(await shownEnd(link.token)).toBe(endAfter(2_940));
  const [record, key] = await itemsOf(link);
  expect(record).toMatchObject({ ...linkKey(fixture.firmId, link.id), dueAt: expect.any(String) });
  for (const item of [record, key]) expect(item).not.toHaveProperty("expiresAtEpochSeconds");
});

it("leaves ended links out of a page, and goes on to the next page", async () => {
  const links = [];
  for (const minutes of [0, 1_440, 2_880]) {
    const { body: consultation } = await book({ lead_id: leadId, start_at: atMinute(minutes) });
    links.push({ ...(await newLink({ consultation_id: consultation.id }, leadId)), consultation });
  }
  const [first] = links;
  await patch(String(first?.consultation.id), { start_at: atMinute(14_400) });
  fakeDate(endAfter(2_940));
  const pages = [];
  let cursor: string | undefined;
  do {
    const query = { limit: "2", ...(cursor && { cursor }) };
    const { status, body } = await send(listLinksHandler, { params: { id: leadId }, query });
    expect(status).toBe(200);
    pages.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor ?? undefined;
  } while (cursor);
  expect(pages).toEqual([[], [first?.id]]);
});
