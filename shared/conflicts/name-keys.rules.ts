import { foldedText } from "../schema/folded-text.ts";
import { withoutFormatCharacters } from "../schema/text.ts";
import { LEGAL_FORMS, LONG_LEGAL_FORMS, NICKNAMES, SUFFIXES, TITLES } from "./name-tables.rules.ts";

/** A name as a subject has it. */
type Name = { readonly name: string; readonly givenName?: string; readonly familyName?: string };

/** A word of a name. One with hyphens is one word, with spaces in their place. */
type Word = {
  readonly text: string;
  /** Whether a match leaves it aside: a title, a suffix or a legal form. */
  readonly isAside: boolean;
  readonly isLegalForm: boolean;
  /** Whether it is a suffix or a legal form of two letters, which may be initials too: `JR Smith`, `P.A. Smith`. */
  readonly isShort: boolean;
  /** Whether it is a letter of a dotted form (`P.A.`). */
  readonly isLetter: boolean;
};

const LONG_FORM = new RegExp(
  `(?<=^|[ ,])(?:${LONG_LEGAL_FORMS.join("|").replaceAll(".", "\\.")})(?=$|[ ,.])`,
  "g",
);

const HYPHENS = /\p{Pd}+/u;

/** All but what is within words, and the comma of `Smith, John`. */
const OTHER_CHARACTERS = /[^\p{L}\p{N}\p{Pd},.]+/gu;

/** Returns the words of the parts of a name, which commas divide. */
const partsOf = (name: string): Word[][] =>
  foldedText(withoutFormatCharacters(name))
    .replaceAll("&", " AND ")
    .replaceAll(OTHER_CHARACTERS, " ")
    .replaceAll(LONG_FORM, "LLC")
    .split(",")
    .map((part) => withoutLooseAnd(part.split(" ").flatMap(wordsOf)));

/** Reads a dotted form of the tables as one, and others (`J.R.`) as initials. */
const wordsOf = (text: string): Word[] => {
  const spelled = text.replace(/\.+$/, "");
  const letters = spelled.split(".");
  const isLegalForm = LEGAL_FORMS.has(spelled);
  const isTitle = TITLES.has(spelled) || TITLES.has(text);
  const word = {
    isAside: isLegalForm || isTitle || SUFFIXES.has(spelled),
    isLegalForm,
    isShort: !isTitle && letters.join("").length <= 2,
    isLetter: letters.length > 1,
  };
  return letters
    .map((each) => ({ text: each.split(HYPHENS).filter(Boolean).join(" "), ...word }))
    .filter((each) => each.text !== "");
};

/** Leaves aside the `and` of `and Company` and `Mr. and Mrs.` */
const withoutLooseAnd = (words: readonly Word[]) =>
  words.map((word, at) =>
    word.text === "AND" && words[at + 1]?.isAside ? { ...word, isAside: true } : word,
  );

const isCounted = ({ isAside }: Word) => !isAside;

/** Returns the words that count: all, if none does. */
const countedWords = (words: readonly Word[], filter = isCounted): string[] => {
  const counted = words.filter(filter);
  return (counted.length > 0 ? counted : words).map(({ text }) => text);
};

/** Returns the exact keys of a name: one, or another one too that reads a dotted form of two letters as initials. */
export const nameKeys = (name: string): string[] => {
  const words = partsOf(name).flat();
  const isRead = (word: Word) => isCounted(word) || (word.isShort && word.isLetter);
  const keys = [countedWords(words), countedWords(words, isRead)].map((reading) =>
    reading.join(" ").split(" ").toSorted().join(" "),
  );
  return [...new Set(keys)].filter(Boolean);
};

/** Reads short forms at the beginning as a name or as initials. */
const withInitials = (words: readonly Word[]): Word[] => {
  const count = words.findIndex(({ isShort, isAside }) => !(isShort && isAside));
  return words.map((word, at) =>
    count === -1 || at < count ? { ...word, isAside: false, isLegalForm: false } : word,
  );
};

/** Returns the last name and the rest of a lead's name, whose fields say which is which, or the parts of another name. */
const dividedName = ({ name, givenName = "", familyName = "" }: Name): Word[][] => {
  const own = [familyName, givenName].map((each) => withInitials(partsOf(each).flat()));
  if (own.every((words) => words.some(isCounted))) return own;
  const [first = [], ...others] = partsOf(name);
  return [withInitials(first), ...others];
};

/** Returns the last and the first name of a person: null for an organization and a single name. */
const personOf = (name: Name) => {
  const parts = dividedName(name);
  if (parts.flat().some(({ isLegalForm }) => isLegalForm)) return null;
  const [first = [], second] = parts
    .filter((words) => words.some(isCounted))
    .map((words) => countedWords(words));
  const [family, given] = second ? [first, second] : [first.slice(-1), first.slice(0, -1)];
  const [firstName = ""] = given.join(" ").split(" ");
  return firstName === "" ? null : { family: family.join(" "), firstName };
};

/** Returns the keys of a person's last name with the first initial, and with each row of the first name. */
export const similarNameKeys = (name: Name): string[] => {
  const person = personOf(name);
  if (person === null) return [];
  const { family, firstName } = person;
  const [initial] = firstName;
  const rows = NICKNAMES.filter((row) => row.includes(firstName)).map(([head]) => head);
  return [initial, ...rows].map((each) => `${family}, ${each}`);
};
