import { ApiGatewayV2Client, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { readDeployedStack } from "../../stacks/deployment/stack-state.ts";
import { STAGE_STACKS, stackNameOf } from "../../stacks/stage-names.ts";
import { THROTTLE } from "../../stacks/throttles.ts";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import { readOtherStacks } from "../other-stacks.ts";
import { CHANGED, type Check, expectThat, type Finding } from "./check.ts";

const checkStacks = async (deployment: Deployment): Promise<Finding[]> => {
  const stacks = [...(await readOwnStacks(deployment)), ...(await readOtherStacks(deployment))];
  return stacks.map(({ stackName, region, deployment: deployed }) =>
    expectThat(deployed !== null, `stack ${stackName}`, deployed ? `deployed in ${region}` : "not deployed", {
      action: "deploy the stage",
      runbook: "a-first-deployment-failed",
    }),
  );
};

/** Reads the stacks in the stage's own region; null for one that is not deployed. */
const readOwnStacks = async (deployment: Deployment) => {
  const client = new CloudFormationClient(deployment.clientConfig);
  const region = await client.config.region();
  return Promise.all(
    STAGE_STACKS.map(async (part) => {
      const stackName = stackNameOf({ name: deployment.stage ?? "" }, part);
      const stack = await readDeployedStack(client, stackName);
      return { stackName, region, deployment: stack && deployment };
    }),
  );
};

/** It is unproven that drift detection compares the stage of an HTTP API. */
const checkThrottle = async (deployment: Deployment): Promise<Finding[]> => {
  const { DefaultRouteSettings } = await new ApiGatewayV2Client(deployment.clientConfig).send(
    new GetStageCommand({
      ApiId: physicalIdOf(deployment, "AWS::ApiGatewayV2::Api"),
      StageName: physicalIdOf(deployment, "AWS::ApiGatewayV2::Stage"),
    }),
  );
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = DefaultRouteSettings ?? {};
  const isOk = rate === THROTTLE.rateLimit && burst === THROTTLE.burstLimit;
  const detail = `${rate ?? "no limit"} requests a second, ${burst ?? "no limit"} at once`;
  return [expectThat(isOk, "throttle of the API", detail, CHANGED)];
};

export const STACK_CHECKS: readonly Check[] = [
  { name: "stacks", isHostedLocally: false, run: checkStacks },
  { name: "throttle of the API", isHostedLocally: false, run: checkThrottle },
];
