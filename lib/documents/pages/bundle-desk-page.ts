import { ENGLISH } from "../../../pages/desk/texts/english.ts";
import { bundlePage, hashedFile } from "./bundle-page.ts";

/** Writes the desk into a new directory, with a file for the texts of its language. */
export const bundleDeskPage = (directory: string): void => {
  const texts = hashedFile("en.json", Buffer.from(JSON.stringify(ENGLISH)));
  bundlePage(directory, {
    source: "pages/desk",
    otherScripts: ["token.ts"],
    otherAssets: [texts],
    parts: {
      texts: `<meta name="texts-en" content="desk/${texts.name}">`,
      title: ENGLISH.shell.title,
      blocked: ENGLISH.shell.blocked,
    },
  });
};
