type Guides = Readonly<Record<string, string>>;

/**
 * Joins the guides, by their file names, to one Markdown text for the page. Links between guides lead to headings of the page; links to
 * other files of the repository become plain text, and diagrams are left out.
 */
export const toGuides = (guides: Guides): string =>
  Object.values(guides)
    .map((text) => linked(withoutDiagrams(text), guides))
    .join("\n\n");

const withoutDiagrams = (text: string) => text.replace(/^```mermaid\n[\s\S]*?^```\n/gm, "");

const linked = (text: string, guides: Guides) =>
  text.replace(
    /\[([^\]]+)\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
    (_link, label: string, file: string, heading?: string) => {
      const guide = guides[file];
      if (file !== "" && guide === undefined) return label;
      return `[${label}](#${anchorOf(heading ?? slugOf(titleOf(guide ?? "")))})`;
    },
  );

/** The explorer's address of a heading. */
const anchorOf = (slug: string) => `overview--${slug}`;

const titleOf = (text: string) => /^# (.*)$/m.exec(text)?.[1] ?? "";

/** The slug of a heading, as GitHub and the explorer make it. */
export const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");
