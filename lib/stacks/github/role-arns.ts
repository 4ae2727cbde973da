import type { PinnedStage } from "../stage.ts";
import { stackNameOf } from "../stage-names.ts";

export type Purpose = "deploy" | "diff" | "check";

/** Longer than the workflow's job, which needs its session in AWS until its last step. */
export const DEPLOY_SESSION_SECONDS = 7_200;

export const roleName = (stage: PinnedStage, purpose: Purpose) =>
  `${stackNameOf(stage, "service")}-github-${purpose}`;

export const roleArn = (stage: PinnedStage, purpose: Purpose) => iamRoleArn(stage, roleName(stage, purpose));

/** Returns the ARN of a role that `cdk bootstrap` made. */
export const bootstrapRoleArn = (stage: PinnedStage, role: "deploy" | "file-publishing") => {
  const { account, region } = stage.env;
  return iamRoleArn(stage, `cdk-hnb659fds-${role}-role-${account}-${region}`);
};

const iamRoleArn = ({ env }: PinnedStage, name: string) => `arn:aws:iam::${env.account}:role/${name}`;
