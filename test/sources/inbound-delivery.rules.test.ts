import { describe, expect, it } from "@jest/globals";
import {
  type InboundDelivery,
  inboundDeliveryResource,
  newReceipt,
  replayReceipt,
} from "../../shared/sources/inbound-delivery.rules.ts";
import { NEW_ID } from "../support/decisions.ts";

const received = (body: Uint8Array, headers: Record<string, string> = {}) =>
  newReceipt({ id: NEW_ID, body, headers }, { signature: null });

const delivery = (body: string | Uint8Array): InboundDelivery => ({
  ...received(Buffer.from(body)),
  ...{ outcome: "ignored", leadId: null, externalId: null, error: null, omitted: [] },
});

describe("a stored body is shown", () => {
  it.each(["", "a\tb\r\n", "Zoë 😀", "\ufeff{}"])("as text: %j", (text) => {
    const shown = inboundDeliveryResource(delivery(text), { bodySecret: null });
    expect([shown.body, shown.body_encoding]).toEqual([text, "utf8"]);
  });

  it.each([[Buffer.from([0xff, 0xfe])], [Buffer.from("a\u0000b")]])("in base64: %j", (bytes) => {
    const shown = inboundDeliveryResource(delivery(bytes), { bodySecret: null });
    expect([shown.body, shown.body_encoding]).toEqual([bytes.toString("base64"), "base64"]);
  });
});

it("a receipt has at most 200 characters of a header, and null for one that was not sent", () => {
  const { userAgent, contentType } = received(Buffer.alloc(0), { "user-agent": "é".repeat(300) });
  expect([userAgent, contentType]).toEqual([`${"é".repeat(199)}…`, null]);
});

it("a replay refers to the original, also as a replay of a replay, and has no result", () => {
  const original = delivery("{}");
  const replay = replayReceipt("first", original);
  expect(replay).toEqual({ ...received(Buffer.from("{}")), id: "first", replayOf: NEW_ID });
  expect(replayReceipt("second", { ...original, ...replay }).replayOf).toBe(NEW_ID);
});
