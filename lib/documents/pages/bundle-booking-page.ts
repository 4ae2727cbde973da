import { TEXTS } from "../../../pages/book/texts/languages.ts";
import { bundlePage, hashedFile } from "./bundle-page.ts";

const LANGUAGES = Object.entries(TEXTS);

/** Returns the texts that the HTML has in every language, as an element for each. */
const inEachLanguage = (tag: string, text: "title" | "blocked") =>
  LANGUAGES.map(([language, { shell }]) => `<${tag} lang="${language}">${shell[text]}</${tag}>`).join("");

/** Writes the page of clients' links into a new directory, with a file for the texts of each language. */
export const bundleBookingPage = (directory: string): void => {
  const files = LANGUAGES.map(([language, texts]) => {
    const file = hashedFile(`${language}.json`, Buffer.from(JSON.stringify(texts)));
    return { file, meta: `<meta name="texts-${language}" content="book/${file.name}">` };
  });
  bundlePage(directory, {
    source: "pages/book",
    otherAssets: files.map(({ file }) => file),
    parts: {
      title: TEXTS.en.shell.title,
      texts: files.map(({ meta }) => meta).join("\n    "),
      blocked: inEachLanguage("p", "blocked"),
    },
  });
};
