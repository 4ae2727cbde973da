import { createHmac } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { inboundDeliveryResource, withoutContent } from "../../shared/sources/inbound-delivery.rules.ts";
import { decidedSource } from "../support/decided-source.ts";
import { jsonBody } from "../support/form-bodies.ts";
import { GRACE } from "../support/ingestion.ts";

const { bytes: PLAIN } = jsonBody(GRACE);

/** Returns a delivery with its coding: the arguments of `deliver`. */
const coded = (bytes: Buffer, coding = "gzip", headers: Record<string, string> = {}) =>
  [
    { bytes, contentType: "application/json" },
    { "content-encoding": coding, ...headers },
  ] as const;

describe("a delivery with a Content-Encoding", () => {
  it("is stored as it was before its coding, and is a duplicate of the same without one", async () => {
    const source = await decidedSource();
    const delivery = await source.deliver(...coded(gzipSync(PLAIN)));
    expect(source.stored(delivery)).toEqual(delivery);
    expect(delivery).toMatchObject({ outcome: "created", body: PLAIN, bodyBytes: PLAIN.byteLength });
    expect(delivery).not.toHaveProperty("codedBody");
    expect((await source.deliver()).outcome).toBe("duplicate");
    expect((await source.deliver(...coded(brotliCompressSync(PLAIN), "br"))).outcome).toBe("duplicate");
  });

  const signature = (secret: string) => ({ signature: { header: "X-Sign", secret } });
  const signed = (bytes: Buffer, secret = "right") => ({
    "x-sign": createHmac("sha256", secret).update(bytes).digest("hex"),
  });

  it("has the signature of the body as it was sent, also for a replay with another secret", async () => {
    const source = await decidedSource({ source: signature("wrong") });
    const sent = gzipSync(PLAIN);
    const rejected = await source.deliver(...coded(sent, "gzip", signed(sent)));
    expect(rejected).toMatchObject({
      outcome: "rejected",
      error: { code: "invalid_signature" },
      body: PLAIN,
    });
    expect((await source.replay(rejected.id)).outcome).toBe("rejected");
    await source.configure(signature("right"));
    const replayed = await source.replay(rejected.id);
    expect(replayed.outcome).toBe("created");
    expect((await source.replay(replayed.id)).outcome).toBe("duplicate");
    const ofPlain = await source.deliver(...coded(sent, "gzip", signed(PLAIN)));
    expect(ofPlain.error?.code).toBe("invalid_signature");
  });

  it("shows nothing of the body as it was sent, and keeps none of it when it is erased", async () => {
    const source = await decidedSource({ source: signature("right") });
    const sent = gzipSync(PLAIN);
    const delivery = await source.deliver(...coded(sent, "gzip", signed(sent)));
    expect(source.stored(delivery)?.codedBody).toEqual(sent);
    const shown = inboundDeliveryResource(delivery, { bodySecret: null });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining([expect.stringMatching(/cod(ed|ing)_/)]));
    expect(shown.body).toBe(PLAIN.toString());
    expect(withoutContent(delivery)).not.toHaveProperty("codedBody");
  });

  it.each([
    ["another coding", "zstd", "The body has the Content-Encoding zstd: send gzip, deflate, br or none."],
    ["another body", "gzip", "The body is not gzip as its Content-Encoding says, or is incomplete."],
  ])("is rejected for %s, and kept as it was sent", async (_, coding, message) => {
    const source = await decidedSource({ source: signature("right") });
    const delivery = await source.deliver(...coded(PLAIN, coding, signed(PLAIN)));
    const error = { code: "invalid_request", message, details: [{ field: "body", message }] };
    expect(source.stored(delivery)).toMatchObject({ outcome: "rejected", error, body: PLAIN });
    expect(await source.replay(delivery.id)).toMatchObject({ outcome: "rejected", error });
    expect(await source.preview({ delivery_id: delivery.id })).toMatchObject({
      violations: [{ field: "body", message }],
    });
  });

  const filled = (bytes: number) => jsonBody({ ...GRACE, other: "x".repeat(bytes) }).bytes;

  it("is as large as its body before the coding", async () => {
    const source = await decidedSource();
    const large = filled(LIMITS.bodyBytes);
    const tooLarge = { outcome: "rejected", error: { code: "payload_too_large" } };
    const delivery = await source.deliver(...coded(gzipSync(large)));
    expect(delivery).toMatchObject({ ...tooLarge, body: large, bodyBytes: large.byteLength });
    expect((await source.replay(delivery.id)).outcome).toBe("created");
    const bomb = await source.deliver(...coded(gzipSync(filled(20 * LIMITS.deliveryBodyBytes))));
    expect(bomb).toMatchObject({ ...tooLarge, bodyBytes: LIMITS.deliveryBodyBytes + 1 });
    expect(bomb.body.byteLength).toBe(LIMITS.deliveryBodyBytes);
    expect(await source.replay(bomb.id)).toMatchObject(tooLarge);
  });
});
