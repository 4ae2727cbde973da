import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { pinnedStages } from "../../../../lib/stacks/resolve-stage.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../../../docs/github.md"), "utf8");
const COMMANDS = [...GUIDE.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block).join("");

/** Prints each call as a line with its body; the id of a team is 42. */
const GH = `gh() {
  case "$*" in *orgs/*) echo 42; echo "$*" >&2; return;; esac
  local body=""; case "$*" in *"--input -"*) body=$(cat | tr -d "\\n");; esac
  echo "$* $body" >&2
}`;

const calls = execFileSync("bash", ["-euc", `exec 2>&1\n${GH}\n${COMMANDS}`], { encoding: "utf8" })
  .trim()
  .split("\n");

const ENVIRONMENTS = "repos/doe/intake/environments";

const environmentOf = (stage: string): unknown => {
  const prefix = `api --method PUT ${ENVIRONMENTS}/${stage} --input - `;
  const [call = ""] = calls.filter((each) => each.startsWith(prefix));
  return JSON.parse(call.slice(prefix.length));
};

it("the commands for GitHub let only main deploy, in an environment for each stage with an account", () => {
  for (const { name } of pinnedStages()) {
    expect(environmentOf(name)).toMatchObject({
      deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
    });
    expect(calls.map((call) => call.trim())).toContain(
      `api --method POST ${ENVIRONMENTS}/${name}/deployment-branch-policies -f name=main -f type=branch`,
    );
  }
});

it("the commands for GitHub require approval of production by somebody other than the deployer", () => {
  expect(calls).toContain("api orgs/doe/teams/approvers --jq .id");
  expect(environmentOf("prod")).toMatchObject({
    reviewers: [{ type: "Team", id: 42 }],
    prevent_self_review: true,
  });
});
