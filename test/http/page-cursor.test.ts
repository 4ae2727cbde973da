import { describe, expect, it } from "@jest/globals";
import type { AppError } from "../../shared/contract/app-error.ts";
import { firmIdFromVerifiedSource } from "../../shared/domain/firm/firm-id.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";

const firm = firmIdFromVerifiedSource("firm-a");
const filters = { archived: false, stage: "new", words: ["ada"] };
const cursor = pageCursor(firm, filters);
const id = newRecordId(1_764_000_000_000);
const encoded = String(cursor.encode(id));

const refusal = (text: string, of = cursor) => {
  try {
    return of.decode(text);
  } catch (error) {
    return error as AppError;
  }
};
const INVALID = { code: "invalid_request", details: [{ field: "cursor" }] };

describe("a page's cursor", () => {
  it.each([
    id,
    newRecordId(0),
    newRecordId(2 ** 48 - 1),
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])("gives back the id it was made of: %s", (of) => {
    expect(cursor.decode(cursor.encode(of) ?? undefined)).toBe(of);
  });

  it("is none after the last page, and none stands for the first", () => {
    expect([cursor.encode(null), cursor.decode(undefined)]).toEqual([null, null]);
  });

  it("can stand in a query string as it is", () => {
    expect(encodeURIComponent(encoded)).toBe(encoded);
  });

  it("is the same on every instance", () => {
    expect(pageCursor(firm, { ...filters, words: ["ada"] }).encode(id)).toBe(encoded);
  });

  it("is refused with any one bit of it flipped", () => {
    const bytes = Buffer.from(encoded, "base64url");
    const accepted = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const corrupted = Buffer.from(bytes);
      corrupted[bit >> 3] = (corrupted[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return refusal(corrupted.toString("base64url"));
    }).filter((outcome) => typeof outcome === "string");
    expect(accepted).toEqual([]);
  });

  it("is refused with any one character of it replaced", () => {
    for (const [index, character] of [...encoded].entries()) {
      for (const other of ["A", "z", "_", "+", "=", "é", ""].filter((text) => text !== character)) {
        const text = encoded.slice(0, index) + other + encoded.slice(index + 1);
        expect(refusal(text)).toMatchObject(INVALID);
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
  ])("is refused as %s", (_, text) => {
    expect(refusal(text)).toMatchObject(INVALID);
  });

  it.each([
    ["another firm's", pageCursor(firmIdFromVerifiedSource("firm-b"), filters)],
    ["another filter's", pageCursor(firm, { ...filters, stage: "lost" })],
    ["fewer filters'", pageCursor(firm, { ...filters, stage: undefined })],
    ["the archived list's", pageCursor(firm, { ...filters, archived: true })],
    ["a list's that nothing can match", pageCursor(firm, null)],
  ])("is refused as %s", (_, other) => {
    expect(refusal(String(other.encode(id)))).toMatchObject(INVALID);
    expect(refusal(encoded, other)).toMatchObject(INVALID);
  });
});
