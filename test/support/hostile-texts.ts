/** What costs a careless pattern or parser much when it is repeated: a beginning, what is repeated, and an end. */
const KINDS: Readonly<Record<string, readonly [start: string, repeated: string, end: string]>> = {
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
  emojis: ["", "😀", ""],
  "halves of emojis": ["", "\ud83d", ""],
  digits: ["", "1", "x"],
  "spaced digits": ["+1", " 2", ""],
  "digits in brackets": ["", "(1", ""],
  "phone numbers": ["", "212-555-0187 ", ""],
  "an extension": ["2125550187 ext", ".1", ""],
  "a decimal": ["0.", "0", "1e"],
  commas: ["", ",", ""],
  dots: ["", ".", "x"],
  hyphens: ["a", "-", ""],
  quotes: ['"', '\\"', ""],
  backslashes: ["", "\\", ""],
  brackets: ["", "[", ""],
  "pairs of brackets": ["a", "[a=", ""],
  escapes: ["", "%41", ""],
  "halves of escapes": ["", "%", ""],
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

/** Texts of each kind, as long as possible with so many bytes as JSON. */
export const hostileTexts = (bytes: number): [kind: string, text: string][] =>
  Object.entries(KINDS).map(([kind, [start, repeated, end]]) => {
    const rest = bytes - jsonBytes(start + end);
    return [kind, start + repeated.repeat(Math.floor(rest / jsonBytes(repeated))) + end];
  });

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
