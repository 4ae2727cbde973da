/**
 * E.164 when the text is a valid number, read with the firm's country where it names none; else as sent.
 * So is a number with an extension, which E.164 cannot hold.
 */
export const normalizePhoneNumber = async (text: string, defaultCountry: string): Promise<string> => {
  if (text === "") return text;
  // The numbering plans of the world: loaded with the first number, not with every start.
  const { parsePhoneNumber } = await import("./phone-number-parser.ts");
  const number = parsePhoneNumber(text, defaultCountry);
  return number?.isValid() && !number.ext ? number.number : text;
};
