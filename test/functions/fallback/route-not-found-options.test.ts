import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/fallback/route-not-found.ts";
import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { httpEvent, lambdaContext } from "../../support/http-call.ts";

const request = (method: string, rawPath: string) => {
  const event = httpEvent();
  const { requestContext } = event;
  const http = { ...requestContext.http, method };
  return handler({ ...event, rawPath, requestContext: { ...requestContext, http } }, lambdaContext());
};

describe("OPTIONS", () => {
  it.each([
    ["/api/leads", "POST, GET, HEAD, OPTIONS"],
    ["/api/leads/any", "GET, HEAD, PATCH, OPTIONS"],
    ["/api/keys/any", "PATCH, DELETE, OPTIONS"],
    ["/api/sources/any/deliveries/any/replay", "POST, OPTIONS"],
    ["/api/openapi.json", "GET, HEAD, OPTIONS"],
    ["/api/docs", "GET, HEAD, OPTIONS"],
    ["/book", "GET, HEAD, OPTIONS"],
  ])("of %s allows %s, without a key", async (path, allow) => {
    expect(await request("OPTIONS", path)).toMatchObject({
      statusCode: 204,
      headers: { allow, "intake-version": LATEST_API_VERSION, "cache-control": "no-store" },
    });
  });

  it.each(["/", "/api", "/api/lead", "/api/leads/", "/api/leads/a/b/c"])("of %s is 404", async (path) => {
    expect((await request("OPTIONS", path)).statusCode).toBe(404);
  });
});

it.each(["PUT", "DELETE", "TRACE", "HEAD"])("%s of a path without that route is 404", async (method) => {
  expect((await request(method, "/api/keys")).statusCode).toBe(404);
});

it.each(["GET", "HEAD"])("%s of / leads to the reference page, without a key", async (method) => {
  expect(await request(method, "/")).toMatchObject({
    statusCode: 302,
    headers: { location: "/api/docs", "cache-control": "no-store" },
  });
});

it("POST of / is 404", async () => {
  expect((await request("POST", "/")).statusCode).toBe(404);
});
