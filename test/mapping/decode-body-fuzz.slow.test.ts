import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decodeBody } from "../../shared/mapping/decode-body.rules.ts";
import { expandJsonFields } from "../../shared/mapping/expand-json-fields.rules.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { checkProperty } from "../support/check-property.ts";
import { type EncodedBody, multipartBody, urlencodedBody } from "../support/form-bodies.ts";
import { NESTED_PATHS, nestedTexts } from "../support/hostile-bodies.ts";
import { anyBody, costlyBodies } from "../support/sender-bodies.ts";

/** The most characters of JSON for each byte of a key or a value: U+FFFD and escapes are the longest. */
const CHARACTERS_PER_BYTE = 8;

const expectJsonOrProblem = ({ bytes, contentType }: EncodedBody) => {
  const { json, problem } = decodeBody(bytes, contentType);
  expect(problem ?? "a problem").toMatch(/./);
  expect(JSON.stringify(json)?.length ?? 0).toBeLessThanOrEqual(CHARACTERS_PER_BYTE * bytes.length + 100);
};

describe("decodeBody", () => {
  it("returns JSON in proportion to its input, or a problem, for any bytes and any content type", async () => {
    await checkProperty(fc.property(anyBody, expectJsonOrProblem), 2_000);
  });

  it.each(costlyBodies(LIMITS.deliveryBodyBytes))("does the same for %s", (_, { bytes, contentType }) => {
    expectJsonOrProblem({ bytes: bytes.subarray(0, LIMITS.deliveryBodyBytes), contentType });
  });

  // A multipart form cannot hold quotes or line breaks in names, and both encodings need well-formed text.
  const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/["\\]|^\s|\s$/.test(text));
  const text = fc.string({ unit: "grapheme", maxLength: 50 });

  it("reads the fields of a form, in both encodings", async () => {
    await checkProperty(
      fc.property(fc.dictionary(name, text, { maxKeys: 20, minKeys: 1 }), (fields) => {
        for (const { bytes, contentType } of [urlencodedBody(fields), multipartBody(fields)])
          expect(decodeBody(bytes, contentType)).toEqual({ json: { ...fields } });
      }),
      500,
    );
  });
});

describe("expandJsonFields", () => {
  it("returns JSON or a problem for any text at any path", async () => {
    const paths = fc.constantFrom(
      "a",
      "a.b",
      "b[0]",
      "b[x=1].a",
      "__proto__",
      "constructor.prototype",
      "length",
      "b.length",
    );
    const inner = fc.oneof(fc.json(), fc.string(), fc.constant("[".repeat(10_000)));
    const outer = fc.oneof(fc.record({ a: inner, b: fc.array(inner) }), fc.array(inner), inner);
    await checkProperty(
      fc.property(outer, fc.array(paths, { maxLength: 20 }), (json, list) => {
        const { problem } = expandJsonFields(json, list);
        expect(problem ?? "a problem").toMatch(/./);
        expect(Object(json).polluted).toBeUndefined();
      }),
      1_000,
    );
  });

  it("reads JSON within JSON as deep as a body holds", () => {
    const sent = decodeBody(Buffer.from(nestedTexts()), null).json;
    const { json, problem } = expandJsonFields(sent, NESTED_PATHS);
    expect(problem).toBeUndefined();
    expect(JSON.stringify(json)).toMatch(/^(\{"a":){10,}0\}+$/);
  });
});
