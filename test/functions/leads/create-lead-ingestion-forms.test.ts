import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import {
  type EncodedBody,
  jsonBody,
  multipartBody,
  multipartOf,
  textPart,
  urlencodedBody,
} from "../../support/form-bodies.ts";
import { deliverBytes, GRACE } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const readLead = async (id: string) => (await firm.send(getLead, { params: { id } })).body;

const ENCODINGS: [string, (fields: typeof GRACE) => EncodedBody][] = [
  ["JSON", jsonBody],
  ["an urlencoded form", urlencodedBody],
  ["a multipart form", multipartBody],
];

describe("a delivery", () => {
  it.each(ENCODINGS)("creates a lead from %s", async (_, encode) => {
    const { status, body } = await deliverBytes(source.secret, encode(GRACE));
    expect([status, body.status, body.externalId]).toEqual([201, "created", "42"]);
    expect(await readLead(body.leadId)).toMatchObject({
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.com",
      phone: "+12125550123",
      data: { case_type: "Family" },
    });
  });

  it("is stored with its exact body, its content type and its user agent", async () => {
    const file = Buffer.from([0xff, 0x00, 0x0d, 0x0a]);
    const photo = 'Content-Disposition: form-data; name="photo"; filename="a.png"';
    const body = multipartOf([...Object.entries(GRACE).map(([n, text]) => textPart(n, text)), [photo, file]]);
    expect((await deliverBytes(source.secret, body, { "user-agent": "Forms/1" })).status).toBe(201);
    expect(await source.lastDelivery()).toMatchObject({
      content_type: body.contentType,
      user_agent: "Forms/1",
      body: body.bytes.toString("base64"),
      body_encoding: "base64",
      body_bytes: body.bytes.length,
    });
  });

  it("keeps at most 200 characters of either header, and null for a header that was not sent", async () => {
    const contentType = `application/json; x=${"y".repeat(300)}`;
    await source.deliver(GRACE, {
      "content-type": contentType,
      "user-agent": "é".repeat(300),
    });
    const { content_type, user_agent } = await source.lastDelivery();
    expect([content_type, user_agent]).toEqual([`${contentType.slice(0, 199)}…`, `${"é".repeat(199)}…`]);
    await source.deliver();
    expect(await source.lastDelivery()).toMatchObject({ content_type: null, user_agent: null });
  });

  it("with the same fields in another encoding is a duplicate", async () => {
    const first = await deliverBytes(source.secret, urlencodedBody(GRACE));
    for (const [name, encode] of ENCODINGS) {
      const again = await deliverBytes(source.secret, encode(GRACE));
      expect(again.body).toEqual({ ...first.body, status: "duplicate" });
      const changed = await deliverBytes(source.secret, encode({ ...GRACE, lastName: name }));
      expect(changed.body.status).toBe("updated");
    }
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("20 times at once in different encodings creates one lead", async () => {
    const bodies = Array.from(
      { length: 20 },
      (_, index) => ENCODINGS[index % 3]?.[1](GRACE) ?? jsonBody(GRACE),
    );
    const responses = await Promise.all(bodies.map((body) => deliverBytes(source.secret, body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.leadId)).size).toBe(1);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("that cannot be decoded is kept as rejected", async () => {
    const body = { ...multipartBody(GRACE), contentType: "multipart/form-data" };
    const { status, body: answer } = await deliverBytes(source.secret, body);
    const { code, message, details } = answer.error;
    expect([status, code, details]).toEqual([
      422,
      "invalid_request",
      [{ field: "body", message: expect.any(String) }],
    ]);
    expect(await source.lastDelivery()).toMatchObject({
      outcome: "rejected",
      error: { code, message, details },
    });
  });
});

describe("a replay", () => {
  const replayLast = async () => (await source.replay((await source.lastDelivery()).id)).body;
  const patch = (body: unknown) => source.update(body);

  it.each(ENCODINGS)("decodes with the stored content type: %s", async (_, encode) => {
    const body = encode({ ...GRACE, lastName: "" });
    expect((await deliverBytes(source.secret, body, { "user-agent": "Forms/1" })).status).toBe(422);
    await patch({ mapping: { last_name: "firstName" } });
    const replayed = await replayLast();
    expect(replayed).toMatchObject({
      outcome: "created",
      content_type: body.contentType,
      user_agent: "Forms/1",
      body: body.bytes.toString(),
    });
    expect((await replayLast()).outcome).toBe("duplicate");
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("reads JSON in fields as the source is configured now", async () => {
    const form = urlencodedBody({ formID: "7", rawRequest: JSON.stringify({ lead: GRACE }) });
    const mapping = Object.fromEntries(
      ["first_name:firstName", "last_name:lastName", "email:email", "external_id:externalId"].map((entry) => {
        const [target = "", name] = entry.split(":");
        return [target, `rawRequest.lead.${name}`];
      }),
    );
    await patch({ mapping });
    expect((await deliverBytes(source.secret, form)).status).toBe(422);
    await patch({ json_fields: ["rawRequest"] });
    expect(await replayLast()).toMatchObject({ outcome: "created", external_id: "42" });
  });
});

it("an API key sends JSON only", async () => {
  const lead = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "Web" };
  for (const { bytes, contentType } of [urlencodedBody(lead), multipartBody(lead)]) {
    const headers = { "content-type": contentType };
    const { status, body } = await firm.send(createLead, { bytes, headers });
    expect([status, body.error.details]).toEqual([
      422,
      [{ field: "body", message: "must be well-formed JSON" }],
    ]);
  }
});
