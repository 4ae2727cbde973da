/** The characters of the bytes 0x80 to 0x9F in windows-1252, which Node 20 decodes as ISO-8859-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The text of bytes in a character set, without its byte order mark; null for bytes that are not text in it. */
export const decodeText = (bytes: Uint8Array, charset = "utf-8"): string | null => {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return charset === "windows-1252"
      ? text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
      : text;
  } catch {
    return null;
  }
};
