import { dirname } from "node:path";
import { readCloudAssembly } from "../../lib/local/template/cloud-assembly.ts";
import { type DeclaredStack, readStack } from "../../lib/local/template/declared-stack.ts";
import { resourceReferences } from "../../lib/local/template/resource-names.ts";
import { templateFile } from "./suite-resources.ts";

/** Returns the synthesized stacks as the local host reads them. */
export const suiteStack = (): DeclaredStack => {
  const assembly = readCloudAssembly(dirname(templateFile()));
  const addresses = { awsEndpoint: "http://aws.invalid", baseUrl: "http://api.invalid" };
  return readStack(assembly, resourceReferences(assembly, addresses));
};
