import type { PinnedStage } from "../stage.ts";
import { stackNameOf } from "../stage-names.ts";

export type Purpose = "deploy" | "diff" | "check";

/** Longer than the workflow's job, which needs its session in AWS until its last step. */
export const DEPLOY_SESSION_SECONDS = 6 * 3_600;

export const roleName = (stage: PinnedStage, purpose: Purpose) =>
  `${stackNameOf(stage, "service")}-github-${purpose}`;

export const roleArn = (stage: PinnedStage, purpose: Purpose) => iamRoleArn(stage, roleName(stage, purpose));

/** Returns the ARNs of the roles that `cdk bootstrap` made in a region. */
export const bootstrapRoleArns = (stage: PinnedStage, region: string) =>
  ["deploy", "file-publishing"].map((role) =>
    iamRoleArn(stage, `cdk-hnb659fds-${role}-role-${stage.env.account}-${region}`),
  );

/** The role of people, not of a workflow. */
export const operatorRoleName = (stage: PinnedStage) => `${stackNameOf(stage, "service")}-operator`;

export const stageArn = ({ env }: PinnedStage, service: string, resource: string, region = env.region) =>
  `arn:aws:${service}:${region}:${env.account}:${resource}`;

const iamRoleArn = ({ env }: PinnedStage, name: string) => `arn:aws:iam::${env.account}:role/${name}`;
