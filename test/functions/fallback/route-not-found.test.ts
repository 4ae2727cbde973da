import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/fallback/route-not-found.ts";
import { type ApiRequest, call, httpEvent, lambdaContext } from "../../support/http-call.ts";

const request = (method: string, rawPath: string) => {
  const event = httpEvent({ method });
  return handler({ ...event, rawPath }, lambdaContext());
};

describe("an unknown route", () => {
  it.each<[string, ApiRequest]>([
    ["without a key", {}],
    [
      "with everything wrong",
      { key: "itk_x", body: "x".repeat(100_000), headers: { "intake-version": "x" } },
    ],
  ])("answers 404 with the error envelope and the common headers: %s", async (_, unknown) => {
    const { status, headers, body } = await call(
      (event, context) => handler({ ...event, rawPath: "/api/unknown" }, context),
      unknown,
    );
    const error = { code: "not_found", message: "No such route.", details: null };
    expect([status, body]).toEqual([404, { error: { ...error, request_id: headers["x-request-id"] } }]);
    expect(headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "intake-version": "2026-11-01",
    });
  });

  it.each(["/api", "/api/lead", "/api/leads/", "/api/leads/a/b/c"])(
    "answers 404 to OPTIONS too: %s",
    async (path) => {
      expect((await request("OPTIONS", path)).statusCode).toBe(404);
    },
  );
});

it.each([
  ["GET", "/leads", "did you mean /api/leads?"],
  ["GET", "/openapi.json", "did you mean /api/openapi.json?"],
  ["POST", "/api/lead", "did you mean /api/leads?"],
  ["GET", "/api/leads/", "did you mean /api/leads?"],
  ["PATCH", "/api/lead/018f0000", "did you mean /api/leads/{id}?"],
  ["POST", "/leads/018f0000/archived", "did you mean /api/leads/{id}/archive?"],
  ["GET", "/api/links", "did you mean /api/link?"],
  ["DELETE", "/api/leads/018f0000", "this path has GET, HEAD, PATCH, OPTIONS."],
  ["PUT", "/book", "this path has GET, HEAD, OPTIONS."],
])("answers 404 to %s %s and suggests what exists: %s", async (method, path, hint) => {
  const { statusCode, body } = await request(method, path);
  expect([statusCode, JSON.parse(body ?? "").error.message]).toEqual([404, `No such route: ${hint}`]);
});

it.each(["/api", "/", "/wp-login.php", "/api/x", `/api/${"leads".repeat(2_000)}`, "/a".repeat(4_000)])(
  "answers 404 without a suggestion for a path that resembles none: %.20s",
  async (path) => {
    const { body } = await request("POST", path);
    expect(JSON.parse(body ?? "").error.message).toBe("No such route.");
  },
);

it.each([
  ["/api/openapi.json", "GET, HEAD, OPTIONS"],
  ["/api/docs", "GET, HEAD, OPTIONS"],
  ["/book", "GET, HEAD, OPTIONS"],
])("answers OPTIONS of %s with its methods, without a key: %s", async (path, allow) => {
  expect(await request("OPTIONS", path)).toMatchObject({
    statusCode: 204,
    headers: { allow, "intake-version": "2026-11-01", "cache-control": "no-store" },
  });
});

it.each(["GET", "HEAD"])("redirects %s of / to the reference page, without a key", async (method) => {
  expect(await request(method, "/")).toMatchObject({
    statusCode: 302,
    headers: { location: "/api/docs", "cache-control": "no-store" },
  });
});

it.each(["POST", "OPTIONS"])("answers 404 to %s of /", async (method) => {
  expect((await request(method, "/")).statusCode).toBe(404);
});
