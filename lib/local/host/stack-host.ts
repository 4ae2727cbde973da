import type { RequestListener } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTable } from "../dynamodb/create-table.ts";
import { gatewayError, sendResponse } from "../http-api/gateway-response.ts";
import type { CloudAssembly } from "../template/cloud-assembly.ts";
import { readStack } from "../template/declared-stack.ts";
import { listHostedResources, resourceReferences } from "../template/resource-names.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import { type HostOptions, hostStack } from "./hosted-stack.ts";
import { listenOnLoopback } from "./loopback-server.ts";
import { Teardown } from "./teardown.ts";

/** Binds the ports before the slow part of a start. They stay bound when another stack replaces the hosted one. */
export const reservePorts = async (httpPort: number, teardown: Teardown) => {
  const [http, aws] = [await reservePort(httpPort, teardown), await reservePort(0, teardown)];
  return {
    http,
    aws,
    addresses: { baseUrl: `http://localhost:${http.port}`, awsEndpoint: `http://127.0.0.1:${aws.port}` },
  };
};

type ReservedPorts = Awaited<ReturnType<typeof reservePorts>>;

/** The parts that remain when another stack replaces the hosted one. */
type HostSetting = {
  readonly directory: string;
  readonly ports: ReservedPorts;
  readonly dynamoDbEndpoint: string;
  /** Writes what is hosted, for the operator's commands. */
  readonly publish: (hosted: object) => void;
};

/** Hosts the stack of an assembly, and later another in its place. */
export class StackHost {
  readonly #setting: HostSetting;
  readonly #options: HostOptions;
  #teardown = new Teardown();
  #hosted: ReturnType<typeof hostStack> | undefined;

  constructor(setting: HostSetting, options: HostOptions) {
    this.#setting = setting;
    this.#options = options;
  }

  /** @throws StartError if the assembly cannot be hosted, or not on the existing table */
  async host(assembly: CloudAssembly) {
    const { directory, dynamoDbEndpoint, ports, publish } = this.#setting;
    const { awsEndpoint, baseUrl } = ports.addresses;
    const reference = resourceReferences(assembly, ports.addresses);
    const stack = readStack(assembly, reference);
    const { name, properties } = stack.table;
    const client = new DynamoDBClient({ ...HOST_CLIENT, endpoint: dynamoDbEndpoint });
    const { isNew, streamArn } = await createTable(client, properties, name).finally(() => client.destroy());
    const environment = { directory, awsEndpoint, dynamoDbEndpoint, streamArn, teardown: this.#teardown };
    this.#hosted = hostStack(stack, environment, this.#options);
    ports.aws.serve(this.#hosted.serveAws);
    ports.http.serve(this.#hosted.serveHttp);
    const resources = listHostedResources(assembly, reference).filter(
      ({ type, physical_id }) => type !== "AWS::DynamoDB::Table" || physical_id === name,
    );
    publish({ aws_endpoint: awsEndpoint, base_url: baseUrl, resources });
    return { tableName: name, tableIsNew: isNew };
  }

  /** @returns false if no stack is hosted, because the last one failed */
  outdateFunctions(): boolean {
    this.#hosted?.outdateFunctions();
    return this.#hosted !== undefined;
  }

  async drained() {
    await this.#hosted?.drained();
  }

  /** Stops the stack. Requests get 503 until another stack is hosted. */
  async stop() {
    const { http, aws } = this.#setting.ports;
    const teardown = this.#teardown;
    this.#teardown = new Teardown();
    this.#hosted = undefined;
    http.serve(unavailable);
    await teardown.run();
    aws.serve(unavailable);
  }
}

const unavailable: RequestListener = (_request, response) => sendResponse(response, gatewayError(503));

const reservePort = async (port: number, teardown: Teardown) => {
  let listener = unavailable;
  const server = await listenOnLoopback((request, response) => listener(request, response), port);
  teardown.add(() => server.stop());
  const serve = (hosted: RequestListener) => {
    listener = hosted;
  };
  return { ...server, serve };
};
