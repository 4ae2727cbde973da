import { EDGE_REGION, stackNameOf } from "../stage-names.ts";
import type { Edge } from "../stage-settings.ts";
import { readTemplate } from "./connection.ts";
import { deployArgs } from "./deploy-args.ts";
import type { Deployment } from "./deployment.ts";
import { outputOf, readStack } from "./stack-state.ts";

/** Deploys CloudFront, and names the records that it still needs, so that they can be made before the service is tested. */
export const deployEdge = async (deployment: Deployment): Promise<boolean> => {
  const { edge } = deployment.stage;
  if (edge === undefined) return true;
  const succeeded = await deployment.runCdk(
    deployArgs(deployment.assembly, stackNameOf(deployment.stage, "edge")),
  );
  if (succeeded) await hasRecords(deployment, edge);
  return succeeded;
};

/** @throws Error if the deployed API would refuse what CloudFront sends, until the service is deployed too */
export const requireAcceptedSecret = async ({ cloudFormation, stage }: Deployment): Promise<void> => {
  if (stage.edge === undefined) return;
  const { originSecret } = stage.edge;
  const api = await readTemplate(cloudFormation, stackNameOf(stage, "service"));
  if (!api.includes("ORIGIN_SECRET") || api.includes(`secretsmanager:${originSecret}:`)) return;
  throw new Error(
    `The API does not accept the secret ${originSecret} yet: deploy it as nextOriginSecret first ("CloudFront and WAF" in docs/operations.md).`,
  );
};

/** Returns true if the hosts of CloudFront and its origin lead somewhere; logs the records that are missing. */
export const hasRecords = async (deployment: Deployment, edge: Edge): Promise<boolean> => {
  const { stage, hasAddress, cloudFormation, cloudFormationIn, log } = deployment;
  const targetOf = async (part: "state" | "edge", output: string) => {
    const client = part === "edge" ? cloudFormationIn(EDGE_REGION) : cloudFormation;
    const stack = await readStack(client, stackNameOf(stage, part));
    return stack === null ? `the output ${output}` : outputOf(stack, output);
  };
  const records = [
    ...(stage.domain ? [{ host: stage.domain.name, part: "state", output: "DomainTarget" } as const] : []),
    { host: edge.domainName, part: "edge", output: "DistributionDomain" } as const,
  ];
  let areAllMade = true;
  for (const { host, part, output } of records) {
    if (await hasAddress(host)) continue;
    areAllMade = false;
    log(`${host} has no address: make its record, a CNAME of ${await targetOf(part, output)}.`);
  }
  return areAllMade;
};
