// Its own module, so that no function bundles it: only the operator's commands search texts.
import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";

/** The valid phone numbers within a text, as E.164 without extensions. */
export const phoneNumbersInText = (text: string, defaultCountry: string): string[] =>
  findPhoneNumbersInText(text, { defaultCountry: defaultCountry as CountryCode }).map(
    ({ number }) => number.number,
  );
