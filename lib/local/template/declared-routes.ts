import type * as z from "zod";
import type { InvokePermission } from "../lambda/invoke-permissions.ts";
import type { ResourceReader } from "./declared-stack.ts";
import { arn, nameFromArn } from "./resource-names.ts";
import * as schemas from "./resource-schemas.ts";

export type DeclaredRoute = {
  readonly routeKey: string;
  readonly functionName: string;
  /** By which Lambda knows the route that invokes: with the path's parameters as declared. */
  readonly arn: string;
};
export const readRoutes = (declared: ResourceReader): DeclaredRoute[] => {
  const integrations = new Map(
    declared("AWS::ApiGatewayV2::Integration", schemas.integration).map(({ name, IntegrationUri }) => [
      `integrations/${name}`,
      nameFromArn(IntegrationUri),
    ]),
  );
  return declared("AWS::ApiGatewayV2::Route", schemas.route).map(({ ApiId, RouteKey, Target }) => ({
    routeKey: RouteKey,
    functionName: integrations.get(Target) ?? "",
    // `GET /api/leads` is `GET/api/leads`, and the route for all else `$default`, beside the stage of that name.
    arn: arn("execute-api", `${ApiId}/$default/${RouteKey.replace(" ", "")}`),
  }));
};

export const readPermission = ({
  FunctionName: functionArn,
  Principal: principal,
  SourceArn: sourceArn,
}: z.output<typeof schemas.permission>): InvokePermission => ({ functionArn, principal, sourceArn });
