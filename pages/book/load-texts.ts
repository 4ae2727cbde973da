import type { Language } from "./language.ts";
import type { Texts } from "./texts/english.ts";

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
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MILLISECONDS);
  try {
    const response = await fetch(file?.content ?? "", { signal: timeout.signal });
    if (!response.ok) throw new Error(`The texts are not there: ${response.status}.`);
    const texts: Texts = JSON.parse(await response.text());
    loaded.set(language, texts);
    return texts;
  } finally {
    clearTimeout(timer);
  }
};
