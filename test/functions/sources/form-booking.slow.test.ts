import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as replayDeliveries } from "../../../functions/sources/replay-inbound-deliveries.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { newFirm } from "../../support/firms.ts";
import { bodyOf, call } from "../../support/http-call.ts";
import { deliver, GRACE, replayInboundDelivery } from "../../support/ingestion.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE, tokenOf } from "../../support/links.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

const ORIGIN = "https://www.example.com";
const THANKS = `${ORIGIN}/thanks`;
const BOOKING = { type: MEETING.key };
const FORM = { allowed_origins: [ORIGIN], booking: BOOKING, redirect_url: THANKS };

let apiKey: string;
let source: TestSource;
beforeEach(async () => {
  apiKey = (await newFirm(table)).apiKey;
  await changeFirm(SELF_SERVICE);
  source = await createTestSource(apiKey, FORM);
});

const changeFirm = async (body: object) =>
  bodyOf(await call(updateFirm, { key: apiKey, body, headers: { "If-Match": "*" } }), 200);
const changeSource = (body: object) =>
  call(updateSource, { key: apiKey, params: { id: source.id }, body, headers: { "If-Match": "*" } });

const post = (fields: Record<string, string>) =>
  call(createLead, {
    method: "POST",
    query: { key: source.secret },
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", origin: ORIGIN },
  });

describe("a source with a booking", () => {
  it("gives each lead that a delivery creates a link of its own, which books the type", async () => {
    const { status, body } = await deliver(source.secret, GRACE, { host: "api.example.com" });
    expect([status, Object.keys(body)]).toEqual([201, ["status", "leadId", "externalId", "booking_url"]]);
    expect(body.booking_url).toMatch(/^https:\/\/api\.example\.com\/book#itl_\w+$/);
    const link = byLink(tokenOf(body.booking_url));
    expect(bodyOf(await link.state(), 200)).toMatchObject({
      first_name: GRACE.firstName,
      type: MEETING.name,
    });
    const calls = linkCalls(() => ({ key: apiKey, leadId: body.leadId }));
    const [listed, ...others] = bodyOf(await calls.list(), 200).data;
    expect([listed.type, others]).toEqual([MEETING.key, []]);
    bodyOf(await calls.remove(listed.id), 204);
  });

  it("sends a browser to the calendar, and to its own page where there is no link", async () => {
    const fields = { first_name: "Ada", last_name: "Byron", phone: "212 555 0101", external_id: "7" };
    const { status, headers } = await post(fields);
    expect([status, headers?.location]).toEqual([303, expect.stringMatching(/\/book#itl_\w+$/)]);
    expect((await post(fields)).headers?.location).toBe(THANKS);
    expect((await post({ ...fields, first_name: "Augusta" })).headers?.location).toBe(THANKS);
  });

  it("makes one link, however often a form is posted at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(source.secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const created = answers.filter(({ body }) => body.booking_url !== undefined);
    expect(created).toHaveLength(1);
    const { leadId } = created[0]?.body ?? {};
    const calls = linkCalls(() => ({ key: apiKey, leadId }));
    expect(bodyOf(await calls.list(), 200).data).toHaveLength(1);
  });

  it("gives no link for a duplicate, an update, an ignored delivery, or a replay that creates", async () => {
    const honeypot = [{ path: "website", present: false }];
    bodyOf(await changeSource({ accept_when: honeypot, rejected_answer: "accepted" }), 200);
    await deliver(source.secret);
    const answers = [
      await deliver(source.secret),
      await deliver(source.secret, { ...GRACE, lastName: "Murray" }),
      await deliver(source.secret, { ...GRACE, externalId: "8", website: "x" }),
      await deliver(source.secret, { externalId: "9" }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.status, answer.body.booking_url])).toEqual([
      [200, "duplicate", undefined],
      [200, "updated", undefined],
      [200, "ignored", undefined],
      [202, "rejected", undefined],
    ]);
    const fallback = (value: string) => ({ path: "nothing", fallback: value });
    const mapping = { first_name: fallback("No"), last_name: fallback("Name"), phone: fallback("none") };
    bodyOf(await changeSource({ mapping }), 200);
    const replay = { since: "2020-01-01T00:00:00Z" };
    const { data } = bodyOf(
      await call(replayDeliveries, { key: apiKey, params: { id: source.id }, body: replay }),
      200,
    );
    expect(data).toMatchObject([{ outcome: "created", leadId: expect.any(String) }]);
    const calls = linkCalls(() => ({ key: apiKey, leadId: data[0].leadId }));
    expect(bodyOf(await calls.list(), 200).data).toEqual([]);
    expect((await replayInboundDelivery(apiKey, source.id, data[0].delivery_id)).body.booking_url).toBe(
      undefined,
    );
  });

  it.each<[string, () => Promise<unknown>]>([
    ["self-service is switched off", () => changeFirm({ self_service: { enabled: false } })],
    ["the type is removed", () => changeFirm({ consultation_types: [] })],
    ["its pages are removed", () => changeSource({ allowed_origins: [] })],
    ["the booking is removed", () => changeSource({ booking: null })],
  ])("creates leads without a link once %s", async (_title, change) => {
    await change();
    const settingsMilliseconds = 1_100;
    await new Promise((resolve) => setTimeout(resolve, settingsMilliseconds));
    const { status, body } = await deliver(source.secret);
    expect([status, body]).toEqual([201, { status: "created", leadId: body.leadId, externalId: "42" }]);
  });
});

describe("a booking of a source", () => {
  const create = async (body: object) => {
    const answer = await call(createSource, { key: apiKey, body: { key: "new", name: "New", ...body } });
    return answer.status === 201 ? 201 : answer.body.error.details;
  };

  it.each<[object, unknown]>([
    [FORM, 201],
    [{ booking: BOOKING, signature: { header: "X-Signature", secret: "a-long-secret-of-the-sender" } }, 201],
    [{ booking: null }, 201],
    [{ booking: BOOKING }, [{ field: "booking", message: "requires allowed_origins or a signature" }]],
    [
      { ...FORM, booking: { type: "unknown" } },
      [{ field: "booking.type", message: "must be the key of one of the firm's consultation types" }],
    ],
    [{ ...FORM, booking: {} }, [{ field: "booking.type", message: expect.any(String) }]],
    [{ ...FORM, booking: "meeting" }, [{ field: "booking", message: expect.stringContaining("object") }]],
  ])("is accepted where links can be made: %j", async (body, expected) => {
    expect(await create(body)).toEqual(expected);
  });

  it("requires self-service, unless it is the one that the source has", async () => {
    await changeFirm({ self_service: { enabled: false } });
    expect(await create(FORM)).toEqual([
      { field: "booking", message: "requires that the firm enables self_service" },
    ]);
    expect((await changeSource({ booking: BOOKING, allowed_origins: [] })).status).toBe(200);
    expect((await changeSource({ booking: null })).status).toBe(200);
    expect((await changeSource({ booking: BOOKING })).status).toBe(422);
  });
});
