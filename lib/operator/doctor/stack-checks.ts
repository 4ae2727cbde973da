import { resolveStage } from "../../stacks/stage.ts";
import type { Deployment } from "../deployment.ts";
import { readOtherStacks } from "../other-stacks.ts";
import { type Check, expectThat, type Finding } from "./check.ts";

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

export const STACK_CHECKS: readonly Check[] = [
  { name: "stacks in other regions", isHostedLocally: false, run: checkStacks },
  { name: "key of the probe", isHostedLocally: false, run: checkProbeKey },
];
