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

type ErrorContext = { readonly requestId: string; readonly headers: Readonly<Record<string, string>> };

/** An error that the gateway itself returns, in the error envelope of the functions. */
export const errorResponse = (
  status: number,
  error: { code: string; message: string },
  { requestId, headers: extraHeaders }: ErrorContext,
): GatewayResponse => {
  const { headers, ...rest } = jsonResponse(status, {
    error: { ...error, details: null, request_id: requestId },
  });
  return {
    ...rest,
    headers: { ...headers, "x-request-id": requestId, "cache-control": "no-store", ...extraHeaders },
  };
};

const jsonResponse = (status: number, value: unknown): GatewayResponse => ({
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
