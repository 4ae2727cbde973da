import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { copyTree, runIn } from "./support/copied-tree.ts";

const copy = mkdtempSync(join(tmpdir(), "intake-copy-"));
beforeAll(() => copyTree(copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const edit = (file: string, edits: readonly (readonly [string, string])[]) => {
  const path = join(copy, file);
  let text = readFileSync(path, "utf8");
  for (const [before, after] of edits) {
    expect(text).toContain(before);
    text = text.replaceAll(before, after);
  }
  writeFileSync(path, text);
};

const addToStages = (name: string) =>
  edit("lib/stacks/stages.ts", [
    [
      "} satisfies Readonly<Record<string, StageSettings>>;",
      `  "${name}": {
    env: { account: "222233334444", region: "eu-central-1" },
    alarmEmail: "oncall@example.com",
    keepsState: true,
    monitoringMinutes: 30,
    monthlyBudgetDollars: 500,
  },
} satisfies Readonly<Record<string, StageSettings>>;`,
    ],
  ]);

const addToWorkflows = () => {
  edit(".github/workflows/deploy.yml", [
    ["stage=staging,prod", "stage=staging,prod,prod-eu"],
    ["stage: [staging, prod]", "stage: [staging, prod, prod-eu]"],
    [
      "    with: { stage: prod }\n",
      `    with: { stage: prod }

  prod-eu:
    needs: prod
    permissions:
      contents: read
      id-token: write
    uses: ./.github/workflows/deploy-stage.yml
    with: { stage: prod-eu }
`,
    ],
  ]);
  edit(".github/workflows/weekly.yml", [["stage: [staging, prod]", "stage: [staging, prod, prod-eu]"]]);
};

const addToGuide = () =>
  edit("docs/github.md", [
    [
      "for stage in staging prod; do",
      `gh api --method PUT repos/$REPO/environments/prod-eu --input - <<< "{ $BRANCHES }"\nfor stage in staging prod prod-eu; do`,
    ],
  ]);

const GUARDS = "node_modules/.bin/jest --maxWorkers=2 test/workflows test/lib/stacks/github/github-guide";

it("refuses a name that no stack can have, in a sentence", async () => {
  const before = readFileSync(join(copy, "lib/stacks/stages.ts"), "utf8");
  addToStages("prod_eu");
  const output = await runIn(copy, "node --import tsx bin/github.ts role prod_eu deploy");
  expect(output).toContain('error: "prod_eu" cannot name a stage: use small letters, digits and hyphens');
  writeFileSync(join(copy, "lib/stacks/stages.ts"), before);
});

it("names what is left to do until a stage is added everywhere, and then deploys it", async () => {
  addToStages("prod-eu");
  const missing = await runIn(copy, GUARDS);
  expect(missing).toMatch(
    "● every stage with an account › is checked each week, built, compared and deployed",
  );
  expect(missing).toMatch("● the commands for GitHub let only main deploy");
  addToWorkflows();
  addToGuide();
  expect(await runIn(copy, GUARDS)).toBe("");
  expect(await runIn(copy, "node_modules/.bin/tsc")).toBe("");
  const role = "arn:aws:iam::222233334444:role/intake-prod-eu-github-deploy";
  expect(await runIn(copy, `node --import tsx bin/github.ts role prod-eu deploy | grep -q ${role}`)).toBe("");
});
