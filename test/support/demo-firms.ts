import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { ensureDemoFirm } from "../../lib/local/demo/demo-firm.ts";
import { openDeployment, tableOf } from "../../lib/operator/deployment.ts";
import { shareDemo } from "../e2e/spawned-service.ts";

/**
 * Creates another demo firm in the service that the tests of a run share, for a test file that changes it.
 * @returns a folder with its `demo.json`
 */
export const newDemoFirm = async (): Promise<string> => {
  const shared = await shareDemo();
  process.env.INTAKE_LOCAL_DIR = shared;
  const deployment = await openDeployment({});
  const { baseUrl = "", clientConfig } = deployment;
  const directory = mkdtempSync(join(shared, "firm-"));
  await ensureDemoFirm(directory, {
    baseUrl,
    awsEndpoint: clientConfig.endpoint ?? "",
    tableName: tableOf(deployment).name,
    tableIsNew: true,
  });
  return directory;
};
