import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { endpointsPage } from "../lib/documents/openapi/endpoints-page.ts";
import { withEvents } from "../lib/documents/openapi/events-table.ts";
import packageJson from "../package.json" with { type: "json" };
import { ERROR_STATUS } from "../shared/api/error-status.ts";
import { ENDPOINTS } from "../shared/endpoints.ts";
import { EVENT_TYPES } from "../shared/events/event-types.contract.ts";
import { mappedFields } from "../shared/sources/inbound-lead.rules.ts";
import { headingAnchors } from "./support/headings.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);

const readme = read("README.md");
const guides = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ...guides];

describe("the page of endpoints", () => {
  it("equals the output of `npm run openapi`", () => {
    expect(read("docs/endpoints.md")).toBe(endpointsPage());
  });

  it("names the scope of a resource that an endpoint needs", () => {
    const readers = ENDPOINTS.filter(({ scope }) => scope?.endsWith(":read"));
    const others = readers.filter(({ method }) => method !== "GET").map(({ name }) => name);
    expect(others).toEqual(["preview-inbound-delivery"]);
    const writers = ENDPOINTS.filter(({ scope }) => scope?.endsWith(":write"));
    const reading = writers.filter(({ method }) => method === "GET").map(({ name }) => name);
    expect(reading).toEqual(["list-sessions"]);
  });

  it("is linked in the README, like every guide", () => {
    expect(matches(readme, /\]\((docs\/[^)#]+)/g)).toEqual(expect.arrayContaining(guides));
  });
});

describe("the README's first screen", () => {
  const [start = ""] = readme.split("\n## ");

  it("says what Intake is, shows a small picture of it, the two commands and one call", () => {
    const [, picture = ""] = /!\[[^\]]+\]\(([^)]+\.png)\)/.exec(start) ?? [];
    expect(statSync(join(root, picture)).size).toBeLessThan(150_000);
    expect(start).toMatch(/^# Intake\n\nIntake [^!]*\n!\[/);
    expect(matches(start, /^(npm ci && npm \w+|curl) /gm)).toEqual([
      "npm ci && npm start",
      "npm ci && npm test",
      "curl",
    ]);
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

  it("names constants that the file beside them declares", () => {
    const constants = [...text.matchAll(/`([A-Z_]{4,})[\w.]*`\s+(?:in\s+|\()`([\w/.-]+\.ts)`/g)];
    const isDeclared = (file: string, name: string) => new RegExp(`const ${name}\\b`).test(read(file));
    expect(constants.filter(([, name = "", file = ""]) => !isDeclared(file, name))).toEqual([]);
  });

  it("names tests that exist, by a part of their title", () => {
    const examples = [...text.matchAll(/ (test\/[\w./-]+\.test\.ts) -t "([^"]+)"/g)];
    expect(examples.filter(([, file = "", title = ""]) => !read(file).includes(title))).toEqual([]);
  });

  it("names npm scripts that exist", () => {
    const scripts = matches(text, /npm run (?:--silent )?(\w[\w:-]*)/g);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  it("names no test runner but jest", () => {
    expect(text).not.toMatch(/vitest/i);
  });
});

it("has the table of events that `npm run openapi` writes", () => {
  const guide = read("docs/webhooks.md");
  expect(matches(guide, /^\| `([a-z_.]+)` \| /gm)).toEqual(EVENT_TYPES);
  expect(guide).toBe(withEvents(guide));
});

it("documents every error code with its status", () => {
  const rows = matches(read("docs/api.md"), /^(\| `\w+` \| \d{3}) /gm);
  expect(rows).toEqual(Object.entries(ERROR_STATUS).map(([code, status]) => `| \`${code}\` | ${status}`));
});

it.each(mappedFields([], {}).texts)("documents the default paths of $target", ({ target, defaultPaths }) => {
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

/** Returns true if a relative link leads to a file and, after `#`, to one of its headings. */
const isLinkTarget = (document: string, link: string) => {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || headingAnchors(read(file)).includes(anchor);
};
