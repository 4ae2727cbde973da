import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Context } from "aws-lambda";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { acceptedCoding } from "../../shared/api/compression.ts";
import type { HttpEvent, HttpResult } from "../../shared/api/http-types.ts";
import { type ApiRequest, httpEvent, lambdaContext } from "../support/http-call.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

describe("the coding of br and gzip that Accept-Encoding prefers", () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    [" GZip ; Q=0.3 ", "gzip"],
    ["gzip, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.1, gzip;q=0.2", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", undefined],
    ["gzip, *;q=0", "gzip"],
    ["gzip;q=0, br;q=0.000", undefined],
    ["gzip;q=0, br;q=0, *", undefined],
    ["gzip;q=0.5, identity", undefined],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["identity;q=0", undefined],
    ["identity;q=0, *", "br"],
    ["gzip;q=none", undefined],
    ["gzip;level=9", "gzip"],
    ["xgzip", undefined],
  ])("%j: %s", (header, coding) => {
    expect(acceptedCoding(header, ["br", "gzip"])).toBe(coding);
  });

  it.each([",", ";", " ", "gzip;q=1,", "*;", "q=0;gzip,", "é"])("is read from 8 KB of %j", (part) => {
    expect(() => acceptedCoding(part.repeat(8 * 1024), ["br", "gzip"])).not.toThrow();
  });
});

const table = useTable();
const firm = useFirm(table, beforeAll);

type Handler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

/** Sends a request, and returns the result as Lambda does, not decoded. */
const send = (handler: Handler, request: ApiRequest, acceptEncoding = "gzip, deflate, br") => {
  const headers = { "accept-encoding": acceptEncoding, ...request.headers };
  return handler(httpEvent({ key: firm.apiKey, ...request, headers }), lambdaContext());
};

const decoded = ({ body = "" }: HttpResult) => gunzipSync(Buffer.from(body, "base64")).toString();

const COMPRESSED = {
  isBase64Encoded: true,
  headers: { "content-encoding": "gzip", vary: "Accept-Encoding" },
};

/** A request with an error for each of so many stages. */
const INVALID = { method: "PATCH", body: { stages: Array(50).fill({ key: "é" }) } };

describe("a response of 2 KB", () => {
  it("is compressed if the request accepts that, with the same headers otherwise", async () => {
    await Promise.all(Array.from({ length: 8 }, () => firm.putLead({ firstName: "José" })));
    const plain = await send(listLeads, {}, "");
    const compressed = await send(listLeads, {});
    expect(compressed).toMatchObject({ statusCode: 200, ...COMPRESSED });
    expect(decoded(compressed)).toBe(plain.body);
    expect(compressed.body?.length).toBeLessThan(String(plain.body).length / 2);
    expect(plain).not.toHaveProperty("isBase64Encoded");
    const { "content-encoding": coding, ...headers } = compressed.headers ?? {};
    expect([coding, Object.keys(headers)]).toEqual(["gzip", Object.keys(plain.headers ?? {})]);
    expect(plain.headers).toMatchObject({ vary: "Accept-Encoding", "x-request-id": expect.any(String) });
  });

  it("is at least 2,048 bytes, not characters", async () => {
    const sizeWith = async (summary: string) => {
      const { id } = await firm.putLead({ data: { summary } });
      const { body = "", ...result } = await send(getLead, { params: { id } });
      return { bytes: Buffer.byteLength(result.isBase64Encoded ? decoded({ body }) : body), result };
    };
    const { bytes } = await sizeWith("");
    const rest = 2_048 - bytes;
    const summary = "é".repeat(Math.floor(rest / 2)) + "e".repeat(rest % 2);
    expect(await sizeWith(summary)).toMatchObject({ bytes: 2_048, result: COMPRESSED });
    const smaller = await sizeWith(`${summary.slice(1)}e`);
    expect(smaller.bytes).toBe(2_047);
    expect(smaller.result).not.toHaveProperty("isBase64Encoded");
    expect(Object.keys(smaller.result.headers ?? {})).not.toContain("vary");
  });

  it("may be an error", async () => {
    const plain = await send(updateFirm, INVALID, "gzip;q=0");
    const compressed = await send(updateFirm, INVALID);
    expect(compressed).toMatchObject({ statusCode: 422, ...COMPRESSED });
    const details = (body: string) => JSON.parse(body).error.details;
    expect(details(decoded(compressed))).toEqual(details(plain.body ?? ""));
  });

  it("varies by the origin too if a page of the firm reads it", async () => {
    const keys = [...Array(30).keys()].map((index) => `number_${index}`);
    const lead_fields = keys.map((key) => ({ key, label: key, type: "number" }));
    await firm.send(updateFirm, { body: { lead_fields } });
    const origin = "https://www.example.com";
    const { secret } = await createTestSource(firm.apiKey, { allowed_origins: [origin] });
    const body = Object.fromEntries(keys.map((key) => [key, "no number"]));
    const request = { method: "POST", key: "", query: { key: secret }, body, headers: { origin } };
    expect(await send(createLead, request)).toMatchObject({
      statusCode: 422,
      isBase64Encoded: true,
      headers: { "access-control-allow-origin": origin, vary: "Origin, Accept-Encoding" },
    });
  });
});
