import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { EndpointDefinition } from "../../shared/contract/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/contract/endpoints.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

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
  /** The functions that send to the webhook queue. */
  readonly webhookSenders: IntakeFunction[] = [];

  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id);
    const fallback = this.#function(
      "route-not-found",
      "Answers every request that no route matches",
      context,
    );
    this.api = new HttpApi(this, "HttpApi", {
      description: "Intake",
      createDefaultStage: false,
      defaultIntegration: integrationOf(fallback),
    });
    this.#addStage(context);
    for (const definition of ENDPOINTS) this.#addEndpoint(definition, context);
  }

  #addEndpoint(definition: EndpointDefinition, context: FunctionContext) {
    const handler = this.#function(definition.name, definition.summary, context);
    handler.allowTableActions(definition.tableActions);
    handler.allowKeyLeases();
    if (definition.sendsWebhooks) this.webhookSenders.push(handler);
    this.api.addRoutes({
      path: definition.path,
      methods: [HttpMethod[definition.method]],
      integration: integrationOf(handler),
    });
  }

  #function(name: string, description: string, context: FunctionContext) {
    return new IntakeFunction(this, pascalCase(name), { ...context, name, description });
  }

  #addStage({ removalPolicy }: FunctionContext) {
    const logGroup = new LogGroup(this, "AccessLogs", { retention: RetentionDays.ONE_MONTH, removalPolicy });
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: ACCESS_LOG_FORMAT },
    });
  }
}

/** `create-lead` → `CreateLead`, the construct id of the function of that name. */
export const pascalCase = (kebab: string) =>
  kebab.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());

const integrationOf = (handler: IntakeFunction) =>
  new HttpLambdaIntegration(`${handler.node.id}Integration`, handler);
