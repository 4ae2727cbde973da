import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/fallback/route-not-found.ts";
import { type ApiRequest, call } from "../../support/http-call.ts";

const callUnknownRoute = (request: ApiRequest) =>
  call((event, context) => handler({ ...event, rawPath: "/api/unknown" }, context), request);

describe("an unknown route", () => {
  it.each<[string, ApiRequest]>([
    ["without a key", {}],
    ["with a key", { key: "itk_x" }],
    ["with invalid JSON", { body: "{" }],
    ["with an oversized body", { body: "x".repeat(100_000) }],
    ["with an unknown version", { headers: { "intake-version": "2020-01-01" } }],
  ])("is 404 with the error envelope and the common headers: %s", async (_, request) => {
    const { status, headers, body } = await callUnknownRoute(request);
    expect([status, body]).toEqual([
      404,
      {
        error: {
          code: "not_found",
          message: "No such route.",
          details: null,
          request_id: headers["x-request-id"],
        },
      },
    ]);
    expect(headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "intake-version": "2026-11-01",
    });
  });
});
