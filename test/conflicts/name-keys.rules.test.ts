import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { nameKeys, similarNameKeys } from "../../shared/conflicts/name-keys.rules.ts";
import { checkProperty } from "../support/check-property.ts";

const shares = (one: readonly string[], other: readonly string[]) => one.some((key) => other.includes(key));

it.each([
  ["the order of words", "Smith, John", "John Smith"],
  ["the order of words", "SMITH JOHN", "john smith"],
  ["the order of words", "von der Leyen, Ursula", "Ursula von der Leyen"],
  ["a suffix before a comma", "Smith Jr., John", "John Smith"],
  ["titles", "Dr. John Smith", "John Smith"],
  ["titles", "Mr. & Mrs. John Smith", "John Smith"],
  ["titles", "Smith, Prof. Dr. John", "John Smith"],
  ["a title with its dot", "Hon. Jane Doe", "Jane Doe"],
  ["suffixes", "John Smith, Jr.", "John Smith"],
  ["suffixes", "John Smith III, Esq.", "John Smith"],
  ["suffixes", "Jane Doe, M.D., Ph.D.", "Doe, Jane"],
  ["suffixes", "Jane Doe MD PhD", "Jane Doe"],
  ["legal forms", "Acme, Inc.", "ACME"],
  ["legal forms", "Acme L.L.C.", "Acme LLC"],
  ["legal forms", "Acme Co.", "Acme Company, Inc."],
  ["legal forms", "Acme, a.g.", "Acme"],
  ["legal forms", "Smith Law, P.A.", "Smith Law P.C."],
  ["legal forms", "Müller GmbH & Co. KG", "Muller"],
  ["legal forms", "Tiffany & Co.", "Tiffany and Company"],
  ["legal forms", "Acme Limited Liability Company", "Acme LLC"],
  ["legal forms", "Acme S.A. de C.V.", "ACME SA DE CV"],
  ["an ampersand", "Smith & Wesson", "Smith and Wesson"],
  ["an ampersand", "AT&T Corp.", "AT & T"],
  ["hyphens", "Ann Smith-Jones", "Ann Smith Jones"],
  ["hyphens", "Coca‑Cola", "Coca Cola"],
  ["hyphens", "Jean–Luc Picard", "Jean-Luc Picard"],
  ["apostrophes", "O'Brien", "OBrien"],
  ["apostrophes", "Conor O’Brien", "Conor O`Brien"],
  ["apostrophes", "Macy's", "MACYS"],
  ["marks", "José Núñez", "Jose Nunez"],
  ["marks", "Zoe\u0308 Noël", "Zoë Noel"],
  ["letters with a stroke", "Søren Łukasz", "Soren Lukasz"],
  ["ß", "Weiß", "WEISS"],
  ["æ", "Æsop", "Aesop"],
  ["full width", "ＡＣＭＥ　Ｌｔｄ", "Acme"],
  ["initials", "J.R. Smith", "J. R. Smith"],
  ["initials", "J.Smith", "Smith, J"],
  ["initials that may be a suffix", "J.D. Smith", "J. D. Smith"],
  ["initials that may be a suffix", "Smith, J.D.", "Smith"],
  ["initials that may be a legal form", "P.A. Smith", "P A Smith"],
  ["what shows nothing", "Jo\u00adhn\u200b Smith\u200e", "John Smith"],
  ["spaces and other punctuation", '  John   "Smith" ', "(John) Smith!"],
  ["a name in another script", "Иванов, Иван", "ИВАН ИВАНОВ"],
  ["a name in another script", "王小明", "王小明"],
  ["Greek", "Σωκράτης", "ΣΩΚΡΑΤΗΣ"],
  ["a single name", "Cher", "CHER"],
  ["a name of words that are left aside", "Jr.", "JR"],
  ["a name of words that are left aside", "Limited", "limited"],
])("one name is another: %s, %s is %s", (_, one, other) => {
  expect(nameKeys(one)).toEqual(expect.arrayContaining(nameKeys(other).slice(0, 1)));
  expect(shares(nameKeys(other), nameKeys(one))).toBe(true);
});

it.each([
  ["another first name", "John Smith", "Jane Smith"],
  ["a middle name", "John Smith", "John Paul Smith"],
  ["an initial", "John Smith", "J. Smith"],
  ["a nickname", "William Smith", "Bill Smith"],
  ["a misspelling", "Jon Smith", "John Smith"],
  ["a single name", "Cher", "Cher Bono"],
  ["a word that is a legal form elsewhere", "Ana Sá", "Ana"],
  ["a word that is a legal form elsewhere", "Kim Do", "Kim"],
  ["a word that is a legal form elsewhere", "Jack Ma", "Jack"],
  ["a word that is a title elsewhere", "Hon Nguyen", "Nguyen"],
  ["an organization and a person", "John Smith Plumbing LLC", "John Smith"],
  ["an organization without its article", "The Home Depot", "Home Depot"],
  ["homoglyphs", "John Smith", "Jоhn Smith"],
  ["a name in another script", "Ivan Ivanov", "Иван Иванов"],
  ["a word more than once", "Duran Duran", "Duran"],
  ["only legal forms", "Inc.", "Ltd."],
])("one name is not another: %s, %s is not %s", (_, one, other) => {
  expect(shares(nameKeys(one), nameKeys(other))).toBe(false);
});

it.each(["", " ", "...", "-", "!?", "'"])("%j has no key", (name) => {
  expect([...nameKeys(name), ...similarNameKeys({ name })]).toEqual([]);
});

const person = (name: string) => similarNameKeys({ name });

it.each([
  ["the initial", "John Smith", "J. Smith"],
  ["the initial", "John Smith", "James Smith"],
  ["an initial of two", "J.R. Smith", "John Smith"],
  ["initials that may be a suffix", "JR Smith", "John Smith"],
  ["initials that may be a legal form", "P.A. Smith", "Paul Smith"],
  ["a middle name", "John Paul Smith", "Smith, John"],
  ["a nickname", "William Smith", "Bill Smith"],
  ["a nickname", "Peggy Smith", "Smith, Margaret"],
  ["a name of several rows", "Ted Smith", "Edward Smith"],
  ["a name of several rows", "Ted Smith", "Theodore Smith"],
  ["a suffix", "Bob Smith Jr.", "Robert Smith"],
  ["a suffix", "Bob Smith, III", "Robert Smith"],
  ["a title", "Dr. Bob Smith", "Robert Smith"],
  ["a hyphenated last name", "Ann Smith-Jones", "Smith-Jones, Hannah"],
  ["a hyphenated last name", "Ann Smith-Jones", "Smith Jones, A."],
  ["a hyphenated first name", "Mary-Ann Smith", "Molly Smith"],
  ["what stands before a comma", "von der Leyen, Ursula", "von der Leyen, U."],
  ["marks", "José Núñez", "J. Nunez"],
  ["another script", "Иван Петров", "И. Петров"],
])("names are similar: %s, %s and %s", (_, one, other) => {
  expect(shares(person(one), person(other))).toBe(true);
});

it.each([
  ["other last names", "John Smith", "John Smyth"],
  ["a part of a hyphenated last name", "Ann Smith-Jones", "Ann Smith"],
  ["other names and initials", "William Smith", "Robert Smith"],
  ["names of different rows", "Edward Smith", "Theodore Smith"],
  ["the initial of a nickname", "Bill Smith", "W. Smith"],
  ["a single name", "Cher", "Cher"],
  ["a title and a single name", "Dr. Smith", "D. Smith"],
  ["a suffix and a single name", "Smith, MD", "M. Smith"],
  ["organizations", "Acme Widgets Inc.", "Alpha Widgets, Inc."],
  ["organizations", "Smith, P.A.", "Paul Smith"],
])("names are not similar: %s, %s and %s", (_, one, other) => {
  expect(shares(person(one), person(other))).toBe(false);
});

it.each([
  ["Ursula", "von der Leyen", "von der Leyen, U."],
  ["Ann", "Smith Jones", "Ann Smith-Jones"],
  ["Mary Ann", "Smith", "Polly Smith"],
  ["Dr. Bob", "Smith Jr.", "Robert Smith"],
  ["Michael", "Co", "Co, M."],
  ["JR", "Smith", "John Smith"],
  ["Smith, Bob", "", "Robert Smith"],
])("the fields of a lead say what is its last name: %s | %s", (givenName, familyName, other) => {
  const name = `${givenName} ${familyName}`.trim();
  expect(shares(similarNameKeys({ name, givenName, familyName }), person(other))).toBe(true);
});

it.each([
  ["Acme", "LLC"],
  ["Acme", "Widgets Inc."],
  ["Cher", ""],
  ["", "Smith"],
])("a lead's fields may name no person: %s | %s", (givenName, familyName) => {
  expect(similarNameKeys({ name: `${givenName} ${familyName}`, givenName, familyName })).toEqual([]);
});

const WORDS = ["John", "Smith", "Smith-Jones", "Dr.", "Jr", "Inc.", "P.A.", "O'Brien", "J.", "Núñez", "王"];

it("a name is the same in every order of its words, and in capitals", async () => {
  const names = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
    .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })));
  await checkProperty(
    fc.property(names, ([words, others]) => {
      expect(nameKeys(others.join(" ").toUpperCase())).toEqual(nameKeys(words.join(" ")));
    }),
  );
});

it("every text has keys or none, whatever it is", async () => {
  await checkProperty(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      for (const key of nameKeys(name)) expect(key).not.toMatch(/^\s|\s$|\s\s|,/);
      for (const key of similarNameKeys({ name })) expect(key).toMatch(/^\S.*, \S+$/u);
    }),
    300,
  );
});
