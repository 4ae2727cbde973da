import type { Language } from "../language.ts";
import { ENGLISH, type Texts } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";

/** The texts of each language. The page loads those of one. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: ENGLISH,
  es: SPANISH,
  de: GERMAN,
  fr: FRENCH,
};
