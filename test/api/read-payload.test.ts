import { describe, expect, it } from "@jest/globals";
import type { HttpContext } from "../../shared/api/http-types.ts";
import { readPayload } from "../../shared/api/payload.ts";
import { createLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { refusalOf } from "../support/decisions.ts";
import { type ApiRequest, httpEvent } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";

/** Reads the body of a request as the pipeline does. */
const read = async (request: ApiRequest) => {
  const context = {} as HttpContext;
  await readPayload(createLeadEndpoint).before?.({
    event: httpEvent({ method: "POST", ...request }),
    context,
  } as never);
  return context.payload;
};

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
  ])("is accepted, and one byte more is refused: %s", async (_, toRequest) => {
    expect(await read(toRequest(bodyOf(LIMIT)))).toMatchObject({ json: ADA });
    expect(await refusalOf(read(toRequest(bodyOf(LIMIT + 1))))).toEqual(["payload_too_large"]);
  });

  it("is measured in bytes, not in characters", async () => {
    const empty = JSON.stringify({ ...ADA, filler: "" }).length;
    const wide = bodyOf(empty + 4 * Math.ceil((LIMIT + 1 - empty) / 4), "😀");
    expect([Buffer.byteLength(wide) > LIMIT, wide.length < LIMIT]).toEqual([true, true]);
    expect(await refusalOf(read({ body: wide }))).toEqual(["payload_too_large"]);
  });
});

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const field = (value: string) => JSON.stringify(ADA).replace("{", `{"x":${value},`);
const latin1 = Buffer.from(JSON.stringify({ ...ADA, first_name: "José" }), "latin1");
const [NO_JSON, TOO_DEEP, NO_TEXT] = ["well-formed JSON", "nested deeper than 64 levels", "text in UTF-8"];

it.each<[string, ApiRequest, string]>([
  ["with a trailing comma", { body: '{"first_name":"Ada",}' }, NO_JSON],
  ["with NaN", { body: '{"first_name":NaN}' }, NO_JSON],
  ["with a raw line break in a string", { body: '{"first_name":"A\nda"}' }, NO_JSON],
  ["nested 32,000 deep and unfinished", { body: "[".repeat(32_000) }, NO_JSON],
  ["of lists nested 32,000 deep", { body: field(nested(32_000, "[", "]")) }, TOO_DEEP],
  [
    "of objects nested 10,000 deep",
    { body: field(nested(10_000, '{"a":', "}").replace(":}", ":1}")) },
    TOO_DEEP,
  ],
  ["nested 65 deep", { body: field(nested(64, "[", "]")) }, TOO_DEEP],
  ["of bytes that are not UTF-8", { bytes: latin1 }, NO_TEXT],
  [
    "of such bytes that the gateway has replaced",
    { headers: { "content-length": String(latin1.length) }, body: latin1.toString("utf8") },
    NO_TEXT,
  ],
  ["with a cut UTF-8 sequence", { bytes: Buffer.from([0x22, 0xe2, 0x82, 0x22]) }, NO_TEXT],
  ["in UTF-16", { bytes: Buffer.from(JSON.stringify(ADA), "utf16le") }, NO_JSON],
])("a body %s is no JSON", async (_, request, problem) => {
  expect((await read(request))?.problem).toContain(problem);
});

const replacement = JSON.stringify({ ...ADA, first_name: "a\ufffdb" });

it.each<[string, ApiRequest, object?]>([
  ["nested 64 deep", { body: field(nested(63, "[", "]")) }],
  ["with a byte order mark", { bytes: Buffer.from(`\ufeff${JSON.stringify(ADA)}`) }],
  ["with surrounding whitespace", { body: ` \r\n\t${JSON.stringify(ADA)}\n` }],
  [
    "that is base64-encoded",
    { bytes: Buffer.from(JSON.stringify({ ...ADA, first_name: "Zoé 😀" })) },
    { first_name: "Zoé 😀" },
  ],
  [
    "with a duplicate key, whose last value counts",
    { body: JSON.stringify(ADA).replace("{", '{"source":7,') },
  ],
  [
    "with U+FFFD itself",
    { headers: { "content-length": String(Buffer.byteLength(replacement)) }, body: replacement },
    { first_name: "a\ufffdb" },
  ],
])("a body %s is JSON", async (_, request, changes = {}) => {
  const payload = await read(request);
  expect([payload?.problem, payload?.json]).toEqual([
    undefined,
    expect.objectContaining({ ...ADA, ...changes }),
  ]);
});

it("no field of a body is read from __proto__", () => {
  const parsed = createLeadEndpoint
    .body()
    .safeParse(JSON.parse('{"__proto__":{"first_name":"A","last_name":"L","source":"x","email":"a@b.io"}}'));
  expect(parsed.error?.issues.length).toBeGreaterThan(0);
});
