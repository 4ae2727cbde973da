import fc, { type Arbitrary } from "fast-check";
import { type Schema, satisfies } from "./published-document.ts";

/** Letters of one and of several bytes and code units, and a space. */
const CHARACTERS = ["a", "B", "7", "-", "'", "ß", "é", "中", "😀", " "];

/** Control characters and line breaks, which a text may have unless its schema forbids them. */
const CONTROL_CHARACTERS = ["\u0007", "\n", "\u0085", "\u2028"];

const charactersOf = ({ pattern = "" }: Schema) => [
  ...CHARACTERS,
  ...CONTROL_CHARACTERS.filter((each) => new RegExp(pattern, "u").test(`a${each}b`)),
];

/** A text that a pattern accepts if it allows any characters. */
const ANY_CHARACTERS = "Ä 😀";

const LONGER = 12;

/** Returns the limits of a text's length by its schema, in characters. */
const lengths = ({ minLength = 0, maxLength = minLength + LONGER }: Schema) => ({
  minLength,
  maxLength: Math.min(maxLength, minLength + LONGER),
});

/** Returns texts without white space around them, which the service would remove. */
const freeText = (schema: Schema) =>
  fc
    .string({ unit: fc.constantFrom(...charactersOf(schema)), ...lengths(schema) })
    .map((text) => text.replace(/^\s+|\s+$/g, (spaces) => "x".repeat(spaces.length)));

const DAY_MILLISECONDS = 86_400_000;
const FIRST_DAY = Date.UTC(1971, 0);
const DAYS = 365 * 100;

const day = fc
  .integer({ min: 0, max: DAYS })
  .map((days) => new Date(FIRST_DAY + days * DAY_MILLISECONDS).toISOString().slice(0, 10));

const instant = fc
  .tuple(
    day,
    fc.constantFrom("00:00:00", "09:30:15", "23:59:59"),
    fc.constantFrom("", ".5", ".123", ".123456789"),
    fc.constantFrom("Z", "+00:00", "+05:30", "-11:00"),
  )
  .map(([date, time, fraction, zone]) => `${date}T${time}${fraction}${zone}`);

const name = fc.string({ unit: fc.constantFrom(..."abcxyz019"), minLength: 1, maxLength: 8 });

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: day,
  "date-time": instant,
  email: fc.tuple(name, name).map(([local, domain]) => `${local}.o'${local}+1@${domain}.example.com`),
  uri: fc.constantFrom("https://1.1.1.1", "https://8.8.8.8"),
};

const isForAnyText = ({ pattern = "" }: Schema) => new RegExp(pattern, "u").test(ANY_CHARACTERS);

/** Returns texts that the schema accepts. */
export const validTexts = (schema: Schema): Arbitrary<string> => {
  const format = FORMATS[schema.format ?? ""];
  if (format) return format;
  if (isForAnyText(schema)) return freeText(schema);
  const texts = fc.stringMatching(new RegExp(schema.pattern ?? "", "u"), { size: "xsmall" });
  return texts.filter((text) => satisfies(schema, text) && text === text.trim());
};

/** Lengthens a text to this number of characters; undefined if the schema accepts no such text. */
export const lengthened = (schema: Schema, text: string, characters: number): string | undefined => {
  const padding = "x".repeat(characters - [...text].length);
  const { maxLength: _, ...anyLength } = schema;
  return [`${text}/${padding.slice(1)}`, padding + text, text + padding].find((each) =>
    satisfies(anyLength, each),
  );
};

/** Texts that some expression or format rejects. */
export const ODD_TEXTS = [
  "",
  "   ",
  "no such word",
  "a\u0007b",
  "a\nb\u2028",
  "é",
  "-",
  "2026-02-30",
  "2026-11-02T15:00:00",
  "1969-12-31T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "a@b",
  "a b@example.com",
  "/path",
  "ftp://example.com",
  "https://",
  "25:00",
  '"3',
  'W/"3"',
] as const;
