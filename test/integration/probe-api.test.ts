import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, jest } from "@jest/globals";
import { useHostedService } from "../support/hosted-service.ts";

const hosted = useHostedService();

/** Runs the function in an instance of its own. @returns what it failed with, or null */
const probe = async (baseUrl: string): Promise<string | null> => {
  jest.resetModules();
  process.env.PROBED_URL = `${baseUrl}/api/me`;
  const { handler } = await import("../../functions/probe/probe-api.ts");
  return handler().then(
    () => null,
    (error: unknown) => String(error),
  );
};

const probeServer = async (answer: RequestListener) => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const failure = await probe(`http://127.0.0.1:${port}`);
  server.close();
  return failure;
};

describe("the probe", () => {
  it("succeeds when the service refuses a call without a key", async () => {
    expect(await probe(hosted().service.baseUrl)).toBeNull();
  });

  it("takes an error of API Gateway, which counts it for the alarm of the stage, as an answer", async () => {
    expect(await probeServer((_, to) => to.writeHead(502, { "apigw-requestid": "x" }).end())).toBeNull();
  });

  it.each([
    ["an error of CloudFront", 502, "Bad gateway"],
    ["a refusal by API Gateway, before the service", 401, '{"message":"Unauthorized"}'],
    ["a refusal by the firewall", 403, "Forbidden"],
    ["a page of whoever has the address now", 200, "<html>"],
    ["an answer that only a key could get", 200, '{"firm":{}}'],
  ])("fails at %s", async (_, status, body) => {
    expect(await probeServer((_request, response) => response.writeHead(status).end(body))).toBe(
      `Error: GET /api/me: ${status}, not the service's own 401`,
    );
  });

  it("fails when nothing answers", async () => {
    const { port } = new URL(hosted().service.baseUrl);
    expect(await probe(`http://127.0.0.2:${port}`)).toMatch("fetch failed");
  });
});
