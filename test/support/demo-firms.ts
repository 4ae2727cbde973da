import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "@jest/globals";
import { ensureDemoFirm } from "../../lib/local/demo/demo-firm.ts";
import { openDeployment, tableOf } from "../../lib/operator/deployment.ts";
import { callDemo, readJson, shareDemo } from "../e2e/spawned-service.ts";

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

/** Creates another demo firm for the tests of a file. */
export const useDemoFirm = () => {
  let directory = "";
  beforeAll(async () => {
    directory = await newDemoFirm();
  });
  /** The values of `demo.json`. */
  const demo = () => readJson(directory, "demo.json");
  return {
    directory: () => directory,
    demo,
    baseUrl: () => demo().base_url ?? "",
    /** Calls the service with the firm's key, and expects it to succeed. */
    call: async (method: string, path: string, body?: object) => {
      const response = await callDemo(directory, method, path, body);
      expect([method, path, response.status < 300 || response.body]).toEqual([method, path, true]);
      return response.body;
    },
  };
};
