import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { type Service, startService } from "../../lib/local/host/service.ts";
import { LOCAL_STAGE, STAGE_STACKS, stackNameOf } from "../../lib/stacks/stage-names.ts";
import { connectTable, type Table } from "../../shared/table/table.ts";
import { copyAssembly } from "./local-assembly.ts";

type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> };

/** Returns the properties of the resource of this type whose logical id begins with this text. */
export type FindProperties = (type: string, logicalId: string) => Record<string, unknown>;

type HostedService = {
  readonly service: Service;
  readonly table: Table;
  readonly directory: string;
  /** The log so far. */
  readonly lines: readonly string[];
};

/**
 * Hosts the stacks of the stage `local` for the tests of this file, where the operator's commands find it.
 * @param change changes the templates, for example the number of tries
 */
export const useHostedService = (change?: (find: FindProperties) => void): (() => HostedService) => {
  let hosted: HostedService | undefined;
  let directory = "";
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "intake-service-"));
    process.env.INTAKE_LOCAL_DIR = directory;
    const assembly = await copyAssembly(directory);
    if (change) changeTemplates(assembly, change);
    const lines: string[] = [];
    const service = await startService({ directory, port: 0, assembly, log: (line) => lines.push(line) });
    hosted = {
      service,
      directory,
      lines,
      table: connectTable(service.tableName, { endpoint: service.awsEndpoint }),
    };
  });
  afterAll(async () => {
    delete process.env.INTAKE_LOCAL_DIR;
    await hosted?.service.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    if (hosted === undefined) throw new Error("The service is not started yet.");
    return hosted;
  };
};

const changeTemplates = (assembly: string, change: (find: FindProperties) => void) => {
  const files = STAGE_STACKS.map((part) =>
    join(assembly, `${stackNameOf({ name: LOCAL_STAGE }, part)}.template.json`),
  );
  const templates = files.map((file): { Resources: Record<string, Resource> } =>
    JSON.parse(readFileSync(file, "utf8")),
  );
  change((type, logicalId) => {
    const found = templates
      .flatMap(({ Resources }) => Object.entries(Resources))
      .find(([id, { Type }]) => Type === type && id.startsWith(logicalId));
    if (found === undefined) throw new Error(`The templates have no ${type} ${logicalId}.`);
    return found[1].Properties;
  });
  for (const [index, file] of files.entries()) writeFileSync(file, JSON.stringify(templates[index]));
};
