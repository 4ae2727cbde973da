// A separate module, so that no function bundles it: only the operator's commands search texts.
import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";

/** Returns the valid phone numbers within a text, without extensions, and their places. */
export const phoneNumbersInText = (text: string, defaultCountry: string) =>
  findPhoneNumbersInText(text, { defaultCountry: defaultCountry as CountryCode });
