import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, jest } from "@jest/globals";
import { newFirm } from "../support/firms.ts";
import { useHostedService } from "../support/hosted-service.ts";

const hosted = useHostedService();

/** Runs the function in an instance of its own. @returns what it failed with, or null */
const probe = async (apiKey: string | null, baseUrl = hosted().service.baseUrl): Promise<string | null> => {
  jest.resetModules();
  process.env.BASE_URL = baseUrl;
  delete process.env.API_KEY;
  if (apiKey !== null) process.env.API_KEY = apiKey;
  const { handler } = await import("../../functions/probe/probe-api.ts");
  return handler().then(
    () => null,
    (error: unknown) => String(error),
  );
};

describe("the probe", () => {
  it("succeeds when the API answers", async () => {
    const firm = await newFirm(hosted().table);
    expect(await probe(firm.apiKey)).toBeNull();
  });

  it("calls what anybody may call, as long as it has no key", async () => {
    expect(await probe(null)).toBeNull();
  });

  it("fails when the API does not know its key, without naming it", async () => {
    const failure = await probe("ik_unknown");
    expect(failure).toBe("Error: GET /api/me: 401");
  });

  it.each([
    ["API Gateway, which counts it for the alarm of the stage", { "apigw-requestid": "x" }, null],
    ["another server, such as CloudFront", {}, "Error: GET /api/openapi.json: 502"],
  ])("takes an error of %s as an answer or not: %j", async (_, headers, expected) => {
    const server = createServer((_request, response) => response.writeHead(502, headers).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await probe("ik_unknown", `http://127.0.0.1:${port}`)).toBe(expected);
    server.close();
  });

  it("fails when nothing answers", async () => {
    const { port } = new URL(hosted().service.baseUrl);
    expect(await probe("ik_unknown", `http://127.0.0.2:${port}`)).toMatch("fetch failed");
  });
});
