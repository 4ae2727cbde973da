import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { handler as getLinkHandler } from "../../../functions/links/get-link.ts";
import { formatSecretKey } from "../../../shared/api/keys/secret-key.ts";
import { eraseLinks } from "../../../shared/links/link.store.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { scanItems } from "../../support/scan-table.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm } = useBookingFixture(table);
const { newLink, remove } = linkCalls(() => fixture);

beforeAll(() => updateFirm(SELF_SERVICE));

const linkFor = async (body: object = {}) => {
  const { id: leadId } = await putLead(table, fixture.firmId);
  return {
    ...(await newLink({ type: MEETING.key, attorney_id: fixture.attorney.id, ...body }, leadId)),
    leadId,
  };
};

const randomKey = (kind: "link" | "api" | "ingestion") =>
  formatSecretKey(kind, Buffer.from(crypto.getRandomValues(new Uint8Array(32))));

describe("a key of a link that does not exist any more", () => {
  /** Returns what a caller sees of the key, and what it costs. */
  const answerTo = async (key: string) => {
    const spy = jest.spyOn(DynamoDBDocumentClient.prototype, "send");
    const { status, headers, body } = await call(getLinkHandler, { key });
    const sent = spy.mock.calls.map(([command]) => [command.constructor.name, Object.keys(command.input)]);
    spy.mockRestore();
    const { "x-request-id": _, ...others } = headers;
    return { status, headers: others, body: { error: { ...body.error, request_id: "" } }, sent };
  };

  it("gets the same answer at the same cost, whether it was unknown, has expired, was revoked or erased", async () => {
    const expired = await linkFor({ expires_in_hours: 1 });
    const revoked = await linkFor();
    const erased = await linkFor();
    await remove(revoked.id, revoked.leadId);
    await eraseLinks(table, fixture.firmId, { leadIds: [erased.leadId], dryRun: false, onFault: () => {} });
    advanceDate(3_600_000);
    const unknown = await answerTo(randomKey("link"));
    expect([unknown.status, unknown.body.error.code]).toEqual([401, "invalid_key"]);
    expect(unknown.sent).toHaveLength(1);
    const tokens = [expired.token, revoked.token, erased.token, randomKey("api"), randomKey("ingestion")];
    for (const token of tokens) expect(await answerTo(token)).toEqual(unknown);
  });
});

it("has 60 requests a minute, for all endpoints together", async () => {
  const client = byLink((await linkFor()).token);
  fakeDate(Date.now());
  const answers = [await client.state(), await client.availability(), await client.book(atMinute(0))];
  expect(answers.map(({ headers }) => [headers["ratelimit-policy"], headers.ratelimit])).toEqual(
    [59, 58, 57].map((left) => ['"requests";q=60;w=60', `"requests";r=${left};t=60`]),
  );
});

describe("opening a link", () => {
  it("changes nothing but its count of requests, as often as a mail scanner opens it", async () => {
    const booked = await linkFor();
    await byLink(booked.token).book(atMinute(0));
    const clients = [byLink((await linkFor()).token), byLink(booked.token)];
    const stored = async () =>
      (await scanItems(table)).map(
        ({ windowStartMilliseconds, windowUsed, permitsPerLease, ...item }) => item,
      );
    const before = await stored();
    for (const client of [...clients, ...clients]) {
      expect((await client.state()).status).toBe(200);
      expect((await client.availability()).status).toBe(200);
      await client.calendarFile();
    }
    expect(await stored()).toEqual(before);
  });
});
