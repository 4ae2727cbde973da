import { Duration, NestedStack, SecretValue } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnApi,
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type EndpointDefinition, routeMethodsOf } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { PUBLIC_PATHS } from "../../../shared/routes.ts";
import type { Edge } from "../stage-settings.ts";
import { FALLBACK_KEY, PUBLIC_INSTANCES, PUBLIC_RATES, type PublicPath, THROTTLE } from "../throttles.ts";
import { createInTurn } from "./creation-order.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

/** The header with the secret that CloudFront sends and the API's authorizer compares. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/** Contains no personal data: no IP address, and no query string, because a search may contain a person's name. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    requestTime: "$context.requestTime",
    routeKey: "$context.routeKey",
    status: "$context.status",
    responseLatencyMilliseconds: "$context.responseLatency",
    // Lambda's request id, which each line of the function has.
    invocationId: "$context.integration.requestId",
    integrationError: "$context.integrationErrorMessage",
  }),
);

type OriginSecrets = Pick<Edge, "originSecret" | "nextOriginSecret">;

type IntakeApiProps = FunctionContext & {
  readonly accessLog: LogGroup;
  /** Names the secrets, one of which every request must carry. Without this, anybody may call. */
  readonly edge?: OriginSecrets | undefined;
  /** The API's own address answers nobody. */
  readonly isClosed: boolean;
};

/** API Gateway caches a correct secret for this long, so that most calls cost no invocation. */
const AUTHORIZED = Duration.hours(1);

type ThrottledRoute = { readonly route: HttpRoute; readonly key: string; readonly rate: number };

/** The HTTP API: a route and a function for each endpoint of the contract, and a fallback function for other routes. */
export class IntakeApi extends Construct {
  readonly api: HttpApi;
  /** Functions that send messages to the webhook queue. */
  readonly webhookSenders: IntakeFunction[] = [];
  /** Functions that send messages to the queue of feeds. */
  readonly feedSenders: IntakeFunction[] = [];
  /** Nested stacks by noun. CloudFormation takes 500 resources in each. */
  readonly #stacks = new Map<string, NestedStack>();

  constructor(scope: Construct, id: string, { edge, accessLog, isClosed, ...context }: IntakeApiProps) {
    super(scope, id);
    const fallback = this.#createFunction(
      "route-not-found",
      "Responds to every request that matches no route",
      context,
    );
    this.api = new HttpApi(this, "HttpApi", {
      description: "Intake",
      createDefaultStage: false,
      // Its permission is `<api>/*/*`, because the route $default has no method, which `<api>/*/*/*` requires.
      defaultIntegration: new HttpLambdaIntegration("RouteNotFoundIntegration", fallback),
      ...(edge && { defaultAuthorizer: this.#authorizeOrigin(edge, context) }),
    });
    const { defaultChild } = this.api.node;
    // A property of the construct would keep the stack from printing the address.
    if (defaultChild instanceof CfnApi) defaultChild.disableExecuteApiEndpoint = isClosed;
    for (const definition of ENDPOINTS) this.#addEndpoint(definition, context);
    const publicRoutes = Object.entries(PUBLIC_PATHS).flatMap(([name, paths]) =>
      this.#addPublicFiles(name, paths, context),
    );
    this.#addStage([...publicRoutes, this.#fallbackRoute()], accessLog);
    createInTurn(this, [...this.#stacks.values()]);
  }

  #authorizeOrigin({ originSecret, nextOriginSecret }: OriginSecrets, context: FunctionContext) {
    const environment = {
      ...context.environment,
      ORIGIN_SECRET: SecretValue.secretsManager(originSecret).unsafeUnwrap(),
      ...(nextOriginSecret && {
        NEXT_ORIGIN_SECRET: SecretValue.secretsManager(nextOriginSecret).unsafeUnwrap(),
      }),
    };
    const handler = this.#createFunction(
      "authorize-origin",
      "Refuses requests that did not come through CloudFront",
      { ...context, environment },
    );
    return new HttpLambdaAuthorizer("OriginAuthorizer", handler, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
      resultsCacheTtl: AUTHORIZED,
    });
  }

  #addPublicFiles(name: string, paths: readonly PublicPath[], context: FunctionContext) {
    const handler = this.#createFunction(name, "Serves what anyone may read, without a key", context);
    const integration = lambdaIntegration(handler);
    const methods = [HttpMethod.GET, HttpMethod.HEAD];
    return paths.flatMap((path) => {
      const routes = this.api.addRoutes({ path, methods, integration });
      return routes.map((route, index) => ({
        route,
        key: `${methods[index]} ${path}`,
        rate: PUBLIC_RATES[path],
      }));
    });
  }

  #fallbackRoute(): ThrottledRoute {
    const route = this.api.node.findChild("DefaultRoute");
    if (!(route instanceof HttpRoute)) throw new Error("The API has no route for other paths.");
    return { route, key: FALLBACK_KEY, rate: PUBLIC_RATES[FALLBACK_KEY] };
  }

  #addEndpoint(definition: EndpointDefinition, context: FunctionContext) {
    const scope = this.#stackOf(definition);
    const handler = this.#createFunction(definition.name, definition.summary, context, scope);
    const { tableActions, keyActions } = definition;
    if (keyActions) handler.grantTableAndKeyActions(tableActions, keyActions);
    else handler.grantTableActions(tableActions);
    if (!definition.isKeyless) handler.grantKeyLeases();
    if (definition.sendsWebhooks) this.webhookSenders.push(handler);
    if (definition.fetchesFeeds) this.feedSenders.push(handler);
    const integration = lambdaIntegration(handler);
    for (const method of routeMethodsOf(definition))
      new HttpRoute(scope, `${method}${definition.path}`, {
        httpApi: this.api,
        routeKey: HttpRouteKey.with(definition.path, HttpMethod[method]),
        integration,
      });
  }

  /** Returns the nested stack for the first word of an endpoint's path. */
  #stackOf({ path }: EndpointDefinition) {
    const noun = pascalCase(path.split(/[/.]/)[2] ?? "");
    const stack = this.#stacks.get(noun) ?? new NestedStack(this, noun);
    this.#stacks.set(noun, stack);
    return stack;
  }

  #createFunction(name: string, description: string, context: FunctionContext, scope: Construct = this) {
    const reservedConcurrency = PUBLIC_INSTANCES[name];
    return new IntakeFunction(scope, pascalCase(name), {
      ...context,
      name,
      description,
      ...(reservedConcurrency && { reservedConcurrency }),
    });
  }

  /**
   * Adds the stage after the routes: API Gateway refuses a throttle of a missing one, and deploys each later one by
   * itself.
   */
  #addStage(throttled: readonly ThrottledRoute[], accessLog: LogGroup) {
    const stage = new HttpStage(this, "Stage", {
      httpApi: this.api,
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: ACCESS_LOG_FORMAT },
    });
    const { defaultChild } = stage.node;
    if (!(defaultChild instanceof CfnStage)) throw new Error("The stage has no resource.");
    defaultChild.routeSettings = Object.fromEntries(
      throttled.map(({ key, rate }) => [key, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate }]),
    );
    stage.node.addDependency(...throttled.map(({ route }) => route), ...this.#stacks.values());
  }
}

/** Converts a function's name to its construct id: `create-lead` → `CreateLead`. */
export const pascalCase = (kebab: string) =>
  kebab.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());

const lambdaIntegration = (handler: IntakeFunction) =>
  // One permission for the function, instead of one for each of its routes.
  new HttpLambdaIntegration(`${handler.node.id}Integration`, handler, { scopePermissionToRoute: false });
