import type { ServerResponse } from "node:http";
import type { IntakeClientOptions } from "../../client/src/client-options.ts";
import { createIntakeClient } from "../../client/src/intake-client.ts";
import { startReceiver } from "../support/webhook-receivers.ts";

type Step = (response: ServerResponse) => unknown;

export const LEAD = { first_name: "Dana", last_name: "Doe", source: "website", email: "dana@example.com" };

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const failure = (status: number, code: string, headers?: Record<string, string>, more: object = {}) =>
  json(
    status,
    { error: { code, message: `It is ${code}.`, details: null, request_id: "r1", ...more } },
    headers,
  );

export const html =
  (status: number): Step =>
  (response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Gateway</h1>");

/** Breaks the connection before a response. */
export const drop: Step = (response) => response.socket?.destroy();

/** Breaks the connection in the middle of the body. */
export const dropWithinBody: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write('{"data":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Answers each request with the next step, and all further ones with the last. @returns its client and the requests */
export const scriptedService = async (
  steps: readonly Step[],
  options: Partial<Omit<IntakeClientOptions, "apiKey" | "session">> = {},
) => {
  let answered = 0;
  const { url, received } = await startReceiver((_request, response) => {
    steps[Math.min(answered++, steps.length - 1)]?.(response);
  });
  const baseUrl = new URL(url).origin;
  const client = createIntakeClient({ baseUrl, apiKey: "itk_test", ...options });
  return {
    client,
    baseUrl,
    received,
    idempotencyKeys: () => received.map(({ headers }) => headers["idempotency-key"]),
  };
};
