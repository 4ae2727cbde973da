import { execFileSync } from "node:child_process";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { tagOf } from "../openapi/operations.ts";
import { anchorOf, headingsOf, pageGuides, slugOf } from "./guides.ts";

/**
 * What a reader sees before the scripts have come, as HTML: a menu of the guides and of the reference, and the first
 * guide. The script draws Markdown by the same library, so the guide stays as it is.
 */
export const outlineOf = (guides: Readonly<Record<string, string>>) => {
  const texts = Object.values(pageGuides(guides));
  const [first = ""] = texts;
  return { menu: menuOf(texts), guide: withHeadingIds(htmlFromMarkdown(first)) };
};

const RENDER = `
import { text } from "node:stream/consumers";
import { htmlFromMarkdown } from "@scalar/code-highlight/markdown";
process.stdout.write(htmlFromMarkdown(await text(process.stdin)));
`;

/** In a process of its own: the library is ES modules throughout, which the test runner cannot load. */
const htmlFromMarkdown = (input: string) =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", RENDER], {
    input,
    encoding: "utf8",
    cwd: import.meta.dirname,
  });

const menuOf = (texts: readonly string[]) => {
  const titles = texts.flatMap((text) => headingsOf(text).slice(0, 1));
  const tags = [...new Set(ENDPOINTS.map(tagOf))];
  return [
    ...titles.map((title) => link(anchorOf(slugOf(title)), title)),
    ...tags.map((tag) => link(`#tag/${slugOf(tag)}`, tag)),
  ].join("\n");
};

const link = (address: string, label: string) => `<a href="${address}">${label}</a>`;

/** The address of each heading, as the script makes it. */
const withHeadingIds = (html: string) =>
  html.replace(
    /<h([1-6])>(.*?)<\/h\1>/g,
    (_heading, level: string, label: string) =>
      `<h${level} id="${anchorOf(slugOf(label)).slice(1)}">${label}</h${level}>`,
  );
