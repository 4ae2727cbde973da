import { Argument, Command } from "commander";
import { accessStacks } from "../lib/stacks/github/access-stacks.ts";
import { type Purpose, roleArn } from "../lib/stacks/github/role-arns.ts";
import { resolvePinnedStage } from "../lib/stacks/resolve-stage.ts";
import { stacksOf } from "../lib/stacks/stage-names.ts";
import { requireAccount } from "../lib/stacks/undeployable.ts";

const printRole = (name: string, purpose: Purpose) => {
  const stage = resolvePinnedStage(name);
  requireAccount(stage);
  const outputs = {
    arn: roleArn(stage, purpose),
    region: stage.env.region,
    stacks: stacksOf(stage)
      .map(({ stackName }) => stackName)
      .join(" "),
    access_stack: accessStacks().find(({ stages }) => stages.some((each) => each.name === name))?.id ?? "",
  };
  for (const [output, value] of Object.entries(outputs)) console.log(`${output}=${value}`);
};

const github = new Command("github").description("Commands for deployments by GitHub Actions");
github
  .command("role")
  .description("print the role, region, stacks and access stack of a stage as outputs of a workflow's step")
  .argument("<stage>")
  .addArgument(new Argument("<purpose>").choices(["deploy", "diff", "check"]))
  .action(printRole);

try {
  await github.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
