import type { Violation } from "../../contract/app-error.ts";

/**
 * E.164 when the text is a valid number, read with the firm's country where it names none; else as sent.
 * So is a number with an extension, which E.164 cannot hold.
 */
export const normalizePhoneNumber = async (text: string, defaultCountry: string): Promise<string> => {
  if (text === "") return text;
  const { parsePhoneNumber } = await numberingPlans();
  const number = parsePhoneNumber(text, defaultCountry);
  return number?.isValid() && !number.ext ? number.number : text;
};

/** What is no text at all is the schema's to refuse. */
export const countryViolations = async (country: unknown): Promise<Violation[]> => {
  if (typeof country !== "string") return [];
  const { isSupportedCountry } = await numberingPlans();
  return isSupportedCountry(country.trim().toUpperCase())
    ? []
    : [{ field: "default_country", message: "must be an ISO 3166-1 alpha-2 country code such as US" }];
};

/** Those of the whole world: loaded with the first number, not with every start. */
const numberingPlans = () => import("./phone-number-parser.ts");
