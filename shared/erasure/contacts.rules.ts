import { domainToUnicode } from "node:url";
import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";
import {
  canBeNumber,
  ENDING_DIGITS,
  normalizePhoneNumber,
  numberAsMeant,
  withLostPlus,
} from "../leads/phone-number.rules.ts";
import { email } from "../schema/contact-fields.ts";
import { digitsIn } from "../schema/contact-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isLongerThan, mayLackPlus, withoutPhoneScheme } from "../schema/text.ts";
import { lazy } from "../schema/zod.ts";

/** A person's contacts in leads, and the country of phone numbers without a country code. */
export type Contacts = { readonly values: ReadonlySet<string>; readonly defaultCountry: string };

/** Returns an address as people write it, whose domain is stored in ASCII; any other text unchanged. */
export const withUnicodeDomain = (value: string): string =>
  value.replace(/(?<=@)[^@]+$/, (domain) => domainToUnicode(domain) || domain);

/** Returns contacts as they were stored, as people write them, and as a lead would store them today. */
export const contactForms = async (
  values: Iterable<string>,
  defaultCountry: string,
): Promise<ReadonlySet<string>> => {
  const forms = [...values].map(async (value) => [
    value,
    withUnicodeDomain(value),
    await normalizePhoneNumber(value, defaultCountry),
  ]);
  return new Set((await Promise.all(forms)).flat().filter((form) => form !== ""));
};

/** Returns the texts that bytes may be. JSON or a form in UTF-16 begins with a character of ASCII, which has a zero. */
export const textsOfBytes = (bytes: Uint8Array): string[] => {
  const zero = bytes.subarray(0, 4).indexOf(0);
  const utf16 = zero % 2 === 0 ? "utf-16be" : "utf-16le";
  return (zero < 0 ? ["utf-8"] : ["utf-8", utf16]).map((encoding) => new TextDecoder(encoding).decode(bytes));
};

/** Finds a person's email addresses and phone numbers in texts, in time proportional to their length. */
export type ContactSearch = {
  /** Returns whether a text is or contains one of them in any notation, also within a URL. */
  readonly mentions: (text: string) => Promise<boolean>;
  /** Returns the same for text of unknown encoding, in which an escape may surround an address. */
  readonly mayMention: (text: string) => Promise<boolean>;
};

export const contactSearch = ({ values: contacts, defaultCountry }: Contacts): ContactSearch => {
  const values = new Set([...contacts].filter(identifiesPerson));
  const literals = [...values].map((value) => value.toLowerCase());
  const whole = literals.map((literal) => ({ literal, expression: boundedBy(literal) }));
  const endings = [...values]
    .filter((value) => E164.test(value))
    .map((number) => number.slice(-ENDING_DIGITS));

  const isOrContains = async (text: string): Promise<boolean> => {
    const folded = text.toLowerCase();
    if (whole.some(({ literal, expression }) => folded.includes(literal) && expression.test(folded)))
      return true;
    return isAddress(text) || hasNumber(text);
  };

  const isAddress = (text: string) => text.includes("@") && values.has(address().safeParse(text).data ?? "");

  const hasNumber = async (text: string): Promise<boolean> => {
    if (!mayHaveNumber(text)) return false;
    return (
      (await isNumber(text)) ||
      piecesOf(text).some((piece) => mayHaveNumber(piece.text) && hasNumberWithin(piece))
    );
  };

  const isNumber = async (text: string): Promise<boolean> => {
    const trimmed = text.trim();
    if (isLongerThan(trimmed, LIMITS.phoneCharacters)) return false;
    if (values.has(await normalizePhoneNumber(await numberAsMeant(trimmed, defaultCountry), defaultCountry)))
      return true;
    return mayLackPlus(text) && values.has(await withLostPlus(withoutPhoneScheme(trimmed), defaultCountry));
  };

  const mayHaveNumber = (text: string) => {
    const digits = digitsIn(text);
    return endings.some((ending) => digits.includes(ending));
  };

  const hasNumberWithin = ({ text, from, to }: Piece) =>
    findPhoneNumbersInText(text, { defaultCountry: defaultCountry as CountryCode }).some(
      ({ number, startsAt, endsAt }) => values.has(number.number) && startsAt >= from && endsAt <= to,
    );

  const mentions = (text: string) => some([text, withoutPercentEscapes(text)], isOrContains);

  const mayMention = async (text: string) => {
    const folded = text.toLowerCase();
    return literals.some((literal) => folded.includes(literal)) || mentions(text);
  };

  return { mentions, mayMention: (text) => some([text, withoutJsonEscapes(text)], mayMention) };
};

/** Returns whether one of the texts matches. */
export const some = async (texts: readonly string[], matches: (text: string) => Promise<boolean>) => {
  for (const text of new Set(texts)) if (await matches(text)) return true;
  return false;
};

/** Undoes percent-encoding, in which a character has the escapes of its UTF-8 bytes (RFC 3986, section 2.1). */
const withoutPercentEscapes = (text: string) =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"),
  );

/** Undoes the escapes of JSON (RFC 8259, section 7) in a text that may be no valid JSON. A control character is a space. */
const withoutJsonEscapes = (text: string) =>
  text.replaceAll(/\\(?:u([\da-f]{4})|(\/)|[bfnrt])/gi, (_, hex?: string, slash = " ") =>
    hex === undefined ? slash : String.fromCharCode(Number.parseInt(hex, 16)),
  );

const address = lazy(email);

/** A phone without digits, such as "none", is also in what other people sent. */
const identifiesPerson = (value: string) => address().safeParse(value).success || canBeNumber(value);

/** Matches a whole address or number. A longer one that contains it belongs to somebody else. */
const boundedBy = (literal: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}._+-])${escaped(literal)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, "u");

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

const E164 = /^\+\d{7,15}$/;

/** A part of a text, and the range in it where a number is whole. Outside of it, a number may be a part of a longer one. */
type Piece = { readonly text: string; readonly from: number; readonly to: number };

const PIECE_CHARACTERS = 512;
const MARGIN_CHARACTERS = 100;

/** Returns overlapping pieces, each number whole in one of them: the parser takes long for many digits. */
const piecesOf = (text: string): Piece[] => {
  const step = PIECE_CHARACTERS / 2;
  const count = Math.max(1, Math.ceil(text.length / step) - 1);
  return Array.from({ length: count }, (_, index) => ({
    text: text.slice(index * step, index * step + PIECE_CHARACTERS),
    from: index === 0 ? 0 : MARGIN_CHARACTERS,
    to: index === count - 1 ? PIECE_CHARACTERS : PIECE_CHARACTERS - MARGIN_CHARACTERS,
  }));
};
