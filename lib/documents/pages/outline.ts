import { execFileSync } from "node:child_process";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { tagOf } from "../openapi/operations.ts";
import { anchorOf, headingsOf, slugOf } from "./guides.ts";

/**
 * Returns the HTML that a reader sees before the scripts arrive: a menu of the guides and of the reference, and the
 * guides with a section for each heading.
 * @param guides Markdown
 */
export const outlineOf = (guides: string) => ({
  menu: menuOf(guides),
  guides: htmlFromMarkdown(guides)
    .trim()
    .split(/(?=<h[1-6]>)/)
    .map(inSection)
    .join(""),
});

const RENDER = `
import { text } from "node:stream/consumers";
import { htmlFromMarkdown } from "@scalar/code-highlight/markdown";
process.stdout.write(htmlFromMarkdown(await text(process.stdin)));
`;

/** Renders in a child process: the library is ES modules throughout, which the test runner cannot load. */
const htmlFromMarkdown = (input: string) =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", RENDER], {
    input,
    encoding: "utf8",
    cwd: import.meta.dirname,
  });

const menuOf = (guides: string) => {
  const titles = headingsOf(guides, 1);
  const tags = [...new Set(ENDPOINTS.map(tagOf))];
  return [
    ...titles.map((title) => link(anchorOf(slugOf(title)), title)),
    ...tags.map((tag) => link(`#tag/${slugOf(tag)}`, tag)),
  ].join("\n");
};

const link = (address: string, label: string) => `<a href="${address}">${label}</a>`;

/** Returns a heading and the text below it as a section, with the address that the script gives the heading. */
const inSection = (html: string) => {
  const [, label = ""] = /^<h[1-6]>(.*?)<\/h/.exec(html) ?? [];
  const address = anchorOf(slugOf(label.replace(/<[^>]*>/g, "")));
  return `<section id="${address.slice(1)}">\n${html}</section>\n`;
};
