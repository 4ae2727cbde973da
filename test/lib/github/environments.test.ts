import { expect, it } from "@jest/globals";
import { applyEnvironment, type GithubApi } from "../../../lib/github/environments.ts";
import { resolvePinnedStage } from "../../../lib/stage.ts";
import { REPOSITORY } from "../../../lib/stages.ts";

type Call = Parameters<GithubApi>;

/** A repository with these branch policies, and what is changed through its API. */
const repository = (...branches: string[]) => {
  const changes: Call[] = [];
  const api: GithubApi = async (...call) => {
    const [method, path] = call;
    if (method !== "GET") changes.push(call);
    if (path === "orgs/doe/teams/approvers") return { id: 42 };
    return { branch_policies: branches.map((name) => ({ name })) };
  };
  return { api, changes };
};

const ENVIRONMENTS = `repos/${REPOSITORY}/environments`;
const ONLY_CHOSEN_BRANCHES = { protected_branches: false, custom_branch_policies: true };
const STAGING = resolvePinnedStage("staging");
const PROD = { ...resolvePinnedStage("prod"), approvers: "doe/approvers" };
const MAIN = { name: "main", type: "branch" };

it("lets only main deploy, to production with another's approval", async () => {
  const { api, changes } = repository();
  for (const stage of [STAGING, PROD]) await applyEnvironment(api, stage);
  const deployment_branch_policy = ONLY_CHOSEN_BRANCHES;
  expect(changes).toEqual([
    [
      "PUT",
      `${ENVIRONMENTS}/staging`,
      { reviewers: [], prevent_self_review: false, deployment_branch_policy },
    ],
    ["POST", `${ENVIRONMENTS}/staging/deployment-branch-policies`, MAIN],
    [
      "PUT",
      `${ENVIRONMENTS}/prod`,
      { reviewers: [{ type: "Team", id: 42 }], prevent_self_review: true, deployment_branch_policy },
    ],
    ["POST", `${ENVIRONMENTS}/prod/deployment-branch-policies`, MAIN],
  ]);
});

it("can be applied again", async () => {
  const { api, changes } = repository("main");
  await applyEnvironment(api, PROD);
  expect(changes.map(([method]) => method)).toEqual(["PUT"]);
});

it("says when there is no such team, and then changes nothing", async () => {
  const { api, changes } = repository();
  const stage = { ...PROD, approvers: "doe/nobody" };
  await expect(applyEnvironment(api, stage)).rejects.toThrow("no team doe/nobody");
  expect(changes).toEqual([]);
});
