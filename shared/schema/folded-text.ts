/** The apostrophes and accents that people and keyboards write in names. */
const APOSTROPHES = /['`´‘’‛′ʹʻʼʽ＇]+/g;

/** Building the classes takes long, and most texts have neither marks nor other letters. */
const NON_ASCII = /[\u0080-\uffff]/;

/** Letters of names that Unicode does not decompose, in capitals, as people write them without their marks. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ Ø: "O", Ł: "L", Đ: "D", Ð: "D", Ħ: "H", Æ: "AE", Œ: "OE", Þ: "TH", ẞ: "SS" },
};

const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

/**
 * Returns a text as search compares it: without marks, apostrophes and case. Folds to capitals, which two letters may
 * share (`ς` and `σ`, `ı` and `i`), or which may be longer (`ß`).
 */
export const foldedText = (text: string): string => {
  const plain = text.replaceAll(APOSTROPHES, "");
  if (!NON_ASCII.test(plain)) return plain.toUpperCase();
  return plain
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toUpperCase()
    .replaceAll(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
};
