import { describe, expect, it, jest } from "@jest/globals";
import { toViolations } from "../../shared/schema/violations.ts";
import { updateSourceEndpoint } from "../../shared/sources/source.contract.ts";

const violationsOf = (body: unknown) => {
  const { error } = updateSourceEndpoint.body().safeParse(body);
  return error ? toViolations(error, "body") : [];
};

const fieldsOf = (body: unknown) => violationsOf(body).map(({ field }) => field);

describe("a text that is not a path is named", () => {
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

  it.each<[unknown, string[]]>([
    ["a..b", ["mapping.email"]],
    [
      ["a", "a..b", "["],
      ["mapping.email[1]", "mapping.email[2]"],
    ],
    [{ path: "a..b" }, ["mapping.email.path"]],
    [{ paths: ["a", "a..b"], fallback: "x" }, ["mapping.email.paths[1]"]],
    [{ path: "a[b=c].d" }, []],
    ["$.a.b", ["mapping.email"]],
    ["$[0].b", ["mapping.email"]],
    ['["$"].b', []],
    ["a.$.b", []],
    ["$a", []],
  ])("in an entry %j of a mapping", (email, fields) => {
    expect(fieldsOf({ mapping: { email } })).toEqual(fields);
  });
});

it("the violation suggests what to write: quoted keys, and no $ in front", () => {
  for (const email of ["['e-mail']", "$.email"])
    expect(violationsOf({ mapping: { email } })).toEqual([
      {
        field: "mapping.email",
        message: 'must be a path such as contact.email, answers[0].value or ["e.mail"], without $ in front',
      },
    ]);
});

it("the violation of an incomplete page address suggests a complete one", () => {
  expect(violationsOf({ redirect_url: "/thanks" })).toEqual([
    { field: "redirect_url", message: "must be a URL such as https://www.example.com/path" },
  ]);
});

describe("the largest mappings", () => {
  const PATHS = ["a.", "[0]", '["k"]', "[a.b=c]", "[a=", "]"];
  const largest = (part: string) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`data.f${index}`, part.repeat(300 / part.length)]),
    );

  it.each(PATHS)("of paths of %j are read once, a step at a time", (part) => {
    const exec = jest.spyOn(RegExp.prototype, "exec");
    fieldsOf({ mapping: largest(part) });
    const characters = 200 * 300;
    expect(exec.mock.calls.length).toBeLessThanOrEqual(characters);
  });
});
