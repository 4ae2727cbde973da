import type { AppProps } from "aws-cdk-lib";
import { createApp } from "../cdk-app.ts";
import { type PinnedStage, pinnedStages } from "../stage.ts";
import { refuseUndeployable } from "../undeployable.ts";
import { GithubAccessStack } from "./github-access-stack.ts";

/** Synthesizes one stack for each account, because an account has GitHub's identity provider once. */
export const synthesizeGithubAccess = (props: AppProps = {}) => {
  const app = createApp(props);
  for (const [first, ...others] of stagesByAccount()) {
    const stages = [first, ...others];
    const id = `intake-github-${stages.map(({ name }) => name).join("-")}`;
    const stack = new GithubAccessStack(app, id, { env: first.env, stages });
    for (const stage of stages) refuseUndeployable(stack, stage);
  }
  return app.synth();
};

const stagesByAccount = () => {
  const accounts = new Map<string, [PinnedStage, ...PinnedStage[]]>();
  for (const stage of pinnedStages()) {
    const stages = accounts.get(stage.env.account);
    if (stages) stages.push(stage);
    else accounts.set(stage.env.account, [stage]);
  }
  return accounts.values();
};
