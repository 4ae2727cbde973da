import { Argument, Command } from "commander";
import { type Purpose, roleArn } from "../lib/stacks/github/role-arns.ts";
import { resolvePinnedStage } from "../lib/stacks/stage.ts";

const printRole = (name: string, purpose: Purpose) => {
  const stage = resolvePinnedStage(name);
  console.log(`arn=${roleArn(stage, purpose)}\nregion=${stage.env.region}`);
};

const github = new Command("github").description("GitHub's side of deployments");
github
  .command("role")
  .description("print the role that a workflow takes for a stage, as outputs of a step")
  .argument("<stage>")
  .addArgument(new Argument("<purpose>").choices(["deploy", "diff"]))
  .action(printRole);

try {
  await github.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
