import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../functions/leads/create-lead.ts";
import { newFirm } from "../support/firms.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let key: string;
beforeAll(async () => {
  ({ apiKey: key } = await newFirm(table));
});

const send = (request: ApiRequest) => call(handler, { ...request, key });
const LIMIT = 65_536;

/** Returns a valid body of exactly this many bytes. */
const bodyOf = (bytes: number, filler = "x") => {
  const empty = JSON.stringify({ ...ADA, filler: "" });
  const fillers = (bytes - empty.length) / Buffer.byteLength(filler);
  return empty.replace('"filler":""', `"filler":"${filler.repeat(fillers)}"`);
};

describe("a body of 64 KiB", () => {
  it.each([
    ["as text", (body: string) => ({ body })],
    ["base64-encoded", (body: string) => ({ bytes: Buffer.from(body) })],
  ])("is accepted, and one byte more answers 413: %s", async (_, toRequest) => {
    expect((await send(toRequest(bodyOf(LIMIT)))).status).toBe(201);
    expect(await send(toRequest(bodyOf(LIMIT + 1)))).toMatchObject({
      status: 413,
      body: { error: { code: "payload_too_large", details: null } },
    });
  });

  it("is measured in bytes, not in characters", async () => {
    const empty = JSON.stringify({ ...ADA, filler: "" }).length;
    const wide = bodyOf(empty + 4 * Math.ceil((LIMIT + 1 - empty) / 4), "😀");
    expect([Buffer.byteLength(wide) > LIMIT, wide.length < LIMIT]).toEqual([true, true]);
    expect((await send({ body: wide })).status).toBe(413);
  });

  it("is rejected above the limit, whatever it contains", async () => {
    expect((await send({ body: "[".repeat(100_000) })).status).toBe(413);
    expect((await send({ bytes: Buffer.alloc(100_000) })).status).toBe(413);
  });
});

describe("a body that is not a JSON object answers 422 for the body:", () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  const field = (value: string) => JSON.stringify(ADA).replace("{", `{"x":${value},`);

  it.each<[string, ApiRequest]>([
    ["with a trailing comma", { body: '{"first_name":"Ada",}' }],
    ["NaN", { body: '{"first_name":NaN}' }],
    ["a raw line break in a string", { body: '{"first_name":"A\nda"}' }],
    ["invalid UTF-8", { bytes: Buffer.from('{"first_name":"\xff\xfe"}', "latin1") }],
    ["a cut UTF-8 sequence", { bytes: Buffer.from([0x22, 0xe2, 0x82, 0x22]) }],
    ["UTF-16", { bytes: Buffer.from(JSON.stringify(ADA), "utf16le") }],
    ["nested 32,000 deep and unfinished", { body: "[".repeat(32_000) }],
    ["lists nested 32,000 deep", { body: field(nested(32_000, "[", "]")) }],
    ["objects nested 10,000 deep", { body: field(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`) }],
    ["nested 65 deep", { body: field(nested(64, "[", "]")) }],
  ])("%s", async (_, request) => {
    expect(await send(request)).toMatchObject({
      status: 422,
      body: { error: { code: "invalid_request", details: [{ field: "body" }] } },
    });
  });

  it("except one nested 64 deep: 201", async () => {
    expect((await send({ body: field(nested(63, "[", "]")) })).status).toBe(201);
  });

  it("also with an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "deep" };
    expect((await send({ headers, body: field(nested(32_000, "[", "]")) })).status).toBe(422);
    expect((await send({ headers, body: ADA })).status).toBe(201);
  });
});

describe("a body", () => {
  it.each<[string, ApiRequest]>([
    ["with a byte order mark", { bytes: Buffer.from(`\ufeff${JSON.stringify(ADA)}`) }],
    ["with surrounding whitespace", { body: ` \r\n\t${JSON.stringify(ADA)}\n` }],
    ["base64-encoded", { bytes: Buffer.from(JSON.stringify({ ...ADA, first_name: "Zoé 😀" })) }],
    ["with a __proto__ key", { body: JSON.stringify(ADA).replace("{", '{"__proto__":{"source":"x"},') }],
    [
      "with a duplicate key whose last value is valid",
      { body: JSON.stringify(ADA).replace("{", '{"source":7,') },
    ],
  ])("is accepted: %s", async (_, request) => {
    expect(await send(request)).toMatchObject({ status: 201, body: { source: "website" } });
  });

  it("reads no fields from __proto__", async () => {
    const body = '{"__proto__":{"first_name":"A","last_name":"L","source":"x","email":"a@b.io"}}';
    const response = await send({ body });
    expect([response.status, response.body.error.details.length]).toEqual([422, 4]);
  });
});
