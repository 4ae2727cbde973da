import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as replayDeliveries } from "../../functions/sources/replay-inbound-deliveries.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { PERSON, patchOf, personBody, useErasure } from "../support/erasure-fixture.ts";
import { advanceDate } from "../support/fake-date.ts";
import {
  type EncodedBody,
  jsonBody,
  multipartBody,
  multipartOf,
  textPart,
  urlencodedBody,
} from "../support/form-bodies.ts";
import { call } from "../support/http-call.ts";
import { deliver, deliverBytes, listInboundDeliveries, replayInboundDelivery } from "../support/ingestion.ts";
import { readLeads } from "../support/leads.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../support/settings.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase } = useErasure(table);

const FORMER = { email: "zebediah@bücher.example", phone: "(646) 555-0123" };

let leadId: string;
beforeEach(async () => {
  const created = await deliver(firm.source.secret, personBody({ ...FORMER, externalId: "ext-1" }));
  leadId = created.body.leadId;
  expect((await patchOf(firm, leadId, { email: PERSON.email, phone: PERSON.phone })).status).toBe(200);
});

const reject = async (body: EncodedBody) => {
  const { status } = await deliverBytes(firm.source.secret, body);
  expect([body.contentType, status]).toEqual([body.contentType, 422]);
};

/** Returns what the rejected deliveries still hold. */
const rejectedBodies = async (): Promise<string[]> =>
  (await listInboundDeliveries(firm.apiKey, firm.source.id, { outcome: "rejected", limit: "200" }))
    .map(({ body }) => body)
    .filter((body) => body !== "");

const raw = (text: string): EncodedBody => ({ contentType: "application/json", bytes: Buffer.from(text) });

const utf16 = (text: string): EncodedBody => ({ ...raw(""), bytes: Buffer.from(text, "utf16le") });

/** Rejected deliveries of the lead's person, by the trace of the person in them. */
const TRACES: readonly (readonly [string, EncodedBody])[] = [
  ["the address in a form", urlencodedBody({ mail: PERSON.email })],
  ["the address in other case", jsonBody({ mail: "Zeb.Quux@Example.com " })],
  ["the address within a longer text", urlencodedBody({ text: `Write to <${PERSON.email}>, please.` })],
  ["the address in JSON within a text", urlencodedBody({ raw: '{"mail":"zeb.quux\\u0040example.com"}' })],
  ["the number as it was typed", jsonBody({ contact: { mobile: "(212) 555-0199" } })],
  ["the number in full-width digits", jsonBody({ mobile: "（２１２）５５５－０１９９" })],
  ["the number in Arabic digits within a text", jsonBody({ text: "هاتف +١٢١٢٥٥٥٠١٩٩" })],
  ["the number as a number", jsonBody({ mobile: 2125550199 })],
  ["the number within a longer text", multipartBody({ text: "call 212.555.0199 after 5 pm" })],
  ["the number in a form of several parts", multipartBody({ mobile: "+1 (212) 555-0199" })],
  ["an address that the lead had before", urlencodedBody({ mail: FORMER.email })],
  ["an address in Unicode within a text", jsonBody({ text: "I am Zebediah@Bücher.example, call me" })],
  ["the address in that of a page", jsonBody({ page: "https://a.example/?m=zeb.quux%40example.com&n=1" })],
  ["the number in the address of a page", jsonBody({ page: "https://a.example/?tel=%2B12125550199&n=1" })],
  ["a number that the lead had before", jsonBody({ mobile: "646-555-0123" })],
  ["the address in what cannot be decoded", raw(`{"mail":"\\n${PERSON.email}"`)],
  ["the address in UTF-16 that is labeled as UTF-8", utf16(`\ufeff{"mail":"${PERSON.email}"}`)],
  ["the number in what cannot be decoded", raw('{"mobile":"(212) 555-0199"')],
  [
    "the address in a file",
    multipartOf([
      textPart("a", "b"),
      ['Content-Disposition: form-data; name="f"; filename="f.txt"', `I am ${PERSON.email}`],
    ]),
  ],
  ["the external id of the lead", jsonBody({ externalId: "ext-1", firstName: { text: "Zeb" } })],
];

describe("the erasure of a lead", () => {
  it("erases every rejected delivery that has a trace of the person", async () => {
    for (const [, body] of TRACES) await reject(body);
    expect(await rejectedBodies()).toHaveLength(TRACES.length);
    const { inbound_deliveries } = await erase(leadId);
    const left = await rejectedBodies();
    const shown = ({ bytes }: EncodedBody) => [bytes.toString(), bytes.toString("base64")];
    expect(
      TRACES.flatMap(([trace, body]) => (shown(body).some((each) => left.includes(each)) ? [trace] : [])),
    ).toEqual([]);
    expect([left, inbound_deliveries]).toEqual([[], TRACES.length + 1]);
  });

  it("keeps what is about somebody else", async () => {
    const others = [
      { mail: `x${PERSON.email}`, mobile: "212 555 0198" },
      { mail: `${PERSON.email}.au`, note: "ext-1" },
      { mail: `old.${PERSON.email}`, mobile: "92125550199" },
      { externalId: "ext-10" },
    ];
    for (const each of others) await reject(jsonBody(each));
    await erase(leadId);
    expect((await rejectedBodies()).map((text) => JSON.parse(text))).toEqual(others.toReversed());
  });

  it("lets no bulk replay make the person a lead again once the mapping is fixed", async () => {
    await reject(urlencodedBody({ Name: "Zebediah Quuxworth", Mail: PERSON.email }));
    await reject(jsonBody({ Name: "Zebediah Quuxworth", Tel: "(212) 555-0199" }));
    await erase(leadId);
    const params = { id: firm.source.id };
    const mapping = { full_name: "Name", email: "Mail", phone: "Tel" };
    await call(updateSource, { key: firm.apiKey, params, body: { mapping } });
    const body = { since: "2020-01-01T00:00:00Z", outcome: "rejected" };
    const { status } = await call(replayDeliveries, { key: firm.apiKey, params, body });
    expect(status).toBe(200);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("removes the details of what was rejected or omitted", async () => {
    await reject(jsonBody({ [PERSON.email]: "yes" }));
    const params = { id: firm.source.id };
    await call(updateSource, { key: firm.apiKey, params, body: { invalid_data: "omit" } });
    advanceDate(SETTINGS_CACHE_MILLISECONDS);
    await deliver(firm.source.secret, personBody({ externalId: "ext-1", case_type: PERSON.lastName }));
    const deliveries = () => listInboundDeliveries(firm.apiKey, firm.source.id);
    const [{ omitted }, rejected] = await deliveries();
    expect([omitted.length, JSON.stringify(rejected.error)]).toEqual([
      1,
      expect.stringContaining(PERSON.email),
    ]);
    await erase(leadId);
    for (const delivery of await deliveries()) {
      expect(delivery).toMatchObject({ body: "", omitted: [] });
      expect(delivery.error?.details ?? null).toBeNull();
    }
  });

  it("erases what is delivered while it runs", async () => {
    let isOver = false;
    const send = async () => {
      for (let n = 0; !isOver; n++) {
        await reject(urlencodedBody({ mail: PERSON.email, n: String(n) }));
        await reject(jsonBody({ mobile: "(212) 555-0199", mail: FORMER.email, n }));
      }
    };
    const sending = send();
    // More arrives after the first search.
    const during = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      isOver = true;
      await sending;
    };
    await erase(leadId, { during });
    expect(await rejectedBodies()).toEqual([]);
  });
});

describe("a replay that has read a delivery before the erasure", () => {
  it("makes no lead of the erased person, and keeps no copy", async () => {
    await reject(jsonBody({ Name: "Zebediah Quuxworth", Mail: PERSON.email }));
    const [{ id }] = await listInboundDeliveries(firm.apiKey, firm.source.id, { outcome: "rejected" });
    const params = { id: firm.source.id };
    const body = { mapping: { full_name: "Name", email: "Mail" } };
    expect((await call(updateSource, { key: firm.apiKey, params, body })).status).toBe(200);
    changeBeforeWrite(() => erase(leadId));
    const replay = await replayInboundDelivery(firm.apiKey, firm.source.id, id);
    expect(replay.body).toMatchObject({ outcome: "ignored", lead_id: null, body: "", replay_of: id });
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    const bodies = await listInboundDeliveries(firm.apiKey, firm.source.id);
    expect(bodies.map((each) => each.body)).toEqual(["", "", ""]);
  });
});
