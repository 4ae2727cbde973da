import { describe, expect, it } from "@jest/globals";
import { toViolations } from "../../shared/api/schema/violations.ts";
import { updateSourceEndpoint } from "../../shared/sources/source.contract.ts";

const fieldsOf = (body: unknown) => {
  const { error } = updateSourceEndpoint.body().safeParse(body);
  return error ? toViolations(error, "body").map(({ field }) => field) : [];
};

describe("a text that is no path is named", () => {
  it("in json_fields", () => {
    expect(fieldsOf({ json_fields: ["a", " a.b ", "a..b", "["] })).toEqual([
      "json_fields[2]",
      "json_fields[3]",
    ]);
  });

  it.each(["accept_when", "test_when"])("in %s", (name) => {
    const conditions = ["a.b", "a..b", "["].map((path) => ({ path, present: true }));
    expect(fieldsOf({ [name]: conditions })).toEqual([`${name}[1].path`, `${name}[2].path`]);
  });

  it("in a secret of the body", () => {
    expect(fieldsOf({ body_secret: { path: "a..b", value: "secret" } })).toEqual(["body_secret.path"]);
  });

  it.each<[unknown, string[]]>([
    ["a..b", ["mapping.email"]],
    [
      ["a", "a..b", "["],
      ["mapping.email[1]", "mapping.email[2]"],
    ],
    [{ path: "a..b" }, ["mapping.email.path"]],
    [{ paths: ["a", "a..b"], fallback: "x" }, ["mapping.email.paths[1]"]],
    [{ path: "a[b=c].d" }, []],
  ])("in an entry %j of a mapping", (email, fields) => {
    expect(fieldsOf({ mapping: { email } })).toEqual(fields);
  });
});

describe("the largest mappings", () => {
  const PATHS = ["a.", "[0]", '["k"]', "[a.b=c]", "[a=", "]"];
  const largest = (part: string) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`data.f${index}`, part.repeat(300 / part.length)]),
    );
  const milliseconds = (mapping: object) => {
    const startedAt = performance.now();
    fieldsOf({ mapping });
    return performance.now() - startedAt;
  };

  it.each(PATHS)("of paths of %j are checked in half a second", (part) => {
    // the fastest of three, so that what else the machine does counts little
    const runs = Array.from({ length: 3 }, () => milliseconds(largest(part)));
    expect(Math.min(...runs)).toBeLessThan(500);
  });
});
