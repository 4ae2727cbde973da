import type { Texts } from "./texts/english.ts";

let loaded: Texts | null = null;

/**
 * Loads the texts, before anything is drawn. `index.html` names their file.
 * @throws an error if the service cannot be reached or no longer has the file
 */
export const loadTexts = async (): Promise<void> => {
  const file = document.querySelector<HTMLMetaElement>("meta[name=texts-en]");
  const response = await fetch(file?.content ?? "");
  if (!response.ok) throw new Error(`The texts are not there: ${response.status}.`);
  loaded = await response.json();
};

/** Returns the texts of the page's language. */
export const t = (): Texts => {
  if (loaded === null) throw new Error("The texts are not loaded yet.");
  return loaded;
};

/** The locale of the texts, in which dates and numbers are written too. */
export const LOCALE = "en-US";
