import { describe, expect, it } from "@jest/globals";
import { requireInvokePermissions } from "../../../../lib/local/lambda/invoke-permissions.ts";

const API = "arn:aws:execute-api:local:000000000000:api";
const ROUTES = {
  some: { routeKey: "POST /leads/{id}", functionName: "some", arn: `${API}/$default/POST/leads/{id}` },
  fallback: { routeKey: "$default", functionName: "fallback", arn: `${API}/$default/$default` },
};
const API_GATEWAY = "apigateway.amazonaws.com";

const permit = (functionName: string, sourceArn: string, principal = API_GATEWAY) => ({
  functionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  principal,
  sourceArn,
});

const require = (route: keyof typeof ROUTES, permission: ReturnType<typeof permit>) => () =>
  requireInvokePermissions({
    routes: [ROUTES[route]],
    rules: [],
    scheduledRules: [],
    permissions: [permission],
  });

describe("a function", () => {
  it.each([
    ["some", permit("some", `${API}/*/*/*`)],
    ["some", permit("some", `${API}/*/*/leads/{id}`)],
    ["some", permit("some", `${API}/*/POST/leads/*`)],
    ["fallback", permit("fallback", `${API}/*/*`)],
    ["fallback", permit("fallback", `${API}/*/$default`)],
  ] as const)("lets the route of %s invoke it with %j", (route, permission) => {
    expect(require(route, permission)).not.toThrow();
  });

  it.each([
    ["some", permit("some", `${API}/*/GET/leads/{id}`)],
    ["some", permit("some", `${API}/*/*/leads/7`)],
    ["some", permit("some", `${API}/*/*`, "events.amazonaws.com")],
    ["some", permit("fallback", `${API}/*/*`)],
    // Of stage, method and path, the route for all else has no method.
    ["fallback", permit("fallback", `${API}/*/*/*`)],
  ] as const)(
    "does not let the route of %s invoke it with %j, so the service does not start",
    (route, permission) => {
      expect(require(route, permission)).toThrow(`${ROUTES[route].arn} invoke it`);
    },
  );
});
