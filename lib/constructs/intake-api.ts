import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { EndpointDefinition } from "../../shared/contract/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/contract/endpoints.ts";
import { pascalCase } from "../pascal-case.ts";
import { type FunctionSetting, IntakeFunction } from "./intake-function.ts";

/** Neither address nor query string: a search may hold a person's name. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    requestTime: "$context.requestTime",
    routeKey: "$context.routeKey",
    status: "$context.status",
    responseLatencyMilliseconds: "$context.responseLatency",
    integrationError: "$context.integrationErrorMessage",
  }),
);

/** The HTTP API: a route and a function for each endpoint of the contract, and one function for everything else. */
export class IntakeApi extends Construct {
  readonly api: HttpApi;
  readonly functions: IntakeFunction[] = [];
  /** Those that put messages on the queue of webhook deliveries. */
  readonly webhookSenders: IntakeFunction[] = [];

  constructor(scope: Construct, id: string, setting: FunctionSetting) {
    super(scope, id);
    const fallback = this.#function(
      "route-not-found",
      "Answers every request that no route matches",
      setting,
    );
    this.api = new HttpApi(this, "HttpApi", {
      description: "Intake",
      createDefaultStage: false,
      defaultIntegration: integrationOf(fallback),
    });
    this.#addStage(setting);
    for (const definition of ENDPOINTS) this.#addEndpoint(definition, setting);
  }

  #addEndpoint(definition: EndpointDefinition, setting: FunctionSetting) {
    const handler = this.#function(definition.name, definition.summary, setting);
    handler.allowTableActions(definition.tableActions);
    handler.allowKeyLeases();
    if (definition.sendsWebhooks) this.webhookSenders.push(handler);
    this.api.addRoutes({
      path: definition.path,
      methods: [HttpMethod[definition.method]],
      integration: integrationOf(handler),
    });
  }

  #function(name: string, description: string, setting: FunctionSetting) {
    const handler = new IntakeFunction(this, pascalCase(name), { ...setting, name, description });
    this.functions.push(handler);
    return handler;
  }

  #addStage({ removalPolicy }: FunctionSetting) {
    const logGroup = new LogGroup(this, "AccessLogs", { retention: RetentionDays.ONE_MONTH, removalPolicy });
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: ACCESS_LOG_FORMAT },
    });
  }
}

const integrationOf = (handler: IntakeFunction) =>
  new HttpLambdaIntegration(`${handler.node.id}Integration`, handler);
