import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import type { BusEvent } from "../../lib/local/eventbridge/event-bus.ts";
import { type Service, startService } from "../../lib/local/host/service.ts";
import { assemblyFolder } from "../../lib/local/sources/follow-sources.ts";
import { createApp } from "../../lib/stacks/cdk-app.ts";
import { addStacks } from "../../lib/stacks/intake-app.ts";
import { toStage } from "../../lib/stacks/resolve-stage.ts";
import { LOCAL_STAGE } from "../../lib/stacks/stage-names.ts";
import type { StageSettings } from "../../lib/stacks/stage-settings.ts";
import { connectTable } from "../../shared/table/table.ts";
import { linkAssembly } from "./local-assembly.ts";

/** A sweep runs so often, instead of each minute. */
const SWEEP_MILLISECONDS = 800;

/**
 * Hosts a stage with one setting after another, as deployments do, on one database, which the operator's commands find
 * by `--table`.
 */
export const useHostedStages = () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-stages-"));
  const assemblies = new Map<string, string>();
  /** Types of the events that reached a bus. */
  const published: string[] = [];
  let database: Awaited<ReturnType<typeof startDynamoDbLocal>>;
  let service: Service | undefined;
  beforeAll(async () => {
    [database] = await Promise.all([startDynamoDbLocal(), linkAssembly(directory)]);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = database.endpoint;
  });
  afterAll(async () => {
    await service?.stop();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Synthesizes the stage with other settings, each once, on the functions of the shared assembly. */
  const synthesize = (settings: StageSettings) => {
    const key = JSON.stringify(settings);
    const known = assemblies.get(key);
    if (known !== undefined) return known;
    const context = { "aws:cdk:disable-asset-staging": true };
    const app = createApp({ outdir: mkdtempSync(join(directory, "assembly-")), context });
    addStacks(app, toStage(LOCAL_STAGE, settings), join(assemblyFolder(directory), "functions"));
    const assembly = app.synth().directory;
    assemblies.set(key, assembly);
    return assembly;
  };

  return {
    published,
    /** Hosts the stage with these settings, in place of the former ones. */
    deploy: async (settings: StageSettings, { sweeps }: { readonly sweeps: boolean }) => {
      await service?.stop();
      service = await startService({
        directory: join(directory, "data"),
        port: 0,
        assembly: synthesize(settings),
        dynamoDbEndpoint: database.endpoint,
        onEvent: (event: BusEvent) => published.push(event["detail-type"]),
        ...(sweeps && { minuteMilliseconds: SWEEP_MILLISECONDS }),
      });
      return { ...service, table: connectTable(service.tableName, { endpoint: database.endpoint }) };
    },
  };
};
