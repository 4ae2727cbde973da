import type { ServerResponse } from "node:http";
import * as z from "zod";

/** A response of the HTTP API. */
export type GatewayResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

const structuredResult = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * Converts a function's result as payload format 2.0 does: a result without `statusCode` is itself the JSON body.
 * @throws ZodError if the result has a `statusCode` but is otherwise malformed
 */
export const responseFromResult = (result: unknown): GatewayResponse => {
  if (typeof result !== "object" || result === null || !("statusCode" in result))
    return jsonResponse(200, result);
  const { statusCode, headers, cookies, body, isBase64Encoded } = structuredResult.parse(result);
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain;charset=utf-8",
      ...Object.fromEntries(lowerCased),
      ...(cookies.length > 0 && { "set-cookie": cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
};

const GATEWAY_ERRORS = {
  404: "Not Found",
  413: "Request Entity Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** What an HTTP API itself answers, without the function. */
export const gatewayError = (status: keyof typeof GATEWAY_ERRORS): GatewayResponse =>
  jsonResponse(status, { message: GATEWAY_ERRORS[status] });

export const jsonResponse = (status: number, value: unknown): GatewayResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

const STATUSES_WITHOUT_BODY = new Set([204, 304]);

export const sendResponse = (response: ServerResponse, { status, headers, body }: GatewayResponse) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!STATUSES_WITHOUT_BODY.has(status)) response.setHeader("content-length", body.length);
  response.writeHead(status).end(body);
};
