import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type LoopbackServer, listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import type { GatewayEvent } from "../../../../lib/local/http-api/gateway-event.ts";
import { createHttpGateway } from "../../../../lib/local/http-api/http-gateway.ts";
import { FunctionError } from "../../../../lib/local/lambda/function-worker.ts";

const TIMEOUT_MILLISECONDS = 1_000;

const API = "arn:aws:execute-api:local:000000000000:api";
const ROUTES = [
  { routeKey: "$default", functionName: "fallback", arn: `${API}/$default/$default` },
  { routeKey: "POST /leads/{id}", functionName: "some", arn: `${API}/$default/POST/leads/{id}` },
];

const permit = (functionName: string, sourceArn: string, principal = "apigateway.amazonaws.com") => ({
  functionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  principal,
  sourceArn,
});

const lines: string[] = [];
let server: LoopbackServer;
let received: GatewayEvent | undefined;
let result: () => unknown = () => ({ statusCode: 200 });

beforeAll(async () => {
  const gateway = createHttpGateway({
    routes: ROUTES,
    permissions: ROUTES.map(({ functionName, arn }) => permit(functionName, arn)),
    invoke: async (_functionName, payload) => {
      received = JSON.parse(payload);
      return result();
    },
    log: (line) => lines.push(line),
    integrationTimeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  server = await listenOnLoopback(gateway, 0);
});
afterEach(() => {
  lines.length = 0;
  received = undefined;
  result = () => ({ statusCode: 200 });
});
afterAll(() => server.stop());

/** The gateway's own answers are JSON and have no header of the service. */
const gatewayAnswer = async (response: Response) => {
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.has("x-request-id")).toBe(false);
  return [response.status, await response.text()];
};

const call = (path: string, init: RequestInit = {}) => fetch(`http://localhost:${server.port}${path}`, init);

describe("createHttpGateway, with API Gateway's payload format 2.0", () => {
  it("passes the request to the function", async () => {
    await call("/leads/a%20b?tag=x&tag=y%26z&q=", {
      method: "POST",
      headers: { "X-Some": "One", "content-type": "application/json", cookie: "a=1; b=2" },
      body: '{"é":1}',
    });
    expect(received).toMatchObject({
      version: "2.0",
      routeKey: "POST /leads/{id}",
      rawPath: "/leads/a b",
      rawQueryString: "tag=x&tag=y%26z&q=",
      queryStringParameters: { tag: "x,y&z", q: "" },
      pathParameters: { id: "a b" },
      cookies: ["a=1", "b=2"],
      headers: { "x-some": "One", "x-forwarded-proto": "http" },
      requestContext: { routeKey: "POST /leads/{id}", http: { method: "POST", path: "/leads/a b" } },
      body: '{"é":1}',
      isBase64Encoded: false,
    });
    expect(received?.headers).not.toHaveProperty("cookie");
  });

  it("omits empty parts", async () => {
    await call("/");
    expect(received).not.toHaveProperty("body");
    expect(received).not.toHaveProperty("cookies");
    expect(received).not.toHaveProperty("pathParameters");
    expect(received).not.toHaveProperty("queryStringParameters");
  });

  it.each(["application/octet-stream", "application/x-www-form-urlencoded"])(
    "passes a body of %s in base64",
    async (contentType) => {
      const body = Buffer.from([0xff, 0x00]);
      await call("/", { method: "POST", headers: { "content-type": contentType }, body });
      expect(received).toMatchObject({ body: body.toString("base64"), isBase64Encoded: true });
    },
  );

  it("joins repeated headers by commas", async () => {
    const request = httpRequest({ port: server.port, headers: { "x-some": ["a", "b"] } });
    await new Promise((resolve) => request.on("response", resolve).end());
    expect(received?.headers["x-some"]).toBe("a,b");
  });

  it.each(["/%E0%A4%A", "/%", "//", "/?%", "/a/../b"])("responds to the path %s", async (path) => {
    const request = httpRequest({ port: server.port, path });
    const status = await new Promise((resolve) =>
      request.on("response", ({ statusCode }) => resolve(statusCode)).end(),
    );
    expect(status).toBe(200);
  });

  it("returns the status, headers, cookies and body of the result", async () => {
    result = () => ({
      statusCode: 201,
      headers: { "Content-Type": "text/csv", "x-number": 7 },
      cookies: ["a=1", "b=2"],
      body: "a;b",
    });
    const response = await call("/");
    expect([response.status, await response.text()]).toEqual([201, "a;b"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv",
      "x-number": "7",
    });
  });

  it("decodes a base64 body of the result", async () => {
    result = () => ({
      statusCode: 200,
      body: Buffer.from([1, 2, 255]).toString("base64"),
      isBase64Encoded: true,
    });
    expect(Buffer.from(await (await call("/")).arrayBuffer())).toEqual(Buffer.from([1, 2, 255]));
  });

  it.each([
    [{ a: 1 }, '{"a":1}'],
    ["plain", "plain"],
    [null, "null"],
  ])("returns %j, a result without status code, as the JSON body", async (returned, body) => {
    result = () => returned;
    const response = await call("/");
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      200,
      "application/json",
      body,
    ]);
  });

  it("returns 204 without a body, and HEAD with only the length", async () => {
    result = () => ({ statusCode: 204 });
    expect((await call("/")).headers.has("content-length")).toBe(false);
    result = () => ({ statusCode: 200, body: "12345" });
    const head = await call("/", { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["5", ""]);
  });

  it.each([
    [
      "crashed",
      () => {
        throw new FunctionError("failed", "secret detail");
      },
    ],
    [
      "timed out",
      () => {
        throw new FunctionError("timed out", "secret detail");
      },
    ],
    ["returned a malformed result", () => ({ statusCode: "secret detail" })],
  ])("answers 500 as API Gateway does when a function %s", async (_case, outcome) => {
    result = outcome;
    const answer = await gatewayAnswer(await call("/leads/7?key=its_secret", { method: "POST" }));
    expect(answer).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(lines.join()).not.toContain("its_secret");
  });

  it("answers 503 as API Gateway does when a function takes longer than the integration timeout", async () => {
    result = () => sleep(5 * TIMEOUT_MILLISECONDS, { statusCode: 200 }, { ref: false });
    expect(await gatewayAnswer(await call("/?key=its_secret"))).toEqual([
      503,
      '{"message":"Service Unavailable"}',
    ]);
    expect(lines).toEqual(["http  $default  no response after 1000 ms"]);
  });

  it.each([
    ["declared", { "content-length": 10 * 1024 * 1024 + 1 }],
    ["sent in chunks", { "transfer-encoding": "chunked" }],
  ])("rejects a body over 10 MB, %s", async (_case, headers) => {
    const request = httpRequest({ port: server.port, path: "/", method: "POST", headers });
    const response = new Promise<[number | undefined, string]>((resolve, reject) =>
      request
        .on("response", async (message) => resolve([message.statusCode, await text(message)]))
        .on("error", reject),
    );
    request.end(Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(await response).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(received).toBeUndefined();
  });
});

describe("a request whose event is over 6 MB", () => {
  it.each([
    [4 * 1024 * 1024, 200],
    [5 * 1024 * 1024, 413],
  ])("with a binary body of %d bytes gets %d", async (bytes, status) => {
    const response = await call("/", { method: "POST", body: Buffer.alloc(bytes) });
    expect(response.status).toBe(status);
  });
});

describe("createHttpGateway without a default route", () => {
  it("answers 404 as API Gateway does", async () => {
    const gateway = createHttpGateway({ routes: [], permissions: [], invoke: async () => {}, log: () => {} });
    const other = await listenOnLoopback(gateway, 0);
    const response = await fetch(`http://localhost:${other.port}/`);
    expect(await gatewayAnswer(response)).toEqual([404, '{"message":"Not Found"}']);
    await other.stop();
  });
});

describe("listenOnLoopback", () => {
  it("rejects a port that is taken", async () => {
    await expect(listenOnLoopback(() => {}, server.port)).rejects.toThrow(`Port ${server.port} is taken`);
  });
});

describe("createHttpGateway, with the permissions of functions", () => {
  /** What API Gateway answers when the functions of both routes have these permissions. */
  const statusWith = async (path: string, permissions: ReturnType<typeof permit>[]) => {
    const gateway = createHttpGateway({
      routes: ROUTES,
      permissions,
      invoke: async () => ({ statusCode: 200 }),
      log: (line) => lines.push(line),
    });
    const other = await listenOnLoopback(gateway, 0);
    try {
      return (await fetch(`http://localhost:${other.port}${path}`, { method: "POST" })).status;
    } finally {
      await other.stop();
    }
  };

  it.each([
    [200, "/leads/7", permit("some", `${API}/*/*/*`)],
    [200, "/leads/7", permit("some", `${API}/*/*/leads/{id}`)],
    [200, "/leads/7", permit("some", `${API}/*/POST/leads/*`)],
    [500, "/leads/7", permit("some", `${API}/*/GET/leads/{id}`)],
    [500, "/leads/7", permit("some", `${API}/*/*/leads/7`)],
    [500, "/leads/7", permit("some", `${API}/*/*`, "events.amazonaws.com")],
    [500, "/leads/7", permit("fallback", `${API}/*/*`)],
    [200, "/other", permit("fallback", `${API}/*/*`)],
    [200, "/other", permit("fallback", `${API}/*/$default`)],
    // Of stage, method and path, the route for all else has no method.
    [500, "/other", permit("fallback", `${API}/*/*/*`)],
  ])("answers %i to POST %s with %j", async (status, path, permission) => {
    expect(await statusWith(path, [permission])).toBe(status);
    const invoked = lines.filter((line) => line.includes("does not let the route invoke it"));
    expect(invoked).toHaveLength(status === 500 ? 1 : 0);
  });
});
