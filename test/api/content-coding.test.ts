import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { codingProblem, decodeContent } from "../../shared/api/content-coding.ts";
import { LIMITS } from "../../shared/schema/limits.ts";

const TEXT = Buffer.from('{"first_name":"Zoë"}');

describe("the body of a delivery", () => {
  it.each<[string, Buffer]>([
    ["gzip", gzipSync(TEXT)],
    ["X-GZip", gzipSync(TEXT)],
    ["gzip", Buffer.concat([gzipSync(TEXT.subarray(0, 5)), gzipSync(TEXT.subarray(5))])],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateSync(TEXT, { level: 0 })],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["deflate, gzip", gzipSync(deflateSync(TEXT))],
    [" identity ,, BR", brotliCompressSync(TEXT)],
  ])("is decoded, and kept as it was sent for its signature: %s", async (header, sent) => {
    expect(await decodeContent(sent, header)).toEqual({ body: TEXT, codedBody: sent });
  });

  it.each([undefined, "", "identity", "Identity, identity"])("has no coding with %j", async (header) => {
    expect(await decodeContent(TEXT, header)).toEqual({ body: TEXT });
  });

  it("may be empty whatever its coding", async () => {
    expect(await decodeContent(Buffer.alloc(0), "gzip")).toEqual({ body: Buffer.alloc(0) });
  });

  const NOT_GZIP = "is not gzip as its Content-Encoding says, or is incomplete";
  const SEND = "send gzip, deflate, br or none";
  it.each<[string, Buffer, string]>([
    ["gzip", TEXT, NOT_GZIP],
    ["gzip", gzipSync(TEXT).subarray(0, -9), NOT_GZIP],
    ["gzip", Buffer.from(gzipSync(TEXT).toString()), NOT_GZIP],
    ["deflate", TEXT, NOT_GZIP.replace("gzip", "deflate")],
    ["br", Buffer.from("ÿÿÿ"), NOT_GZIP.replace("gzip", "br")],
    ["gzip, br", gzipSync(TEXT), NOT_GZIP.replace("gzip", "gzip, br")],
    ["Zstd", TEXT, `has the Content-Encoding zstd: ${SEND}`],
    ["utf-8", TEXT, `has the Content-Encoding utf-8: ${SEND}`],
    ["constructor", TEXT, `has the Content-Encoding constructor: ${SEND}`],
    ["<b>", TEXT, `has an unknown Content-Encoding: ${SEND}`],
    ["gzip, gzip, gzip", TEXT, "must have at most 2 codings, not 3"],
  ])("keeps what cannot be decoded, and says why: %s", async (header, sent, problem) => {
    const { contentEncoding = "", ...content } = await decodeContent(sent, header);
    expect(content).toEqual({ body: sent });
    expect(codingProblem(contentEncoding)).toBe(problem);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["gzip", gzipSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
  ])("is decoded no further than it is stored: %s", async (header, encode) => {
    const bomb = encode(Buffer.alloc(20 * LIMITS.deliveryBodyBytes, "x"));
    expect(bomb.byteLength).toBeLessThan(LIMITS.bodyBytes);
    const { body } = await decodeContent(bomb, header);
    expect(body.byteLength).toBe(LIMITS.deliveryBodyBytes + 1);
  });
});
