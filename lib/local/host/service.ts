import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type DynamoDbLocal, startDynamoDbLocal } from "../dynamodb/dynamodb-local.ts";
import { assemblyFolder, followSources, readSources } from "../sources/follow-sources.ts";
import { fingerprintOf, requireDataFolder, type SourceFiles } from "../sources/source-files.ts";
import { readCloudAssembly } from "../template/cloud-assembly.ts";
import { loadAssembly, ROOT } from "../template/stored-assembly.ts";
import type { HostOptions } from "./hosted-stack.ts";
import { lockFolder } from "./service-lock.ts";
import { reservePorts, StackHost } from "./stack-host.ts";
import { Teardown } from "./teardown.ts";

type ServiceOptions = HostOptions & {
  /** The data folder: database and stream positions. */
  readonly directory: string;
  /** 0 for any free port. */
  readonly port: number;
  /**
   * An existing cloud assembly. The default is the sources' own, synthesized if they have changed since the last start.
   */
  readonly assembly?: string;
  /** Applies changes of the sources while the service runs. */
  readonly followsSources?: boolean;
  /** Another server with DynamoDB's API, instead of DynamoDB Local. */
  readonly dynamoDbEndpoint?: string | undefined;
  /** Receives the name of each step of the start, once the folder and the ports are this service's. */
  readonly onStep?: (name: string) => void;
};

export type Service = {
  readonly baseUrl: string;
  readonly awsEndpoint: string;
  readonly tableName: string;
  /** True if this start created the table. */
  readonly tableIsNew: boolean;
  /** Resolves with the end of the database's error output when it exits: unexpectedly, or because of `stop`. */
  readonly databaseExited: Promise<string>;
  /** Resolves with a sentence when somebody has removed the data folder; the service cannot go on then. */
  readonly folderRemoved: Promise<string>;
  /** Resolves when all changes so far are published as events and these are fanned out. */
  drained(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Hosts the synthesized stack on this machine.
 * @throws StartError if the start failed for a reason that the user can fix, after stopping everything
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const teardown = new Teardown();
  try {
    return await start(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
};

const start = async (options: ServiceOptions, teardown: Teardown): Promise<Service> => {
  const { directory, onStep = () => {} } = options;
  requireDataFolder(ROOT, directory);
  const lock = await lockFolder(directory);
  teardown.add(() => lock.release());
  const ports = await reservePorts(options.port, teardown);
  onStep("reading the stack");
  const database = startDatabase(options);
  teardown.add(async () => (await database.catch(() => undefined))?.stop());
  const sources = readSources(directory);
  const [{ endpoint: dynamoDbEndpoint, exited }, assembly] = await Promise.all([
    database,
    readAssembly(options, sources),
  ]);
  const host = new StackHost({ directory, ports, dynamoDbEndpoint, publish: lock.publish }, options);
  teardown.add(() => host.stop());
  onStep("opening the table");
  const table = await host.host(assembly);
  // stops first: requests in progress still need everything else
  teardown.add(() => ports.http.stop());
  if (options.followsSources) teardown.add(followSources({ directory, sources, host, log: options.log }));
  return {
    ...ports.addresses,
    ...table,
    databaseExited: exited,
    folderRemoved: lock.removed,
    drained: () => host.drained(),
    stop: () => teardown.run(),
  };
};

const startDatabase = async (options: ServiceOptions): Promise<DynamoDbLocal> => {
  const { dynamoDbEndpoint: endpoint } = options;
  if (endpoint) return { endpoint, stop: async () => {}, exited: new Promise(() => {}) };
  const directory = join(options.directory, "dynamodb");
  mkdirSync(directory, { recursive: true });
  return startDynamoDbLocal({ directory });
};

const readAssembly = async ({ assembly, directory }: ServiceOptions, sources: SourceFiles) =>
  assembly === undefined
    ? loadAssembly(assemblyFolder(directory), fingerprintOf(sources))
    : readCloudAssembly(assembly);
