import { Argument, Command } from "commander";
import { type Purpose, roleArn } from "../lib/stacks/github/role-arns.ts";
import { resolvePinnedStage } from "../lib/stacks/stage.ts";

const printRole = (name: string, purpose: Purpose) => {
  const stage = resolvePinnedStage(name);
  console.log(`arn=${roleArn(stage, purpose)}\nregion=${stage.env.region}`);
};

const github = new Command("github").description("Commands for deployments by GitHub Actions");
github
  .command("role")
  .description("print the role and region of a stage as outputs of a workflow's step")
  .argument("<stage>")
  .addArgument(new Argument("<purpose>").choices(["deploy", "diff", "check"]))
  .action(printRole);

try {
  await github.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
