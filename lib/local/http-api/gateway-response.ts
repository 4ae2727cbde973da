import type { ServerResponse } from "node:http";
import * as z from "zod";

/** A response of the HTTP API. */
export type GatewayResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: Buffer;
};

const functionResult = z.strictObject({
  statusCode: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * Converts a function's result by the rules of payload format 2.0.
 * @throws ZodError if the result is malformed
 */
export const responseFromResult = (result: unknown): GatewayResponse => {
  const { statusCode, headers, cookies, body, isBase64Encoded } = functionResult.parse(result);
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: statusCode,
    headers: { "content-type": "text/plain;charset=utf-8", ...Object.fromEntries(lowerCased) },
    cookies,
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
};

const GATEWAY_ERRORS = {
  404: "Not Found",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** Returns a response that an HTTP API sends itself, without the function. */
export const gatewayError = (
  status: keyof typeof GATEWAY_ERRORS,
  message: string = GATEWAY_ERRORS[status],
): GatewayResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ message })),
});

const STATUSES_WITHOUT_BODY = new Set([204, 304]);

export const sendResponse = (
  response: ServerResponse,
  { status, headers, cookies = [], body }: GatewayResponse,
) => {
  const length = STATUSES_WITHOUT_BODY.has(status) ? {} : { "content-length": body.length };
  const setCookie = cookies.length > 0 ? { "set-cookie": [...cookies] } : {};
  response.writeHead(status, { ...headers, ...setCookie, ...length }).end(body);
};
