import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of `docs/` that the page shows, in this order. */
const FILES = [
  ...[
    "first-steps.md",
    "set-up-a-firm.md",
    "let-people-in.md",
    "answer-within-minutes.md",
    "connect-a-calendar.md",
    "check-for-conflicts.md",
    "api.md",
    "webhooks.md",
    "inbound.md",
  ],
  "recipes.md",
];

const DOCS = join(import.meta.dirname, "../../../docs");

type Guides = Readonly<Record<string, string>>;

/** Reads the guides, by their file names. A link to a JSON file on a separate line is replaced by the file. */
export const readGuides = (): Guides =>
  Object.fromEntries(FILES.map((name) => [name, withJsonFiles(readFile(name))]));

const readFile = (name: string) => readFileSync(join(DOCS, name), "utf8");

const withJsonFiles = (text: string) =>
  text.replace(/^\[[^\]]+\]\(([\w/-]+\.json)\)$/gm, (_line, name: string) => codeBlock(readFile(name)));

const codeBlock = (json: string) => `\`\`\`json\n${json.trimEnd()}\n\`\`\``;

/** The address of the local service, of which a page on another host must not speak, even for a moment. */
const LOCAL_ADDRESS = "http://127.0.0.1:3000";
const ANY_ADDRESS = "https://…";

/**
 * Joins the guides, by their file names, to one Markdown text for the page. Links between guides lead to headings of
 * the page. Links to other files of the repository become plain text. Diagrams are left out. The service has no address
 * yet: the page's script writes its own.
 */
export const toGuides = (guides: Guides): string =>
  Object.values(guides)
    .map((text) => linked(withoutDiagrams(text), guides))
    .join("\n\n")
    .replaceAll(LOCAL_ADDRESS, ANY_ADDRESS);

const withoutDiagrams = (text: string) => text.replace(/^```mermaid\n[\s\S]*?^```\n/gm, "");

const linked = (text: string, guides: Guides) =>
  text.replace(
    /\[([^\]]+)\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
    (_link, label: string, file: string, heading?: string) => {
      const guide = guides[file];
      if (file !== "" && guide === undefined) return label;
      return `[${label}](${anchorOf(heading ?? slugOf(headingsOf(guide ?? "")[0] ?? ""))})`;
    },
  );

/** Returns the page's address of a guide's heading. */
export const anchorOf = (slug: string) => `#description/${slug}`;

/** Returns the headings of a text down to a level. */
export const headingsOf = (text: string, level = 6): string[] =>
  [...withoutCode(text).matchAll(new RegExp(`^#{1,${level}} (.*)$`, "gm"))].map(
    ([, heading = ""]) => heading,
  );

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "");

/** Returns the slug of a heading, in the form of GitHub and of the page. */
export const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");
