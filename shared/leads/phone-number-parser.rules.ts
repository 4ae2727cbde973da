// A separate module, so that `phone-number.ts` can load the numbering plans of all countries lazily.
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Parses the whole text as a phone number, in the default country if it has no country code. */
export const parsePhoneNumber = (text: string, defaultCountry: string) =>
  parsePhoneNumberFromString(text, { defaultCountry: defaultCountry as CountryCode, extract: false });

export { isSupportedCountry } from "libphonenumber-js/min";
