type Kind = readonly [start: string, repeated: string, end: string];

/** Texts that are costly for a careless pattern or parser: a beginning, a repeated part, and an end. */
const KINDS: Readonly<Record<string, Kind>> = {
  letters: ["", "a", ""],
  "letters beyond ASCII": ["", "é", "!"],
  "an address beyond ASCII": ["a@", "é", "!"],
  "an address of labels": ["a@", "a.", "!"],
  "an address of hyphens": ["a@a", "-", "."],
  "many addresses": ["", "a@b.c ", ""],
  spaces: ["", " ", "x"],
  "spaces within": ["x", " ", "x"],
  "invisible characters": ["", "\u200b", ""],
  "line breaks": ["x", "\n", "x"],
  "control characters": ["x", "\u0001", "x"],
  "combining marks": ["e", "\u0301", ""],
  "combining marks in turns": ["e", "\u0301\u0323", ""],
  emojis: ["", "😀", ""],
  "halves of emojis": ["", "\ud83d", ""],
  digits: ["", "1", "x"],
  "spaced digits": ["+1", " 2", ""],
  "digits in brackets": ["", "(1", ""],
  "phone numbers": ["", "212-555-0187 ", ""],
  "an extension": ["2125550187 ext", ".1", ""],
  "a decimal": ["0.", "0", "1e"],
  commas: ["", ",", ""],
  semicolons: ["", ";=", ""],
  dots: ["", ".", "x"],
  hyphens: ["a", "-", ""],
  quotes: ['"', '\\"', ""],
  backslashes: ["", "\\", ""],
  brackets: ["", "[", ""],
  "pairs of brackets": ["a", "[a=", ""],
  escapes: ["", "%41", ""],
  "halves of escapes": ["", "%", ""],
  "fields of a form": ["", "a=+&", ""],
  "an instant": ["2026-11-02T15:00:00.", "0", "Z"],
  "a day": ["2026-11-02", " ", "x"],
  "a zone": ["America/", "New_", ""],
  "a host beyond ASCII": ["https://", "é", ".example/"],
  "a host of labels": ["https://", "a.", "example/"],
  "a host of digits": ["https://[", ":", "]/"],
  "a path upwards": ["https://a.example/", "../", ""],
  "a path beyond ASCII": ["https://a.example/", "é", ""],
  "nested JSON": ["", '{"a":', ""],
  ids: ["", "01890000-0000-7000-8000-000000000000,", ""],
};

/** Names of fields, headers and parameters, with the kinds of texts that may be costly for their readers. */
const SUITABLE: readonly (readonly [name: RegExp, kind: RegExp])[] = [
  [/email|^q$/i, /address/],
  [/phone|^q$/i, /digits|phone|extension/],
  [/_at$|_date$|^(from|to|since|until)$|captured/, /instant|day|decimal/],
  [/zone/, /zone/],
  [/url|origin|referer/i, /^a (host|path)/],
  [/(^|_)id$|_ids|attorneys|cursor|after/, /ids|hyphens/],
  [/path|json_fields|mapping|if-match/i, /brackets|dots|quotes|commas/],
  [/accept|content-type/, /semicolons|commas|spaces within/],
];

export type HostileText = readonly [kind: string, text: string];

/** Returns the length of a text in JSON, a form or an address. */
type Length = (text: string) => number;

export const jsonBytes: Length = (text) => Buffer.byteLength(JSON.stringify(text)) - 2;

/** Returns texts of each kind, as long as this number of bytes allows. */
export const hostileTexts = (bytes: number, lengthOf = jsonBytes): HostileText[] =>
  Object.entries(KINDS).map(([kind, [start, repeated, end]]) => {
    const rest = bytes - lengthOf(start + end);
    return [kind, start + repeated.repeat(Math.floor(rest / lengthOf(repeated))) + end];
  });

let turn = 0;

/**
 * Returns the texts that suit the name of a field, and this number of others in turn. Together, all fields meet all
 * kinds.
 */
export const selectTexts = (
  texts: readonly HostileText[],
  field: string,
  others: number,
): readonly HostileText[] => {
  const name =
    field
      .replace(/\[\d+\]|\{\}/g, "")
      .split(".")
      .at(-1) ?? "";
  const kinds = SUITABLE.filter(([suited]) => suited.test(name)).map(([, kind]) => kind);
  const suitable = texts.filter(([kind]) => kinds.some((each) => each.test(kind)));
  const rest = texts.filter((text) => !suitable.includes(text));
  turn += others;
  const inTurn = Array.from({ length: others }, (_, index) => rest[(turn + index) % rest.length]);
  return [...suitable, ...inTurn].filter((text) => text !== undefined);
};
