import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from "aws-lambda";
import { environmentVariable } from "../../shared/runtime/environment.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

const expected = digest(environmentVariable("ORIGIN_SECRET"));

/** Lets only CloudFront in, which sends the secret: other callers would get around the firewall. */
export const handler = async ({
  headers,
}: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> => ({
  isAuthorized: timingSafeEqual(digest(headers?.["x-origin-secret"] ?? ""), expected),
});
