import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { captureLog } from "../../support/capture-log.ts";
import { checkProperty } from "../../support/check-property.ts";
import {
  type EncodedBody,
  jsonBody,
  multipartBody,
  multipartOf,
  textPart,
  urlencodedBody,
} from "../../support/form-bodies.ts";
import { deliverBytes, GRACE } from "../../support/ingestion.ts";
import { anyBody, costlyBodies } from "../../support/sender-bodies.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const source = useSource(
  firm,
  () => ({ json_fields: ["a", "a.b", "list[0]"], requests_per_minute: 60_000 }),
  beforeAll,
);

const lastDelivery = async () => (await source.listDeliveries({ limit: "1" }))[0];

/** Delivers the body; expects it to be kept exactly, with the outcome that the response tells. */
const expectKept = async (body: EncodedBody) => {
  const { status, body: answer } = await deliverBytes(source.secret, body);
  expect([200, 201, 413, 422]).toContain(status);
  const kept = await lastDelivery();
  expect(kept.body_bytes).toBe(body.bytes.length);
  expect(kept.outcome).toBe(status >= 400 ? "rejected" : answer.status);
  expect(kept.error?.code).toBe(answer.error?.code);
  const stored = Buffer.from(kept.body, kept.body_encoding);
  expect(stored.equals(body.bytes.subarray(0, LIMITS.deliveryBodyBytes))).toBe(true);
  return { status, id: kept.id };
};

describe("a delivery is answered below 500 and kept exactly", () => {
  it("whatever its bytes and its content type", async () => {
    const property = fc.asyncProperty(anyBody, async (body) => {
      await expectKept(body);
    });
    await checkProperty(property, 150);
  });

  it.each(costlyBodies(LIMITS.bodyBytes - 100))("with %s", async (_, body) => {
    const log = captureLog();
    const { id } = await expectKept(body);
    expect((await source.replay(id)).status).toBe(202);
    expect(log.join().length).toBeLessThan(10_000);
  });
});

const padded = (bytes: number) => ({ ...GRACE, summary: "x".repeat(bytes) });
const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) % 256));
const photo = (bytes: number) => Buffer.alloc(bytes, noise);
const FILE = 'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg';

const LARGE: [string, (bytes: number) => EncodedBody][] = [
  ["JSON", (bytes) => jsonBody(padded(bytes))],
  ["an urlencoded form", (bytes) => urlencodedBody(padded(bytes))],
  ["a multipart form", (bytes) => multipartBody(padded(bytes))],
  ["a form with a file", (bytes) => multipartOf([textPart("firstName", "Grace"), [FILE, photo(bytes)]])],
];

describe.each(LARGE)("%s over 64 KB", (_, bodyOf) => {
  // 4.4 MB are 6 MB in base64, Lambda's limit for an event.
  it.each([64, 256, 257, 4_400])("gets 413, and its first 256 KB are kept: %d KB", async (kilobytes) => {
    expect((await expectKept(bodyOf(kilobytes * 1024))).status).toBe(413);
  });
});

it("a form with a file within 64 KB makes a lead", async () => {
  const fields = Object.entries({ ...GRACE, externalId: "photo" }).map(([name, text]) =>
    textPart(name, text),
  );
  expect((await expectKept(multipartOf([...fields, [FILE, photo(60_000)]]))).status).toBe(201);
});
