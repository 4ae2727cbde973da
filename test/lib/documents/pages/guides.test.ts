import { describe, expect, it } from "@jest/globals";
import { readGuides, slugOf, toGuides } from "../../../../lib/documents/pages/guides.ts";

describe("the guides of the reference page", () => {
  const guides = toGuides(readGuides());
  const prose = guides.replace(/^```[\s\S]*?^```$/gm, "");
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);

  it("explain what every integrator asks", () => {
    for (const heading of [
      "First steps",
      "Authentication",
      "Rate limits",
      "Errors",
      "Pagination",
      "Idempotency",
      "Signatures",
      "Inbound leads",
      "Recipes",
    ])
      expect(headings).toContain(heading);
  });

  it("have headings with an address each", () => {
    const slugs = headings.map(slugOf);
    expect(slugs.filter((slug, index) => slugs.indexOf(slug) !== index)).toEqual([]);
  });

  it("link only to headings of the page and to other sites", () => {
    const targets = [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, target = ""]) => target);
    const addresses = headings.map((heading) => `#description/${slugOf(heading)}`);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets.filter((target) => !target.startsWith("https://")))
      expect(addresses).toContain(target);
  });

  it("show the source of each recipe", () => {
    expect(guides).toContain('"name": "Typeform intake form"');
    expect(guides).not.toContain("source.json");
  });

  it("have no address of a service, before the page's script writes its own", () => {
    expect(guides).toContain("export INTAKE_URL=https://… INTAKE_KEY=itk_…");
    expect(guides).not.toMatch(/(127\.0\.0\.1|localhost):\d/);
  });

  it("name no file of the repository", () => {
    expect(prose).not.toMatch(/`(shared|lib|functions|test|docs)\//);
  });
});

describe("toGuides", () => {
  it("turns links between guides into links to headings", () => {
    const guides = {
      "a.md": "# First one\n[b](b.md) [c](b.md#a-heading) [d](#own) [e](other.md) [f](https://example.com)",
      "b.md": "# The `second`!\n",
    };
    expect(toGuides(guides)).toBe(
      "# First one\n[b](#description/the-second) [c](#description/a-heading) [d](#description/own) e [f](https://example.com)\n\n# The `second`!\n",
    );
  });

  it("leaves out diagrams", () => {
    expect(toGuides({ "a.md": "# A\n\n```mermaid\ngraph\n```\ntext" })).toBe("# A\n\ntext");
  });
});
