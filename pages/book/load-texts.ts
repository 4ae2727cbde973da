import type { Language } from "./language.ts";
import type { Texts } from "./texts/english.ts";

/**
 * Loads the texts of a language. `index.html` names their file.
 * @throws TypeError if the service cannot be reached
 */
export const loadTexts = async (language: Language): Promise<Texts> => {
  const file = document.querySelector<HTMLMetaElement>(`meta[name=texts-${language}]`);
  const response = await fetch(file?.content ?? "");
  if (!response.ok) throw new TypeError(`The texts are not there: ${response.status}.`);
  return JSON.parse(await response.text());
};
