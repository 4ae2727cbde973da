import { describe, expect, it } from "@jest/globals";
import { decodeBody } from "../../shared/mapping/decode-body.rules.ts";
import { type EncodedBody, multipartBody, multipartOf, type Part, textPart } from "../support/form-bodies.ts";

const FORM = "application/x-www-form-urlencoded";
const decode = ({ bytes, contentType }: EncodedBody) => decodeBody(bytes, contentType);
const decodeText = (text: string, contentType: string | null) => decodeBody(Buffer.from(text), contentType);

describe("JSON", () => {
  it.each([
    null,
    "",
    "application/json",
    "text/plain",
    FORM,
    `${FORM}; charset=utf-8`,
    "nonsense",
    "a/b,c/d",
    "multipart/form-data",
  ])("is read with the content type %j", (contentType) => {
    expect(decodeText(' {"name":"Zoë"}', contentType)).toEqual({ json: { name: "Zoë" } });
    expect(decodeText('\ufeff[{"name":"Zoë"}]', contentType)).toEqual({ json: [{ name: "Zoë" }] });
  });

  it.each<[string, unknown]>([
    ['{"a":"two\nlines","b\t":\n"c\0"}', { a: "two\nlines", "b\t": "c\0" }],
    ['{"a":"\\"\r\n\\\\","b":"\n"}', { a: '"\r\n\\', b: "\n" }],
    ['["\u007f\u2028"]', ["\u007f\u2028"]],
  ])("may have control characters within its texts: %j", (text, json) => {
    expect(decodeText(text, "application/json")).toEqual({ json });
  });

  it.each(['{"a":"b\\\n"}', '{"a":"b\n', '{"a":"b"\0}'])("is malformed with one elsewhere: %j", (text) => {
    expect(decodeText(text, null).problem).toBe("must be well-formed JSON");
  });

  it.each<[string, string | null, string]>([
    ['{"a":', "application/json", "must be well-formed JSON"],
    ['{"a":', FORM, "must be well-formed JSON"],
    ["a=1&b=2", "application/json", "must be well-formed JSON"],
    ["a=1&b=2", null, "must be well-formed JSON"],
    ["[".repeat(70) + "]".repeat(70), FORM, "must not be nested deeper than 64 levels"],
  ])("%j with the content type %j has a problem", (text, contentType, problem) => {
    expect(decodeText(text, contentType)).toEqual({ json: {}, problem });
  });
});

describe("an urlencoded form", () => {
  it.each<[string, unknown]>([
    ["", {}],
    ["&&", {}],
    ["a=1&b=two+words&c=%26%3d%2B", { a: "1", b: "two words", c: "&=+" }],
    ["a=1=2&b&=x", { a: "1=2", b: "", "": "x" }],
    ["a=1&a=2&b=3&a=", { a: ["1", "2", ""], b: "3" }],
    ["a=100%&b=%zz&c=%4", { a: "100%", b: "%zz", c: "%4" }],
    ["name=Zo%C3%AB&na%C3%AFve=%F0%9F%98%80", { name: "Zoë", naïve: "😀" }],
    ["name=Zoë", { name: "Zoë" }],
    ["data[case]=x&list[]=1", { "data[case]": "x", "list[]": "1" }],
  ])("is decoded: %j", (text, json) => {
    expect(decodeText(text, FORM)).toEqual({ json });
  });

  it("has only names of its own", () => {
    const { json } = decodeText("__proto__=1&constructor=2&toString=3", FORM);
    expect(Object.entries(Object(json))).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
      ["toString", "3"],
    ]);
  });

  it("has at most 1,000 fields", () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=x`).join("&");
    expect(Object.keys(Object(decodeText(fields(1_000), FORM).json))).toHaveLength(1_000);
    expect(decodeText(`${"&".repeat(2_000)}a=1`, FORM)).toEqual({ json: { a: "1" } });
    expect(decodeText(fields(1_001), FORM).problem).toBe("must have at most 1000 fields");
  });
});

describe("a multipart form", () => {
  const photo: Part = [
    'Content-Disposition: form-data; name="photo"; filename="my scan.png"\r\nContent-Type: image/png',
    Buffer.from([0x89, 0xff, 0x00, 0x0d, 0x0a, 0x2d, 0x2d]),
  ];
  const noFile: Part = [
    'Content-Disposition: form-data; name="none"; filename=""\r\nContent-Type: application/octet-stream',
    "",
  ];

  it("returns the texts of its fields and the names of its files", () => {
    const body = multipartOf([textPart("name", "Zoë\r\nLee"), photo, noFile, textPart("list[]", "")]);
    expect(decode(body)).toEqual({
      json: { name: "Zoë\r\nLee", photo: "my scan.png", none: "", "list[]": "" },
    });
  });

  it.each<[string, string | Uint8Array, string]>([
    ["text", "Zoë", "Zoë"],
    ["bytes that are no text", new Uint8Array([0xff]), ""],
  ])("reads a part of any type without a file name as a field: %s", (_, content, text) => {
    const type = "Content-Type: application/octet-stream";
    const part: Part = [`Content-Disposition: form-data; name="name"\r\n${type}`, content];
    expect(decode(multipartOf([part]))).toEqual({ json: { name: text } });
  });

  it("makes a list of a repeated name and ignores a part without one", () => {
    const parts = [textPart("a", "1"), textPart("b", "2"), textPart("a", "3")];
    const nameless: Part = ["Content-Disposition: form-data", "lost"];
    expect(decode(multipartOf([...parts, nameless]))).toEqual({ json: { a: ["1", "3"], b: "2" } });
  });

  it.each(["x", "a b", "'()+_,-./:=?", "x".repeat(70)])("has the boundary %j", (boundary) => {
    const { bytes } = multipartOf([textPart("a", "1")], boundary);
    expect(decodeBody(bytes, `Multipart/Form-Data; Boundary="${boundary}"`)).toEqual({ json: { a: "1" } });
  });

  it("may begin with other text", () => {
    const { bytes, contentType } = multipartBody({ a: "1" });
    for (const preamble of ["\r\n", "This is a message.\r\n"])
      expect(decodeBody(Buffer.concat([Buffer.from(preamble), bytes]), contentType)).toEqual({
        json: { a: "1" },
      });
  });

  it("may name the character set of a part", () => {
    const latin: Part = [
      'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=ISO-8859-1',
      Buffer.from("Zoë", "latin1"),
    ];
    expect(decode(multipartOf([latin, textPart("other", "Zoë")]))).toEqual({
      json: { name: "Zoë", other: "Zoë" },
    });
  });

  const { bytes, contentType } = multipartBody({ a: "1" });
  const MALFORMED = expect.stringMatching(/^must be well-formed multipart\/form-data of at most 1000 parts/);
  it.each<[string, Uint8Array, string, unknown]>([
    ["no boundary in its content type", bytes, "multipart/form-data", expect.stringContaining("boundary")],
    ["another boundary", bytes, "multipart/form-data; boundary=x", MALFORMED],
    ["no end", bytes.subarray(0, -6), contentType, MALFORMED],
    ["too many parts", multipartOf(Array(1_001).fill(textPart("a", ""))).bytes, contentType, MALFORMED],
    ["too long a header", multipartOf([textPart("a".repeat(9_000), "")]).bytes, contentType, MALFORMED],
    [
      "bytes that are not UTF-8",
      multipartOf([[textPart("a", "")[0], Buffer.from([0xff])]]).bytes,
      contentType,
      "must be text in UTF-8",
    ],
    [
      "a part that is not in the character set that it names",
      multipartOf([
        [`${textPart("a", "")[0]}\r\nContent-Type: text/plain; charset=utf-16le`, Buffer.from([0x00, 0xd8])],
      ]).bytes,
      contentType,
      "must be text in UTF-16LE",
    ],
  ])("with %s has a problem", (_, body, type, problem) => {
    expect(decodeBody(body, type)).toEqual({ json: {}, problem });
  });
});

describe("a character set", () => {
  const LATIN = Buffer.from('{"name":"José’"}'.replace("’", "\u0092"), "latin1");
  it.each<[string, Uint8Array, string]>([
    ["iso-8859-1", LATIN, "José’"],
    ['"Windows-1252"', LATIN, "José’"],
    ["utf-16le", Buffer.from('{"name":"José’"}', "utf16le"), "José’"],
    ["utf-16le", Buffer.from('\ufeff{"name":"José’"}', "utf16le"), "José’"],
    ["shift_jis", Buffer.from([...Buffer.from('{"name":"'), 0x93, 0x63, ...Buffer.from('"}')]), "田"],
    ["unheard-of", Buffer.from('{"name":"José’"}'), "José’"],
  ])("%s of JSON", (charset, body, name) => {
    expect(decodeBody(body, `application/json; charset=${charset}`)).toEqual({ json: { name } });
    expect(decodeBody(body, `${FORM}; charset=${charset}`)).toEqual({ json: { name } });
  });

  it("of an urlencoded form applies to escapes and to bytes", () => {
    const bytes = Buffer.from("name=Jos%E9&pr\xe9nom=Zo\xeb%92", "latin1");
    expect(decodeBody(bytes, `${FORM}; charset=iso-8859-1`)).toEqual({
      json: { name: "José", prénom: "Zoë’" },
    });
    expect(decodeBody(Buffer.from("name=Zo%C3%AB", "utf16le"), `${FORM}; charset=utf-16le`)).toEqual({
      json: { name: "Zoë" },
    });
  });

  it("of a multipart form applies to names and texts", () => {
    const body = multipartOf([textPart("prénom", "Zoë")]);
    const bytes = Buffer.from(body.bytes.toString("utf8"), "latin1");
    expect(decodeBody(bytes, `${body.contentType}; charset=iso-8859-1`)).toEqual({ json: { prénom: "Zoë" } });
  });

  const typedPart = (type: string, content: Uint8Array): Part => [
    `${textPart("name", "")[0]}\r\nContent-Type: ${type}`,
    content,
  ];
  it.each<[string, string, Uint8Array]>([
    ["iso-8859-1", "text/plain; charset=iso-8859-1", Buffer.from("José", "latin1")],
    ["iso-8859-1", "text/plain; charset=utf-8", Buffer.from("José")],
    ["iso-8859-1", "text/plain; charset=unheard-of", Buffer.from("José", "latin1")],
    ["utf-8", "text/plain; charset=iso-8859-1", Buffer.from("José", "latin1")],
    ["shift_jis", "text/plain; charset=utf-16le", Buffer.from("José", "utf16le")],
  ])("of a multipart form, %s, applies to a part unless it names its own: %s", (charset, type, content) => {
    const { bytes, contentType } = multipartOf([typedPart(type, content)]);
    expect(decodeBody(bytes, `${contentType}; charset=${charset}`)).toEqual({ json: { name: "José" } });
  });

  it("of a multipart form applies to no bytes of its files", () => {
    const file = `${textPart("f", "")[0]}; filename="f.png"`;
    const { bytes, contentType } = multipartOf([[file, Buffer.from([0x80, 0xff, 0x81])], textPart("a", "1")]);
    expect(decodeBody(bytes, `${contentType}; charset=shift_jis`)).toEqual({ json: { f: "f.png", a: "1" } });
  });

  it("of a multipart form has names of more bytes than characters", () => {
    const name = Buffer.from([0x95, 0x5c]);
    const body = multipartOf([textPart("*", "1")]);
    const [start, end] = body.bytes
      .toString("latin1")
      .split("*")
      .map((text) => Buffer.from(text, "latin1"));
    const bytes = Buffer.concat([start, name, end].filter((each) => each !== undefined));
    expect(decodeBody(bytes, `${body.contentType}; charset=shift_jis`)).toEqual({ json: { 表: "1" } });
    const cut = Buffer.concat([start, name.subarray(0, 1), end].filter((each) => each !== undefined));
    expect(decodeBody(cut, `${body.contentType}; charset=shift_jis`).problem).toBe(
      "must be text in SHIFT_JIS",
    );
  });

  it("of a multipart form in UTF-16 is that of all parts", () => {
    const { bytes, contentType } = multipartOf([
      typedPart("text/plain; charset=iso-8859-1", Buffer.from("José")),
    ]);
    const utf16 = Buffer.from(bytes.toString(), "utf16le");
    expect(decodeBody(utf16, `${contentType}; charset=utf-16le`)).toEqual({ json: { name: "José" } });
  });

  it.each([
    ["application/json", "must be text in UTF-8"],
    [FORM, "must be text in UTF-8"],
    ["application/json; charset=utf-16le", "must be text in UTF-16LE"],
    [`${FORM}; charset=shift_jis`, "must be text in SHIFT_JIS"],
  ])("that differs from the bytes' is a problem: %s", (contentType, problem) => {
    expect(decodeBody(Buffer.from([0x61, 0x3d, 0xff]), contentType)).toEqual({ json: {}, problem });
  });
});
