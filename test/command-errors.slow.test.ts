import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";

const WITHOUT_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: "",
  AWS_SECRET_ACCESS_KEY: "",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  AWS_CONFIG_FILE: "/dev/null",
};

const run = (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1", ...env },
  });
  return [status, stderr.trim()];
};

describe("a command that cannot be run", () => {
  it.each<[string, string[], Record<string, string>, string]>([
    [
      "a synthesis of an unknown stage",
      ["bin/app.ts"],
      { CDK_CONTEXT_JSON: '{"stage":"prod_eu"}' },
      'error: "prod_eu" is not a stage: name one of local, dev, staging, prod (lib/stacks/stages.ts).',
    ],
    [
      "a deployment of an unknown stage",
      ["bin/deploy.ts", "prod_eu"],
      {},
      'error: "prod_eu" is not a stage: name one of local, dev, staging, prod (lib/stacks/stages.ts).',
    ],
    [
      "a deployment to the account of an example",
      ["bin/deploy.ts", "staging"],
      WITHOUT_CREDENTIALS,
      "error: Fill in the account of staging, the alarmEmail of staging, the ticketEmail of staging, the domain of staging, the edge of staging, the probe of staging, the backupCopies of staging, REPOSITORY, REPOSITORY_IDS in lib/stacks/stages.ts, then deploy.",
    ],
    [
      "a role in the account of an example",
      ["bin/github.ts", "role", "staging", "deploy"],
      {},
      "error: The stage staging has no account: set it in lib/stacks/stages.ts.",
    ],
    [
      "a role of an unknown stage",
      ["bin/github.ts", "role", "prod_eu", "deploy"],
      {},
      'error: "prod_eu" is not a stage: name one of local, dev, staging, prod (lib/stacks/stages.ts).',
    ],
    [
      "an operator's command without credentials",
      ["bin/operator.ts", "firm", "list", "--stage", "prod"],
      { ...WITHOUT_CREDENTIALS, AWS_REGION: "us-east-1" },
      "error: No credentials: set AWS_PROFILE, or sign in with `aws sso login`.",
    ],
    [
      "a smoke test of a table alone",
      ["bin/smoke.ts", "--table", "intake"],
      WITHOUT_CREDENTIALS,
      "error: name the address of the table's service too: --base-url",
    ],
    [
      "a smoke test of an address alone",
      ["bin/smoke.ts", "--base-url", "https://api.example.com"],
      {},
      "error: name the table of the address's service too: --table",
    ],
    [
      "a smoke test of a malformed address",
      ["bin/smoke.ts", "--table", "intake", "--base-url", "api.example.com"],
      WITHOUT_CREDENTIALS,
      'error: baseUrl must be an address with https:// or http://; it is "api.example.com". An example of a right one: "https://intake.example.com".',
    ],
    [
      "a smoke test of two tables",
      ["bin/smoke.ts", "--table", "intake", "--table", "other"],
      {},
      "error: option '--table <name>' can be given only once",
    ],
    [
      "a deployment of two assemblies",
      ["bin/deploy.ts", "staging", "--assembly", "one", "--assembly", "other"],
      {},
      "error: option '--assembly <folder>' can be given only once",
    ],
    [
      "an erasure of no smoke test's firm",
      ["bin/smoke.ts", "--table", "intake", "--erase", ""],
      WITHOUT_CREDENTIALS,
      'error: "" is not a firm of a smoke test.',
    ],
    [
      "a stack of an unknown function",
      ["bin/explain-stack.ts", "create-leads", "--maps", "none"],
      {},
      'error: There is no none/create-leads.map: run "npm run synth" on the deployed commit, and name one of its functions.',
    ],
  ])("says why in a sentence, without a stack trace: %s", (_, args, env, message) => {
    expect(run(args, env)).toEqual([1, message]);
  });
});
