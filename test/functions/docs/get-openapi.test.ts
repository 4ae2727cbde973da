import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/docs/get-openapi.ts";
import { openApiDocument } from "../../../lib/documents/openapi/document.ts";
import { withCurrentDates } from "../../../shared/api/current-dates.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { httpEvent, lambdaContext } from "../../support/http-call.ts";

const get = async (headers: Record<string, string> = {}) => {
  const result = await handler(httpEvent({ headers }), lambdaContext());
  return { ...result, bytes: Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8") };
};

describe("GET /api/openapi.json", () => {
  it("serves the document to anyone, from any page, and lets caches keep it", async () => {
    const { statusCode, headers, bytes } = await get();
    expect(statusCode).toBe(200);
    expect(JSON.parse(bytes.toString())).toEqual(withCurrentDates(openApiDocument(), Date.now()));
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      vary: "Accept-Encoding",
      "x-request-id": expect.any(String),
    });
    expect(headers).not.toHaveProperty("content-encoding");
  });

  it("compresses it with gzip, the only coding that it has", async () => {
    const plain = await get();
    const { headers, bytes } = await get({ "accept-encoding": "gzip, br" });
    expect(headers?.["content-encoding"]).toBe("gzip");
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect((await get({ "accept-encoding": "br" })).headers).not.toHaveProperty("content-encoding");
  });

  it("has examples with the dates of the week", async () => {
    const tags = [];
    for (const [date, start] of [
      ["2027-03-07", "2027-03-08T"],
      ["2027-03-08", "2027-03-15T"],
    ] as const) {
      fakeDate(Date.parse(date));
      const { headers, bytes } = await get();
      expect(bytes.toString()).toContain(`"start_at":"${start}`);
      tags.push(headers?.etag);
    }
    expect(new Set(tags).size).toBe(2);
  });

  it("answers 304 to a caller that has the current document", async () => {
    const { headers } = await get();
    const tag = String(headers?.etag);
    const { statusCode, body, headers: notModified } = await get({ "if-none-match": `"other", ${tag}` });
    expect([statusCode, body, notModified?.etag]).toEqual([304, undefined, tag]);
    expect((await get({ "if-none-match": '"other"' })).statusCode).toBe(200);
  });
});
