import type { PinnedStage } from "../stage.ts";
import { REPOSITORY } from "../stages.ts";

/** Calls GitHub's REST API as `gh api` does; a body is sent as JSON. @returns the response */
export type GithubApi = (method: "GET" | "POST" | "PUT", path: string, body?: object) => Promise<unknown>;

const BRANCH = "main";

/**
 * Makes the environment of a stage what it must be, however often it is run: only the branch main deploys to it, and
 * where the stage has approvers, one of them who did not start the deployment approves it.
 */
export const applyEnvironment = async (api: GithubApi, { name, approvers }: PinnedStage): Promise<void> => {
  const environment = `repos/${REPOSITORY}/environments/${name}`;
  await api("PUT", environment, {
    reviewers: approvers ? [{ type: "Team", id: await teamId(api, approvers) }] : [],
    prevent_self_review: approvers !== undefined,
    deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  });
  const policies = `${environment}/deployment-branch-policies`;
  const { branch_policies = [] } = Object(await api("GET", policies)) as BranchPolicies;
  if (!branch_policies.some((policy) => policy.name === BRANCH))
    await api("POST", policies, { name: BRANCH, type: "branch" });
};

type BranchPolicies = { readonly branch_policies?: readonly { readonly name: string }[] };

const teamId = async (api: GithubApi, team: string): Promise<number> => {
  const [organization, slug] = team.split("/");
  const { id }: { id?: unknown } = Object(await api("GET", `orgs/${organization}/teams/${slug}`));
  if (typeof id !== "number") throw new Error(`There is no team ${team}.`);
  return id;
};
