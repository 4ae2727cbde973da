import { ApiGatewayV2Client, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { resolveStage } from "../../stacks/stage.ts";
import { THROTTLE } from "../../stacks/throttles.ts";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import { readOtherStacks } from "../other-stacks.ts";
import { CHANGED, type Check, expectThat, type Finding } from "./check.ts";

const checkStacks = async (deployment: Deployment): Promise<Finding[]> =>
  (await readOtherStacks(deployment)).map(({ stackName, region, deployment: deployed }) =>
    expectThat(deployed !== null, `stack ${stackName}`, deployed ? `deployed in ${region}` : "not deployed", {
      action: "deploy the stage",
      runbook: "a-first-deployment-failed",
    }),
  );

const checkProbeKey = async ({ stage }: Deployment): Promise<Finding[]> => {
  const { probe } = resolveStage(stage ?? "");
  if (probe === undefined) return [];
  const detail = probe.keySecret ?? "none: the probe calls nothing that reads the table";
  const advice = { action: "give it one: docs/operations.md#probe", runbook: "unreachable-api" };
  return [expectThat(probe.keySecret !== undefined, "key of the probe", detail, advice)];
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
  { name: "stacks in other regions", isHostedLocally: false, run: checkStacks },
  { name: "key of the probe", isHostedLocally: false, run: checkProbeKey },
  { name: "throttle of the API", isHostedLocally: false, run: checkThrottle },
];
