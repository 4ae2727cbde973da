import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { App, CloudFormationValidatePlugin } from "aws-cdk-lib";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { STAGES, type StageName } from "../../../lib/stacks/stages.ts";
import { checkTemplateRules } from "../../../lib/stacks/template-rules.ts";
import { COPIES, DOMAIN, EDGE, PROBE } from "../../support/stage-options.ts";
import { synthesizeStage } from "../../support/synthesize-stage.ts";
import {
  nestedTemplates,
  type SynthesizedTemplate,
  synthesizeTemplates,
} from "../../support/synthesized-templates.ts";

const validator = new CloudFormationValidatePlugin();

/** Returns what AWS's validator finds by CloudFormation's schemas and rules: the resource and what is wrong there. */
const violationsOf = ({ stackName, file }: Pick<SynthesizedTemplate, "stackName" | "file">) =>
  validator
    .validate({
      appConstruct: new App(),
      templatePaths: [file],
      stackTemplates: [
        { stackConstructPath: stackName, templatePath: file, accountId: undefined, region: undefined },
      ],
    })
    .violations.flatMap(({ description, violatingResources }) =>
      violatingResources.map(({ resourceLogicalId }) => `${resourceLogicalId}: ${description}`),
    );

/** The optional settings of a stage. */
const OPTIONS: StageSettings = {
  monthlyBudgetDollars: 500,
  domain: DOMAIN,
  edge: { ...EDGE, nextOriginSecret: "intake/prod/origin-2" },
  probe: PROBE,
  backupCopies: COPIES,
  restoredTableStreamArn:
    "arn:aws:dynamodb:us-east-1:111111111111:table/restored/stream/2026-11-22T08:00:00.000",
};

const CASES = [
  ...Object.keys(STAGES).map((name) => [name as StageName, {}] as const),
  ["prod", OPTIONS] as const,
];

/** Text without names of stages, accounts, regions and hashes. */
const withoutNames = (text: string) =>
  text.replace(/local|dev|staging|prod|\d{12}|[a-z]{2}-[a-z]+-\d|[0-9a-f]{64}|[0-9A-F]{8}/g, "*");

const validated = new Set<string>();

describe.each(CASES)("the templates of %s with %j", (name, settings) => {
  it("have what CloudFormation requires, and nothing that it refuses", () => {
    const stacks = synthesizeTemplates(name, settings);
    const templates = [...stacks, ...nestedTemplates(stacks)];
    // Most differ from those of another stage only in names.
    const others = templates.filter(({ text }) => !validated.has(withoutNames(text)));
    for (const { text } of templates) validated.add(withoutNames(text));
    expect(templates.length).toBeGreaterThan(8);
    expect(others.flatMap(violationsOf)).toEqual([]);
  });
});

it("a stage with every option breaks no rule for templates except accepted ones", () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-rules-"));
  const assembly = synthesizeStage(directory, "prod", OPTIONS, checkTemplateRules);
  const report = readFileSync(join(assembly.directory, "validation-report.json"), "utf8");
  rmSync(directory, { recursive: true });
  type Report = { readonly pluginName: string; readonly violations: readonly unknown[] };
  const { pluginReports }: { pluginReports: Report[] } = JSON.parse(report);
  expect(pluginReports.map(({ pluginName }) => pluginName)).toContain("Serverless");
  expect(pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
});

it("an unknown property within another is found", () => {
  const template = synthesizeTemplates().find(({ text }) => text.includes("AWS::DynamoDB::Table"));
  const file = `${template?.file}.changed.json`;
  writeFileSync(file, template?.text.replace('"StreamViewType"', '"View": "both", "StreamViewType"') ?? "");
  expect(violationsOf({ stackName: "", file })).toEqual([
    expect.stringContaining("StreamSpecification.View"),
  ]);
});
