import { describe, expect, it } from "@jest/globals";
import { createPathMask, createRouteMatcher } from "../../../../lib/local/http-api/gateway-route.ts";

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
    const routes = ["$default", routeKey].map((key) => ({ routeKey: key, functionName: "", arn: "" }));
    expect(() => createRouteMatcher(routes)).toThrow(routeKey);
  });

  it("requires a route for all other requests", () => {
    expect(() => createRouteMatcher([])).toThrow("$default");
  });
});

describe("createPathMask", () => {
  const ID = "01a2075a-f3a6-77c4-9733-762e510777ca";
  const maskPath = createPathMask([
    { routeKey: "POST /api/leads/{id}/archive", functionName: "archive", arn: "" },
  ]);

  it.each([
    ["/api/leads", "/api/leads"],
    [`/api/leads/${ID}/archive`, `/api/leads/${ID}/archive`],
    ["/", "/"],
    ["/api/leads/dana@example.com", "/api/leads/…"],
    ["/api/its_secret/leads/Dana", "/api/…/leads/…"],
  ])("shows %s as %s", (path, shown) => {
    expect(maskPath(path)).toBe(shown);
  });
});
