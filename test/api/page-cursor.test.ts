import { describe, expect, it } from "@jest/globals";
import { pageCursor } from "../../shared/api/page.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { AppError } from "../../shared/schema/app-error.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";

const firm = firmIdFromVerifiedSource("firm-a");
const filters = { archived: false, stage: "new", words: ["ada"] };
const cursor = pageCursor(firm, filters);
const id = newRecordId(1_764_000_000_000);
const encoded = String(cursor.encode(id));

const decode = (text: string, of = cursor) => {
  try {
    return of.decode(text);
  } catch (error) {
    return error as AppError;
  }
};
const INVALID = { code: "invalid_request", details: [{ field: "cursor" }] };

describe("a page cursor", () => {
  it.each([
    id,
    newRecordId(0),
    newRecordId(2 ** 48 - 1),
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])("decodes to the id that it encodes: %s", (of) => {
    expect(cursor.decode(cursor.encode(of) ?? "")).toBe(of);
  });

  it("is null after the last page, and no cursor means the first page", () => {
    expect([cursor.encode(null), cursor.afterId(undefined)]).toEqual([null, null]);
  });

  it("needs no escaping in a query string", () => {
    expect(encodeURIComponent(encoded)).toBe(encoded);
  });

  it("is the same on every instance", () => {
    expect(pageCursor(firm, { ...filters, words: ["ada"] }).encode(id)).toBe(encoded);
  });

  it("is rejected with any single bit flipped", () => {
    const bytes = Buffer.from(encoded, "base64url");
    const accepted = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const corrupted = Buffer.from(bytes);
      corrupted[bit >> 3] = (corrupted[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return decode(corrupted.toString("base64url"));
    }).filter((outcome) => typeof outcome === "string");
    expect(accepted).toEqual([]);
  });

  it("is rejected with any single character replaced", () => {
    for (const [index, character] of [...encoded].entries()) {
      for (const other of ["A", "z", "_", "+", "=", "é", ""].filter((text) => text !== character)) {
        const text = encoded.slice(0, index) + other + encoded.slice(index + 1);
        expect(decode(text)).toMatchObject(INVALID);
      }
    }
  });

  it.each([
    ["nothing", ""],
    ["blank", " "],
    ["a word", "first"],
    ["an id", id],
    ["padded", `${encoded}=`],
    ["cut", encoded.slice(0, -4)],
    ["cut to the id", encoded.slice(0, 22)],
    ["twice", encoded + encoded],
    ["with a blank", `${encoded} `],
    ["very long", "A".repeat(100_000)],
  ])("is rejected: %s", (_, text) => {
    expect(decode(text)).toMatchObject(INVALID);
  });

  it.each([
    ["of another firm", pageCursor(firmIdFromVerifiedSource("firm-b"), filters)],
    ["of another filter", pageCursor(firm, { ...filters, stage: "lost" })],
    ["of fewer filters", pageCursor(firm, { ...filters, stage: undefined })],
    ["of the archived list", pageCursor(firm, { ...filters, archived: true })],
    ["of a list that nothing can match", pageCursor(firm, null)],
  ])("is rejected: %s", (_, other) => {
    expect(decode(String(other.encode(id)))).toMatchObject(INVALID);
    expect(decode(encoded, other)).toMatchObject(INVALID);
  });
});
