import type { ServerResponse } from "node:http";
import * as z from "zod";

/** What goes back to the caller of the HTTP API. */
export type GatewayAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

const shapedResult = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * A function's result as payload format 2.0 has it: anything without a `statusCode` is itself the JSON body.
 * @throws ZodError if the result has one but is otherwise malformed
 */
export const answerOf = (result: unknown): GatewayAnswer => {
  if (typeof result !== "object" || result === null || !("statusCode" in result))
    return jsonAnswer(200, result);
  const { statusCode, headers, cookies, body, isBase64Encoded } = shapedResult.parse(result);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain;charset=utf-8",
      ...Object.fromEntries(named),
      ...(cookies.length > 0 && { "set-cookie": cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
};

/** An answer of the gateway's own, in the envelope that the functions use. */
export const refusal = (
  status: number,
  error: { code: string; message: string },
  requestId: string,
): GatewayAnswer => {
  const { headers, ...answer } = jsonAnswer(status, {
    error: { ...error, details: null, request_id: requestId },
  });
  return { ...answer, headers: { ...headers, "x-request-id": requestId, "cache-control": "no-store" } };
};

const jsonAnswer = (status: number, value: unknown): GatewayAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

const BODILESS = new Set([204, 304]);

export const sendAnswer = (response: ServerResponse, { status, headers, body }: GatewayAnswer) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!BODILESS.has(status)) response.setHeader("content-length", body.length);
  response.writeHead(status).end(body);
};
