import { describe, expect, it } from "@jest/globals";
import { createRouteMatcher } from "../../../../lib/local/http-api/gateway-route.ts";

const findRoute = createRouteMatcher(
  [
    "$default",
    "GET /api/leads",
    "GET /api/leads/{id}",
    "GET /api/leads/export",
    "GET /a.b",
    "POST /api/leads/{id}/archive",
  ].map((routeKey) => ({ routeKey, functionName: routeKey, arn: "" })),
);

describe("createRouteMatcher", () => {
  it.each([
    ["GET", "/api/leads", "GET /api/leads", {}],
    ["GET", "/api/leads/7", "GET /api/leads/{id}", { id: "7" }],
    ["DELETE", "/api/leads/7", "$default", {}],
    ["GET", "/api/leads/export", "GET /api/leads/export", {}],
    ["GET", "/api/leads/7/more", "$default", {}],
    ["POST", "/api/leads/7/archive", "POST /api/leads/{id}/archive", { id: "7" }],
    ["GET", "/api/leads/a%2Fb%20c", "GET /api/leads/{id}", { id: "a/b c" }],
    ["GET", "/api/leads/%E0%A4%A", "GET /api/leads/{id}", { id: "%E0%A4%A" }],
    ["POST", "/api/leads", "$default", {}],
    ["HEAD", "/api/leads", "$default", {}],
    ["GET", "/api/", "$default", {}],
    ["GET", "/axb", "$default", {}],
    ["OPTIONS", "*", "$default", {}],
  ])("routes %s %s to %s", (method, path, routeKey, pathParameters) => {
    expect(findRoute(method, path)).toMatchObject({ routeKey, pathParameters });
  });

  it.each(["ANY /api", "GET /api/{proxy+}", "GET api"])("rejects the route key %s", (routeKey) => {
    expect(() => createRouteMatcher([{ routeKey, functionName: "", arn: "" }])).toThrow(routeKey);
  });

  it("returns undefined without a matching route", () => {
    expect(createRouteMatcher([])("GET", "/")).toBeUndefined();
  });
});
