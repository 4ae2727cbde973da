import { digitsIn, numberIn, numberWithoutLetters } from "../schema/contact-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isLongerThan, withoutFormatCharacters, withoutPhoneScheme } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { NOT_A_COUNTRY } from "../settings/firm-fields.contract.ts";

/** The last digits of a number are the same in any notation. No callable number has fewer. */
export const ENDING_DIGITS = 5;

/** Returns whether a stored phone can be one person's number. A phone is any text, such as "none". */
export const canBeNumber = (phone: string): boolean => digitsIn(phone).length >= ENDING_DIGITS;

/**
 * Formats a valid phone number as E.164, in the default country if it has no country code. Returns any other
 * text unchanged, including numbers with an extension, which E.164 cannot express.
 */
export const normalizePhoneNumber = async (text: string, defaultCountry: string): Promise<string> =>
  text === "" ? text : ((await e164Of(text, defaultCountry)) ?? text);

/**
 * Returns a valid number as people write it, `+1 212 555 0100`, and within a country, `(212) 555-0100`, if it is one of
 * that country; null for any other text.
 */
export const phoneTextOf = async (number: string, country: string) => {
  const parsed = await validNumber(number, country);
  if (parsed === null) return null;
  const national = parsed.formatNational();
  const isOfCountry = (await e164Of(national, country)) === parsed.number;
  return { national: isOfCountry ? national : null, international: parsed.formatInternational() };
};

/**
 * Returns the number in a text that may also have a prefix or words around it. Letters after its last digit are no part of
 * it if it is a valid number without them.
 */
export const numberAsMeant = async (text: string, defaultCountry: string): Promise<string> => {
  const number = numberWithoutLetters(text);
  const isValid = number !== text && !isTooLong(number) && (await parsedNumber(number, defaultCountry));
  return isValid ? number : numberIn(text);
};

const isTooLong = (phone: string) => isLongerThan(phone, LIMITS.phoneCharacters);

/** The most digits that a number within a country has, in most countries. */
const NATIONAL_DIGITS = 10;

/**
 * Formats a number that lacks its `+` as E.164. Returns a text unchanged of which a `+` makes no valid number, and a number
 * of the default country without its code, before which a visitor may have typed a space.
 */
export const withLostPlus = async (text: string, defaultCountry: string): Promise<string> => {
  const [national, foreign] = [
    await validNumber(text, defaultCountry),
    await validNumber(`+${text}`, defaultCountry),
  ];
  const isNational =
    digitsIn(text).length <= NATIONAL_DIGITS &&
    national !== null &&
    national.countryCallingCode !== foreign?.countryCallingCode;
  return isNational ? text : (foreign?.number ?? text);
};

const e164Of = async (text: string, defaultCountry: string): Promise<string | null> =>
  (await validNumber(text, defaultCountry))?.number ?? null;

const validNumber = async (text: string, defaultCountry: string) => {
  const number = await parsedNumber(text, defaultCountry);
  return number?.ext ? null : number;
};

/** Parses a valid number, which may have an extension. */
const parsedNumber = async (text: string, defaultCountry: string) => {
  const { parsePhoneNumber } = await loadParser();
  const number = parsePhoneNumber(withoutPhoneScheme(withoutFormatCharacters(text)), defaultCountry);
  return number?.isValid() ? number : null;
};

/** Leaves other texts than two letters to the schema. */
export const countryViolations = async (country: unknown): Promise<Violation[]> => {
  const code = typeof country === "string" ? country.trim() : "";
  if (code.length !== 2 || !/^[A-Za-z]{2}$/.test(code)) return [];
  const { isSupportedCountry } = await loadParser();
  return isSupportedCountry(code.toUpperCase()) ? [] : [{ field: "default_country", message: NOT_A_COUNTRY }];
};

/** Loads the numbering plans of all countries with the first number, not on every cold start. */
const loadParser = () => import("./phone-number-parser.rules.ts");
