import { domainToUnicode } from "node:url";
import { leadChangesBody } from "./lead-fields.contract.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";
import { phoneNumbersInText } from "./phone-numbers-in-text.rules.ts";

/** How a person can be reached, as leads have it, and the country of phone numbers without a country code. */
export type Contacts = { readonly values: ReadonlySet<string>; readonly defaultCountry: string };

/** An address as people write it, whose domain is stored in ASCII; any other text as it is. */
export const withUnicodeDomain = (value: string): string =>
  value.replace(/(?<=@)[^@]+$/, (domain) => domainToUnicode(domain) || domain);

/** Whether a text is or contains one of the email addresses or phone numbers, however it is written, also within a URL. */
export const mentionsContact = async (text: string, contacts: Contacts): Promise<boolean> => {
  const unescaped = text.replaceAll(/%([2-7][\da-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return (await mentions(text, contacts)) || (unescaped !== text && mentions(unescaped, contacts));
};

const mentions = async (text: string, { values, defaultCountry }: Contacts): Promise<boolean> => {
  const { data } = leadChangesBody().safeParse({ email: text });
  if (values.has(data?.email ?? "") || containsAny(text, values)) return true;
  if (!mayHaveNumber(text)) return false;
  if (values.has(await normalizePhoneNumber(text.trim(), defaultCountry))) return true;
  return phoneNumbersInText(text, defaultCountry).some((number) => values.has(number));
};

/** The same for text whose encoding is unknown: what stands around an address may be an escape of its encoding. */
export const mayMentionContact = async (text: string, contacts: Contacts): Promise<boolean> => {
  const folded = text.toLowerCase();
  return (
    [...contacts.values].some((value) => folded.includes(value.toLowerCase())) ||
    mentionsContact(text, contacts)
  );
};

/** No number that a lead can be called at has fewer digits. */
const DIGITS_MINIMUM = 5;

/** Digits of any script: numbers are read in them, too. */
const mayHaveNumber = (text: string) => text.replaceAll(/\P{Nd}/gu, "").length >= DIGITS_MINIMUM;

/** A longer address or number that contains another one is somebody else's. */
const containsAny = (text: string, values: ReadonlySet<string>) => {
  const folded = text.toLowerCase();
  return [...values].some((value) => boundedBy(value.toLowerCase()).test(folded));
};

const boundedBy = (value: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}._+-])${escaped(value)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, "u");

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
