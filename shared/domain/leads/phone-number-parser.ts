import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Reads a whole text as a phone number, with the country's numbering plan where it names none. */
export const parsePhoneNumber = (text: string, defaultCountry: string) =>
  parsePhoneNumberFromString(text, { defaultCountry: defaultCountry as CountryCode, extract: false });

export { isSupportedCountry } from "libphonenumber-js/min";
