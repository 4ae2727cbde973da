import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import packageJson from "../package.json" with { type: "json" };
import type { EndpointDefinition } from "../shared/api/endpoint-definition.ts";
import { ERROR_STATUS } from "../shared/api/error-status.ts";
import { ENDPOINTS } from "../shared/endpoints.ts";
import { EVENT_TYPES } from "../shared/events/event-types.contract.ts";
import { mappingTargets } from "../shared/sources/source-mapping.rules.ts";
import { headingAnchors } from "./support/headings.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);

const readme = read("README.md");
const guides = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ...guides];

/** What a caller needs for an endpoint: a scope for a resource, any key, or a client's link. */
const groupOf = ({ scope, isForLinks }: EndpointDefinition) =>
  scope?.split(":")[0] ?? (isForLinks ? "a client's link" : "any key");

describe("the README", () => {
  it("lists exactly the endpoints, each with its summary under the resource of its scope", () => {
    const rows = matches(readme, /^(\| (?:`[A-Z]+ \/api\/|\*\*).*\|)$/gm);
    const groups = [...new Set(ENDPOINTS.map(groupOf))];
    expect(rows).toEqual(
      groups.flatMap((group) => [
        `| **${group}** | |`,
        ...ENDPOINTS.filter((endpoint) => groupOf(endpoint) === group).map(
          ({ method, path, summary }) => `| \`${method} ${path}\` | ${summary} |`,
        ),
      ]),
    );
  });

  it("says which scope of a resource an endpoint needs", () => {
    const readers = ENDPOINTS.filter(({ scope }) => scope?.endsWith(":read"));
    const others = readers.filter(({ method }) => method !== "GET").map(({ name }) => name);
    expect(others).toEqual(["preview-inbound-delivery"]);
    const writers = ENDPOINTS.filter(({ scope }) => scope?.endsWith(":write"));
    expect(writers.filter(({ method }) => method === "GET")).toEqual([]);
  });

  it("links to every guide", () => {
    expect(matches(readme, /\]\((docs\/[^)#]+)/g)).toEqual(expect.arrayContaining(guides));
  });
});

describe.each(documents)("%s", (document) => {
  const text = read(document);

  it("links to files and headings that exist", () => {
    const links = matches(text, /\]\((?!https?:)([^)]+)\)/g);
    expect(links.filter((link) => !isLinkTarget(document, link))).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const paths = [
      ...matches(text, /(?<![\w/.-])((?:bin|docs|functions|lib|shared|test|\.ci|\.github)\/[\w./-]*\w)/g),
      ...matches(text, /`([\w.-]+\.(?:js|json|md)|\.\w+rc)`/g),
    ];
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("names npm scripts that exist", () => {
    const scripts = matches(text, /npm run (?:--silent )?(\w[\w:-]*)/g);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  it("names no test runner but jest", () => {
    expect(text).not.toMatch(/vitest/i);
  });
});

it("documents every event type", () => {
  const webhooks = read("docs/webhooks.md");
  expect(EVENT_TYPES.filter((type) => !webhooks.includes(`\`${type}\``))).toEqual([]);
});

it("documents every error code with its status", () => {
  const rows = matches(read("docs/api.md"), /^(\| `\w+` \| \d{3}) /gm);
  expect(rows).toEqual(Object.entries(ERROR_STATUS).map(([code, status]) => `| \`${code}\` | ${status}`));
});

it.each(mappingTargets([]))("documents the default paths of $target", ({ target, defaultPaths }) => {
  const [, paths = ""] =
    new RegExp(`^\\| \`${target}\` \\| (.*) \\|$`, "m").exec(read("docs/inbound.md")) ?? [];
  expect(matches(paths, /`(\w+)`/g)).toEqual(defaultPaths);
});

it("links to every recipe", () => {
  const recipes = readdirSync(join(root, "docs/recipes")).sort();
  const guide = read("docs/recipes.md");
  expect(matches(guide, /\]\(recipes\/([\w-]+)\)/g).sort()).toEqual(recipes);
  expect(matches(guide, /^\[The source\]\(recipes\/([\w-]+)\/source\.json\)$/gm).sort()).toEqual(recipes);
});

/** Whether a relative link leads to a file and, after `#`, to one of its headings. */
const isLinkTarget = (document: string, link: string) => {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || headingAnchors(read(file)).includes(anchor);
};
