import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type LoopbackServer, listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import type { GatewayEvent } from "../../../../lib/local/http-api/gateway-event.ts";
import {
  type AnsweredRequest,
  createHttpGateway,
  type LocalPage,
  withPages,
} from "../../../../lib/local/http-api/http-gateway.ts";
import { FunctionError } from "../../../../lib/local/lambda/function-worker.ts";

const API = "arn:aws:execute-api:local:000000000000:api";
const ROUTES = [
  { routeKey: "$default", functionName: "fallback", arn: `${API}/$default/$default` },
  { routeKey: "POST /leads/{id}", functionName: "some", arn: `${API}/$default/POST/leads/{id}` },
];

const lines: string[] = [];
const answered: AnsweredRequest[] = [];
let server: LoopbackServer;
let received: GatewayEvent | undefined;
let result: () => unknown = () => ({ statusCode: 200 });

beforeAll(async () => {
  const gateway = createHttpGateway({
    routes: ROUTES,
    invoke: async (_functionName, payload) => {
      received = JSON.parse(payload);
      return result();
    },
    log: (line) => lines.push(line),
    onAnswered: (request) => answered.push(request),
  });
  const pages = new Map<string, LocalPage>([
    ["/form", { html: "<p>é</p>" }],
    ["/calendar", { calendar: "BEGIN:VCALENDAR" }],
    ["/key", { secret: "itk_x" }],
  ]);
  server = await listenOnLoopback(withPages(pages, gateway), 0);
});
afterEach(() => {
  lines.length = 0;
  answered.length = 0;
  received = undefined;
  result = () => ({ statusCode: 200 });
});
afterAll(() => server.stop());

/** Returns an answer of the gateway itself: it is JSON and has no header of the service. */
const gatewayAnswer = async (response: Response) => {
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.has("x-request-id")).toBe(false);
  return [response.status, await response.text()];
};

const call = (path: string, init: RequestInit = {}) => fetch(`http://localhost:${server.port}${path}`, init);

it("reports of each request what a log may show: no query, and no name from the path", async () => {
  result = () => ({ statusCode: 303 });
  await call("/leads?key=its_secret&q=Dana", { redirect: "manual" });
  await call("/leads/dana@example.com", { method: "POST", redirect: "manual" });
  const rest = { requestId: expect.any(String), status: 303, milliseconds: expect.any(Number) };
  expect(answered).toEqual([
    { method: "GET", path: "/leads", ...rest },
    { method: "POST", path: "/leads/…", ...rest },
  ]);
});

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
      headers: { "x-some": "One" },
      cookies: ["a=1", "b=2"],
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

  it.each<[string, Buffer]>([
    ["application/octet-stream", Buffer.from([0xff, 0x00])],
    ["application/x-www-form-urlencoded", Buffer.from([0xff, 0x00])],
    ["application/json", gzipSync("{}")],
  ])("passes a body of %s in base64 that is not text: %j", async (contentType, body) => {
    await call("/", { method: "POST", headers: { "content-type": contentType }, body });
    expect(received).toMatchObject({ body: body.toString("base64"), isBase64Encoded: true });
  });

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

  it("sends each cookie of the result", async () => {
    const cookies = ["a=1; Path=/api", "b=2; HttpOnly"];
    result = () => ({ statusCode: 204, cookies });
    expect((await call("/")).headers.getSetCookie()).toEqual(cookies);
  });

  it("returns the status, headers and body of the result", async () => {
    result = () => ({ statusCode: 201, headers: { "Content-Type": "text/csv" }, body: "a;b" });
    const response = await call("/");
    expect([response.status, await response.text()]).toEqual([201, "a;b"]);
    expect(response.headers.get("content-type")).toBe("text/csv");
  });

  it("decodes a base64 body of the result", async () => {
    result = () => ({
      statusCode: 200,
      body: Buffer.from([1, 2, 255]).toString("base64"),
      isBase64Encoded: true,
    });
    expect(Buffer.from(await (await call("/")).arrayBuffer())).toEqual(Buffer.from([1, 2, 255]));
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
        throw new FunctionError("secret detail");
      },
    ],
    ["returned a malformed result", () => ({ statusCode: "secret detail" })],
    ["returned no status", () => ({ body: "secret detail" })],
  ])("answers 500 as API Gateway does when a function %s", async (_case, outcome) => {
    result = outcome;
    const answer = await gatewayAnswer(await call("/leads/7?key=its_secret", { method: "POST" }));
    expect(answer).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(lines.join()).not.toContain("its_secret");
  });
});

describe("withPages", () => {
  /** Returns the status, content type and body of the answer to a request with a Host header. */
  const answerTo = (host: string, path: string, method = "GET") =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ port: server.port, path, method, headers: { host } }, async (response) =>
        resolve([response.statusCode, response.headers["content-type"], await text(response)]),
      );
      request.on("error", reject).end();
    });

  it("answers GET with a page, under any host", async () => {
    result = () => ({ statusCode: 404 });
    expect(await answerTo("forwarded.example", "/form")).toEqual([
      200,
      "text/html; charset=utf-8",
      "<p>é</p>",
    ]);
    expect(await answerTo("forwarded.example", "/calendar")).toEqual([
      200,
      "text/calendar; charset=utf-8",
      "BEGIN:VCALENDAR",
    ]);
    expect(await answerTo("localhost", "/form", "POST")).toEqual([404, expect.anything(), ""]);
  });

  it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"])(
    "shows a secret as plain text to %s",
    async (host) => {
      expect(await answerTo(host, "/key")).toEqual([200, "text/plain; charset=utf-8", "itk_x"]);
    },
  );

  it.each(["rebound.example:3000", "localhost.rebound.example", "127.0.0.1.rebound.example", "192.168.0.2"])(
    "has no secret for the host %s",
    async (host) => {
      result = () => ({ statusCode: 404 });
      expect(await answerTo(host, "/key")).toEqual([404, expect.anything(), ""]);
    },
  );
});

describe("listenOnLoopback", () => {
  it("rejects a port that is taken", async () => {
    await expect(listenOnLoopback(() => {}, server.port)).rejects.toThrow(`Port ${server.port} is taken`);
  });
});
