import { describe, expect, it, jest } from "@jest/globals";
import {
  IntakeApiError,
  IntakeNetworkError,
  IntakeResponseError,
  TimeoutError,
} from "../../client/src/errors.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { drop, failure, html, json, scriptedService } from "./scripted-service.ts";

useReceivers();

const errorOf = async (
  step: Parameters<typeof scriptedService>[0][number],
  options: Parameters<typeof scriptedService>[1] = {},
): Promise<unknown> => {
  const { client } = await scriptedService([step], { maxRetries: 0, ...options });
  return client.getMe().then(
    () => null,
    (error: unknown) => error,
  );
};

/** Returns a caller's reaction to an error: the compiler knows every code. */
const advice = (error: IntakeApiError): string => {
  switch (error.code) {
    case "slot_unavailable":
      return error.nextAvailable[0] ?? "none";
    case "invalid_request":
      return error.details?.map(({ field }) => field).join() ?? "";
    default:
      return error.code;
  }
};

describe("an error of the API", () => {
  it("has its code, status, message and request id", async () => {
    const error = await errorOf(failure(404, "not_found"));
    expect(error).toBeInstanceOf(IntakeApiError);
    expect(error).toMatchObject({
      name: "IntakeApiError",
      message: "getMe: 404 not_found: It is not_found. (request_id r1)",
      apiMessage: "It is not_found.",
      operation: "getMe",
      code: "not_found",
      status: 404,
      requestId: "r1",
      details: null,
      nextAvailable: [],
      retryAfterSeconds: null,
    });
  });

  it("names the invalid fields in its message", async () => {
    const details = [
      { field: "email", message: "must be an email address" },
      { field: "source", message: "is required" },
    ];
    expect(await errorOf(failure(422, "invalid_request", {}, { details }))).toMatchObject({
      message:
        "getMe: 422 invalid_request: email must be an email address; source is required (request_id r1)",
    });
  });

  it("has the invalid fields, or later start instants", async () => {
    const details = [{ field: "email", message: "is required" }];
    const nextAvailable = ["2026-11-02T15:00:00.000Z"];
    const invalid = await errorOf(failure(422, "invalid_request", {}, { details }));
    const taken = await errorOf(failure(409, "slot_unavailable", {}, { next_available: nextAvailable }));
    expect([invalid, taken].map((error) => advice(error as IntakeApiError))).toEqual([
      "email",
      nextAvailable[0],
    ]);
  });
});

describe("the wait that Retry-After asks for", () => {
  const nowMilliseconds = Date.UTC(1994, 10, 6, 8, 49, 30);

  it.each([
    ["7", 7],
    ["0.5", 0.5],
    ["0", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 7],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 7],
    ["Sun Nov  6 08:49:37 1994", 7],
    ["Sun, 06 Nov 1994 08:49:20 GMT", 0],
    ["-1", null],
    ["1.2.3", null],
    ["1e3", null],
    ["5, 10", null],
    ["soon", null],
    ["in 7", null],
    ["1994-11-06", null],
    ["Sun, 99 Nov 1994 08:49:37 GMT", null],
    ["", null],
  ])("is read from a number of seconds or a date of HTTP: %j", async (value, seconds) => {
    jest.spyOn(Date, "now").mockReturnValue(nowMilliseconds);
    expect(await errorOf(failure(429, "rate_limited", { "retry-after": value }))).toMatchObject({
      retryAfterSeconds: seconds,
    });
  });
});

describe("a response that is not from the API", () => {
  it.each([
    ["an error of a gateway", html(502), 502],
    ["a page of a proxy", html(200), 200],
    ["an error without a code", json(500, { message: "Internal Server Error" }), 500],
  ])("is an error of its own: %s", async (_case, step, status) => {
    const error = await errorOf(step);
    expect(error).toBeInstanceOf(IntakeResponseError);
    expect(error).toMatchObject({ status, body: expect.stringMatching(/Gateway|Internal Server Error/) });
    expect(String(error)).toContain(`getMe: the response with status ${status}`);
  });
});

describe("no response", () => {
  it("is an error of the network, with its cause", async () => {
    const error = await errorOf(drop);
    expect(error).toBeInstanceOf(IntakeNetworkError);
    expect(error).toMatchObject({ cause: expect.objectContaining({ message: "fetch failed" }) });
    expect(String(error)).toMatch(/getMe: the connection failed .*\(other side closed\)/);
  });

  it("is a timeout after the configured time", async () => {
    const error = await errorOf(() => undefined, { timeoutMilliseconds: 300 });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toBe("TimeoutError: getMe: no response within 300 ms.");
  });
});
