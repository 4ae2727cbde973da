import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from "aws-lambda";
import { environmentVariable } from "../../shared/runtime/environment.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The accepted secrets: two while the secret is changed. */
const accepted = [environmentVariable("ORIGIN_SECRET"), process.env.NEXT_ORIGIN_SECRET]
  .filter((secret) => secret !== undefined)
  .map(digest);

/** Admits only CloudFront, which sends the secret, because other callers would bypass the firewall. */
export const handler = async ({
  headers,
}: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> => {
  const sent = digest(headers?.["x-origin-secret"] ?? "");
  return { isAuthorized: accepted.some((secret) => timingSafeEqual(sent, secret)) };
};
