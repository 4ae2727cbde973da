import { describe, expect, it } from "@jest/globals";
import { createRouteMatcher } from "../../../../lib/local/http-api/gateway-route.ts";

const findRoute = createRouteMatcher(
  [
    "$default",
    "ANY /api/leads/{id}",
    "GET /api/{proxy+}",
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
    ["DELETE", "/api/leads/7", "ANY /api/leads/{id}", { id: "7" }],
    ["GET", "/api/leads/export", "GET /api/leads/export", {}],
    ["GET", "/api/leads/7/more", "GET /api/{proxy+}", { proxy: "leads/7/more" }],
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

  it("returns undefined without a matching route", () => {
    expect(createRouteMatcher([])("GET", "/")).toBeUndefined();
  });
});
