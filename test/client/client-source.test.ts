import { describe, expect, it } from "@jest/globals";
import { clientSource } from "../../lib/documents/client/client-source.ts";
import { typeSource } from "../../lib/documents/client/type-source.ts";
import type { JsonSchema } from "../../lib/documents/openapi/json-schema.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

describe("the type of a schema", () => {
  it.each<[string, JsonSchema, string]>([
    ["a component", { $ref: "#/components/schemas/Lead" }, "Lead"],
    ["a component with the name of a global", { $ref: "#/components/schemas/Error" }, "ErrorBody"],
    ["words of a fixed list", { type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    ["one value", { const: "*" }, '"*"'],
    ["a whole number", { type: "integer" }, "number"],
    ["a value or null", { anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["several types", { type: ["string", "number"] }, "string | number"],
    ["variants of the same type", { oneOf: [{ type: "number" }, { type: "integer" }] }, "number"],
    ["a list of variants", { type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
    ["a map", { type: "object", additionalProperties: { type: "boolean" } }, "Record<string, boolean>"],
    ["anything", {}, "unknown"],
  ])("equals the JSON type: %s", (_case, schema, type) => {
    expect(typeSource(schema)).toBe(type);
  });

  it("has a comment for a field's meaning, with its limits unless the text names them", () => {
    const properties: Record<string, JsonSchema> = {
      name: { type: "string", description: "A name.", maxLength: 200 },
      limit: { type: "integer", description: "Entries, 1 to 200.", minimum: 1, maximum: 200 },
    };
    expect(typeSource({ type: "object", properties, required: ["name"] })).toBe(
      "{\n  /** A name. At most 200 characters. */\n  name: string;\n  /** Entries, 1 to 200. */\n  limit?: number;\n}",
    );
  });

  it("leaves out a field that must be absent, and conditions on the presence of fields", () => {
    const properties = { a: { type: "string" }, b: { not: {} } } as Record<string, JsonSchema>;
    expect(typeSource({ properties, anyOf: [{ required: ["a"] }] })).toBe("{ a?: string }");
  });
});

describe("the client's source", () => {
  const source = clientSource();

  it.each(ENDPOINTS)("has a comment on the method of $name", ({ method, path, summary }) => {
    const [before = "", ...rest] = source.split(`   * \`${method} ${path}\`\n   */\n`);
    expect(rest).toHaveLength(1);
    const comment = before.slice(before.lastIndexOf("/**"));
    expect(comment).toContain(summary);
    expect(comment).toMatch(
      /Needs (the scope|no scope|no key|the (key|token) of a (client's|calendar|sign-in) link)/,
    );
  });

  it("has no links within the reference page", () => {
    expect(source).not.toMatch(/\]\(#/);
  });
});
