import type { Language } from "./language.ts";
import type { Texts } from "./texts/english.ts";
import { within } from "./within.ts";

const TIMEOUT_MILLISECONDS = 10_000;

const loaded = new Map<Language, Texts>();

/**
 * Loads the texts of a language, once. `index.html` names their file.
 * @throws an error if the service cannot be reached or no longer has the file
 */
export const loadTexts = async (language: Language): Promise<Texts> => {
  const known = loaded.get(language);
  if (known) return known;
  const file = document.querySelector<HTMLMetaElement>(`meta[name=texts-${language}]`);
  const texts: Texts = await within(TIMEOUT_MILLISECONDS, async (signal) => {
    const response = await fetch(file?.content ?? "", { signal });
    if (!response.ok) throw new Error(`The texts are not there: ${response.status}.`);
    return JSON.parse(await response.text());
  });
  loaded.set(language, texts);
  return texts;
};
