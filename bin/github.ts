import { execFileSync } from "node:child_process";
import { Argument, Command } from "commander";
import { applyEnvironment, type GithubApi } from "../lib/github/environments.ts";
import { type Purpose, roleArn } from "../lib/github/role-arns.ts";
import { pinnedStages, resolvePinnedStage } from "../lib/stage.ts";

const callGithub: GithubApi = async (method, path, body) => {
  const args = ["api", "--method", method, path, ...(body ? ["--input", "-"] : [])];
  const input = body ? JSON.stringify(body) : "";
  const printed = execFileSync("gh", args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"] });
  return printed === "" ? null : JSON.parse(printed);
};

const printRole = (name: string, purpose: Purpose) => {
  const stage = resolvePinnedStage(name);
  console.log(`arn=${roleArn(stage, purpose)}\nregion=${stage.env.region}`);
};

const applyEnvironments = async () => {
  for (const stage of pinnedStages()) {
    await applyEnvironment(callGithub, stage);
    console.log(`environment ${stage.name} applied`);
  }
};

const github = new Command("github").description("GitHub's side of deployments");
github
  .command("environments")
  .description("create or update the environments of the repository, as the GitHub CLI's user")
  .action(applyEnvironments);
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
