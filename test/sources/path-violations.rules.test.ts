import { describe, expect, it } from "@jest/globals";
import { pathListViolations } from "../../shared/sources/path-violations.rules.ts";

const fieldsOf = (json: Readonly<Record<string, unknown>>) =>
  pathListViolations(json).map(({ field }) => field);

describe("pathListViolations", () => {
  it("names the entries of json_fields that are no paths", () => {
    const fields = fieldsOf({ json_fields: ["a", " a.b ", "a..b", "", 7, "["] });
    expect(fields).toEqual(["json_fields[2]", "json_fields[5]"]);
  });

  it.each(["accept_when", "test_when"])("names the paths of %s that are none", (name) => {
    const input = [{ path: "a.b" }, { path: "a..b" }, { path: 7 }, null, { path: "[" }];
    expect(fieldsOf({ [name]: input })).toEqual([`${name}[1].path`, `${name}[4].path`]);
  });

  it.each(["json_fields", "accept_when", "test_when"])("leaves other forms of %s to the schema", (name) => {
    expect(fieldsOf({ [name]: "a..b" })).toEqual([]);
    expect(fieldsOf({})).toEqual([]);
  });
});
