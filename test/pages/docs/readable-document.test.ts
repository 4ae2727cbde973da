import { expect, it } from "@jest/globals";
import { readableDocument } from "../../../pages/docs/readable-document.ts";

it("leaves out of a document the parts that tell people little", () => {
  const document = {
    paths: { get: { summary: "Add a source; its key is shown only once" } },
    name: { type: "string", pattern: "^[a-z]+$", maxLength: 9 },
    email: { anyOf: [{ type: "string", format: "email" }, { const: "" }, { type: "null" }] },
  };
  expect(readableDocument(document)).toEqual({
    paths: { get: { summary: "Add a source" } },
    name: { type: "string", maxLength: 9 },
    email: { type: ["string", "null"], format: "email" },
  });
});

const TEXT = { type: "string", maxLength: 9 };

it.each([
  ["null beside a value", { anyOf: [TEXT, { type: "null" }] }, { ...TEXT, type: ["string", "null"] }],
  [
    "null beside named values",
    { default: null, anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    { default: null, type: ["string", "null"], enum: ["a", null] },
  ],
  [
    "several types",
    { anyOf: [TEXT, { type: ["number", "string"] }] },
    { type: ["string", "number"], anyOf: [TEXT, { type: ["number", "string"] }] },
  ],
  [
    "a named schema, whose type is unknown here",
    { anyOf: [{ $ref: "#/a" }, { type: "null" }] },
    { anyOf: [{ $ref: "#/a" }, { type: "null" }] },
  ],
  [
    "required fields of an object",
    { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  ],
  ["fields of any type", { additionalProperties: {} }, { additionalProperties: true }],
])("names the types of a schema: %s", (_, schema, expected) => {
  expect(readableDocument({ items: schema })).toEqual({ items: expected });
});

it("keeps a property that is named like an expression", () => {
  const document = { properties: { pattern: { type: "string" } } };
  expect(readableDocument(document)).toEqual(document);
});

it("leaves the samples of an operation out if a reader can choose among examples of its body", () => {
  const operation = (media: object) => ({
    requestBody: { content: { "application/json": media } },
    "x-codeSamples": [{ source: "curl" }],
  });
  const [one, several] = [operation({ example: {} }), operation({ examples: { a: {}, b: {} } })];
  expect(readableDocument({ post: one })).toEqual({ post: one });
  expect(readableDocument({ post: several })).toEqual({ post: { requestBody: several.requestBody } });
});
