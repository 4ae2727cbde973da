import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * E.164 when the text is a valid number, read with the firm's country where it names none; else as sent.
 * So is a number with an extension, which E.164 cannot hold.
 */
export const normalizePhoneNumber = (text: string, defaultCountry: string): string => {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: defaultCountry as CountryCode,
    extract: false,
  });
  return number?.isValid() && !number.ext ? number.number : text;
};
