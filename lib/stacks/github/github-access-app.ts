import type { AppProps } from "aws-cdk-lib";
import { createApp } from "../cdk-app.ts";
import { refuseUndeployable } from "../undeployable.ts";
import { accessStacks } from "./access-stacks.ts";
import { GithubAccessStack } from "./github-access-stack.ts";

export const synthesizeGithubAccess = (props: AppProps = {}) => {
  const app = createApp(props);
  for (const { id, stages } of accessStacks()) {
    const stack = new GithubAccessStack(app, id, { env: stages[0].env, stages });
    for (const stage of stages) refuseUndeployable(stack, stage);
  }
  return app.synth();
};
