import { expect, it } from "@jest/globals";
import { readableDocument } from "../../../docs-page/readable-document.ts";

it("leaves out of a document what says little to people", () => {
  const document = {
    paths: { get: { summary: "Add a source; its key is shown only once" } },
    name: { type: "string", pattern: "^[a-z]+$", maxLength: 9 },
    email: { anyOf: [{ type: "string", format: "email" }, { const: "" }, { type: "null" }] },
  };
  expect(readableDocument(document)).toEqual({
    paths: { get: { summary: "Add a source" } },
    name: { type: "string", maxLength: 9 },
    email: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
  });
});

it("keeps a property that is named like an expression", () => {
  const document = { properties: { pattern: { type: "string" } } };
  expect(readableDocument(document)).toEqual(document);
});
