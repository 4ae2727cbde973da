import { readFileSync } from "node:fs";
import { type CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import * as z from "zod";
import { stackNameOf } from "../stage-names.ts";
import type { Deployment } from "./deployment.ts";
import { templateFile } from "./indexed-tables.ts";

const template = z.object({
  Resources: z.record(z.string(), z.object({ Properties: z.record(z.string(), z.unknown()).optional() })),
});

/**
 * Returns true if the deployed stack `live` lacks what the assembly's one connects with the service, because the stage is
 * paused or its domain is new. Until that is deployed, nobody can test the service.
 */
export const connectsMore = async ({ cloudFormation, assembly, stage }: Deployment): Promise<boolean> => {
  const StackName = stackNameOf(stage, "live");
  const deployed = activeResources(await readTemplate(cloudFormation, StackName));
  const declared = activeResources(readFileSync(templateFile(assembly, StackName), "utf8"));
  return declared.some((id) => !deployed.includes(id));
};

/** Returns true if nothing invokes the deployed functions: no rule or mapping, and no call of the API's address. */
export const isDeployedPaused = async ({ cloudFormation, stage }: Deployment): Promise<boolean> => {
  const [live, service] = await Promise.all(
    (["live", "service"] as const).map((part) => readTemplate(cloudFormation, stackNameOf(stage, part))),
  );
  return activeResources(live ?? "").length === 0 && !hasOpenApi(service ?? "");
};

/** Returns the text of the template of a deployed stack. */
export const readTemplate = async (
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<string> => {
  const { TemplateBody = "" } = await cloudFormation.send(new GetTemplateCommand({ StackName }));
  return TemplateBody;
};

const hasOpenApi = (templateText: string) =>
  Object.values(template.parse(JSON.parse(templateText)).Resources).some(
    ({ Properties }) => Properties?.DisableExecuteApiEndpoint === false,
  );

/** Returns the logical ids of the resources that are not disabled. */
const activeResources = (templateText: string) =>
  Object.entries(template.parse(JSON.parse(templateText)).Resources).flatMap(([id, { Properties = {} }]) =>
    Properties.Enabled === false || Properties.State === "DISABLED" ? [] : [id],
  );
