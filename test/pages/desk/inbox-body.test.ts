import { describe, expect, it } from "@jest/globals";
import { readBody } from "../../../pages/desk/inbox/body.ts";
import { choicesOf, givenAt, leavesOf, placeAt, shortPath } from "../../../pages/desk/inbox/paths.ts";
import { readBody as readByService } from "../../../shared/mapping/read-body.rules.ts";
import { givenAtPath, parsePath } from "../../../shared/schema/json-path.ts";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = 'multipart/form-data; boundary="b"';

const part = (disposition: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;

const sent = (bytes: Buffer, content_type: string | null) => ({
  body: bytes.toString("base64"),
  body_encoding: "base64" as const,
  body_bytes: bytes.length,
  content_type,
});

describe("the body of a delivery", () => {
  it.each<[what: string, body: string | Buffer, type: string | null, jsonFields?: string[]]>([
    ["JSON", '{"a":{"b":[1,"x"]}}', "application/json"],
    ["JSON without a type", '{"a":1}', null],
    ["JSON with a line break in a text", '{"a":"x\ny","b":"\\n"}', null],
    ["JSON sent as a form", ' {"a":1}', FORM],
    ["nothing", "", FORM],
    ["a form", "a=1&b=x+y%21&b=2&contact%5Be.mail%5D=z&=&c", FORM],
    ["a form with an escape that is none", "a=100%&b=%zz", FORM],
    ["a form in another character set", "name=Zo%EB", `${FORM}; charset=iso-8859-1`],
    ["JSON within a field", 'raw={"a":{"b":"{\\"c\\":1}"}}', FORM, ["raw", "raw.a.b"]],
    ["text within a field that should be JSON", "raw=nothing", FORM, []],
    [
      "a multipart form",
      `${part('name="a[b]"', "x\r\ny")}${part('name="file"; filename="p.png"', "\u0000")}--b--\r\n`,
      MULTIPART,
    ],
    ["a field called __proto__", '{"__proto__":{"x":1}}', null],
  ])("is read as the service reads it: %s", (_, body, type, jsonFields = []) => {
    const bytes = Buffer.from(body);
    const read = readBody(sent(bytes, type), jsonFields);
    expect(read.problem).toBe(null);
    expect(read.json).toEqual(readByService({ bytes, contentType: type }, jsonFields).json);
  });

  it.each<[problem: string, delivery: ReturnType<typeof sent>]>([
    ["binary", sent(Buffer.from([0xff, 0xfe, 0x80]), "image/png")],
    ["unreadable", sent(Buffer.from("<xml/>"), "text/xml")],
    ["unreadable", sent(Buffer.from("no part"), MULTIPART)],
    ["cut", { ...sent(Buffer.from('{"a":'), null), body_bytes: 300_000 }],
    ["hidden", { ...sent(Buffer.from(""), null), body_bytes: 20 }],
  ])("says why it cannot be read: %s", (problem, delivery) => {
    expect(readBody(delivery, [])).toMatchObject({ problem });
  });
});

const ANSWERS = {
  answers: [
    { type: "text", text: "Dana", field: { id: "f1", ref: "given" } },
    { type: "email", email: "d@example.com", field: { id: "f2", ref: "e]mail" } },
  ],
};

describe("the paths of a body", () => {
  it.each<[what: string, json: unknown, paths: (string | null)[]]>([
    ["keys and indexes", { a: { b: [{ c: 1 }, { c: 2 }] } }, ["a.b[0].c", "a.b[1].c"]],
    ["a list of texts as one value", { a: ["x", "y"] }, ["a"]],
    [
      "keys with dots, brackets and spaces",
      { "e.mail": 1, "a[b]": { " c ": 2 } },
      ['["e.mail"]', '["a[b]"][" c "]'],
    ],
    ["no path for a key with a quote or a line break", { 'a"b': 1, "a\nb": 2 }, [null, null]],
    ["nothing above the top", "text", []],
    [
      "answers by the names of their questions",
      ANSWERS,
      ["answers[field.ref=given].text", 'answers[field.ref="e]mail"].email'],
    ],
    [
      "form fields by their names",
      { data: [{ column_id: "FULL_NAME", string_value: "D" }] },
      ["data[column_id=FULL_NAME].string_value"],
    ],
    [
      "people by their places, since their names change",
      { to: [{ name: "Dana", email: "d" }] },
      ["to[0].name", "to[0].email"],
    ],
    [
      "answers by their places where two questions have one name",
      {
        data: [
          { name: "a", value: 1 },
          { name: "a", value: 2 },
        ],
      },
      ["data[0].name", "data[0].value", "data[1].name", "data[1].value"],
    ],
  ])("has %s", (_, json, paths) => {
    const leaves = leavesOf(json);
    expect(leaves.map(({ path }) => path)).toEqual(paths);
    for (const { path, keys } of leaves) {
      if (path === null) continue;
      expect([path, parsePath(path)]).not.toEqual([path, null]);
      expect(placeAt(json, path)?.keys).toEqual(keys);
      expect(givenAt(json, path)).toEqual(givenAtPath(json, path));
    }
  });

  it.each([
    "answers[field.ref=given].text",
    'answers[field.ref="e]mail"].email',
    "answers.1.email",
    "answers[9].email",
    "answers[0]",
    "missing",
    ".answers",
    "answers..x",
    "",
  ])("finds what the service finds: %s", (path) => {
    expect(givenAt(ANSWERS, path)).toEqual(parsePath(path) ? givenAtPath(ANSWERS, path) : undefined);
  });

  it("shortens a path to the name of its answer", () => {
    expect(["a[field.ref=x].text", 'a[b="[y]"].c', "a[0].b"].map(shortPath)).toEqual(["x", "[y]", "a[0].b"]);
  });

  it("offers each path by a name of its own", () => {
    const data = [
      { key: "tel", value: 1 },
      { key: "size", value: 2, response: 3 },
    ];
    expect(choicesOf(leavesOf({ data }))).toEqual([
      ["data[key=tel].value", "tel"],
      ["data[key=size].value", "data[key=size].value"],
      ["data[key=size].response", "data[key=size].response"],
    ]);
  });

  it("takes no path below 64 levels, however deep a body is", () => {
    expect(leavesOf(JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`))).toEqual([]);
  });
});
