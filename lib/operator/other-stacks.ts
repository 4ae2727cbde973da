import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { otherStacksOf } from "../stacks/stage-names.ts";
import type { StageSettings } from "../stacks/stage-settings.ts";
import { STAGES } from "../stacks/stages.ts";
import { type Deployment, readStackResources, resourcesOf } from "./deployment.ts";

/** A resource of a stage that may be in another region, whose name then says its stack. */
export type StageResource = {
  readonly name: string;
  readonly physicalId: string;
  /** The stack that has it, with the settings of clients for its region. */
  readonly deployment: Deployment;
};

type OtherStack = {
  readonly stackName: string;
  readonly region: string;
  readonly deployment: Deployment | null;
};

/** Reads the stacks that a stage has beside its main ones, each with its region; null for one that is not deployed. */
export const readOtherStacks = async ({ stage, isLocal }: Deployment): Promise<OtherStack[]> => {
  const settings: Readonly<Record<string, StageSettings>> = STAGES;
  if (stage === null || isLocal) return [];
  const stacks = otherStacksOf({ name: stage, ...settings[stage] });
  return Promise.all(
    stacks.map(async ({ stackName, region }) => {
      const client = new CloudFormationClient({ region });
      const resources = await readStackResources(client, stackName);
      const deployment = resources && { stage, isLocal, clientConfig: { region }, resources };
      return { stackName, region, deployment };
    }),
  );
};

/** Returns every resource of a type, in all regions of the stage. */
export const resourcesEverywhere = async (deployment: Deployment, type: string): Promise<StageResource[]> => [
  ...resourcesOf(deployment, type).map((resource) => ({ ...resource, deployment })),
  ...(await readOtherStacks(deployment)).flatMap(({ stackName, deployment: other }) =>
    other === null
      ? []
      : resourcesOf(other, type).map(({ name, physicalId }) => ({
          name: `${name} of ${stackName}`,
          physicalId,
          deployment: other,
        })),
  ),
];
