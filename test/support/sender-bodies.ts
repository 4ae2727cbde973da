import fc from "fast-check";
import { LIMITS } from "../../shared/schema/limits.ts";
import { type EncodedBody, multipartOf, type Part, textPart } from "./form-bodies.ts";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

const charset = fc.constantFrom("utf-8", "iso-8859-1", "windows-1252", "utf-16le", "shift_jis", "x", "");
const boundary = fc.constantFrom("b", "----b", "", '"', "a b", "é", "x".repeat(70), "x".repeat(200), "--");

/** A content type in a sender's form, or nearly so. */
const contentType = fc.oneof(
  fc.constantFrom(
    "",
    "application/json",
    "text/plain",
    FORM,
    MULTIPART,
    `${FORM},${FORM}`,
    ";;=",
    "multipart/mixed",
  ),
  charset.map((label) => `application/json; charset=${label}`),
  charset.map((label) => `${FORM};charset="${label}"`),
  fc.tuple(charset, boundary).map(([label, text]) => `${MULTIPART}; charset=${label}; boundary=${text}`),
  boundary.map((text) => `${MULTIPART}; boundary="${text}"`),
  fc.string({ maxLength: 300 }),
);

/** Pieces of all formats, in an order that no format has. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "--b",
        "--b--",
        "----b",
        "\r\n",
        "\r\n\r\n",
        "\n",
        "&",
        "=",
        "%",
        "%FF",
        "{",
        "[",
        '"',
        "\0",
      ),
      fc.constantFrom(
        "Content-Disposition: form-data; name=",
        '"a"',
        'filename="f"; ',
        "filename*=UTF-8''%ff",
      ),
      fc.constantFrom(
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: text/plain; charset=utf-16le",
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
    ),
    { maxLength: 60 },
  )
  .map((texts) => Buffer.from(texts.join("")));

const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array));
const json = fc.json({ maxDepth: 80 }).map((text) => Buffer.from(text));

/** Any body with any content type. */
export const anyBody: fc.Arbitrary<EncodedBody> = fc
  .tuple(fc.oneof(bytes, pieces, json), contentType)
  .map(([body, type]) => ({ bytes: body, contentType: type }));

/** Returns JSON of about this length: a list of equal entries below a path. */
const jsonList = (size: number, path: readonly string[], entry: string): EncodedBody => {
  const start = path.map((key) => `{${JSON.stringify(key)}:`).join("");
  const end = "}".repeat(path.length);
  const count = Math.floor((size - start.length - end.length - 2) / (entry.length + 1));
  return { contentType: "", bytes: Buffer.from(`${start}[${Array(count).fill(entry)}]${end}`) };
};

const DEEP = Array<string>(58).fill("a");

const part = (header: string): Part => [header, ""];
const ofForm = (text: string): EncodedBody => ({ contentType: FORM, bytes: Buffer.from(text) });
const ofMultipart = (text: string): EncodedBody => ({
  contentType: `${MULTIPART}; boundary=b`,
  bytes: Buffer.from(text),
});

/** Returns bodies that are costly for a careless decoder; `size` is about their length. */
export const costlyBodies = (size: number): [string, EncodedBody][] => {
  const nested = multipartOf([["Content-Type: multipart/mixed; boundary=c", "--c\r\n\r\nx\r\n--c--"]], "b");
  const spaces = " ".repeat(LIMITS.partHeaderBytes - 200);
  return [
    [
      "10,000 fields",
      ofForm(
        Array.from({ length: 10_000 }, (_, n) => `f${n}=`)
          .join("&")
          .slice(0, size),
      ),
    ],
    ["one name again and again", ofForm("a=&".repeat(999))],
    ["separators", ofForm("&".repeat(size))],
    ["equals signs", ofForm("=".repeat(size))],
    ["escapes", ofForm("%41".repeat(size / 3))],
    ["halves of escapes", ofForm("%".repeat(size))],
    ["white space", ofForm(" ".repeat(size))],
    ["10,000 parts", multipartOf(Array(10_000).fill(textPart("a", "")), "b")],
    ["boundaries", ofMultipart("--b\r\n".repeat(size / 5))],
    ["nearly boundaries", ofMultipart(`--b\r\n\r\n${"\r\n--".repeat(size / 4)}`)],
    ["a huge header", multipartOf([part(`X: ${"y".repeat(size)}`)], "b")],
    ["many header lines", multipartOf([part("X: y\r\n".repeat(1_000))], "b")],
    ["parameters", multipartOf([part(`Content-Disposition: form-data${"; a=b".repeat(1_000)}`)], "b")],
    [
      "an open quote",
      multipartOf([part(`Content-Disposition: form-data; name="${"\\".repeat(7_000)}`)], "b"),
    ],
    ["spaces in headers", multipartOf(Array(8).fill(part(`Content-Disposition: x; a${spaces}`)), "b")],
    [
      "spaces around parameters",
      multipartOf(Array(8).fill(part(`Content-Disposition: ;${spaces}=${spaces}`)), "b"),
    ],
    [
      "content types of spaces",
      multipartOf(
        Array(8).fill(part(`Content-Disposition: form-data; name="a"\r\nContent-Type: a/b;${spaces}`)),
        "b",
      ),
    ],
    ["nested parts", nested],
    ["nested lists", { contentType: FORM, bytes: Buffer.from("[".repeat(size)) }],
    ["nested objects", { contentType: "", bytes: Buffer.from('{"a":'.repeat(size / 5)) }],
    [
      "10,000 keys",
      { contentType: "", bytes: Buffer.from(JSON.stringify({ ...Array(10_000).fill(0) }).slice(0, size)) },
    ],
    ["values below a key that no path can have", jsonList(size, [...DEEP, '."x'], "1")],
    ["keys that no path can have", jsonList(size, DEEP, '{".\\"":1}')],
    ["values below a path of nearly the largest length", jsonList(size, ["x".repeat(496)], "1")],
    ["empty lists below a long path", jsonList(size, [...DEEP, "x".repeat(380)], "[]")],
    [
      "a content type of parameters",
      { contentType: `${MULTIPART}${"; a=b".repeat(2_000)}`, bytes: Buffer.alloc(9, "-") },
    ],
  ];
};
