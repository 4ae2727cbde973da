import { describe, expect, it, jest } from "@jest/globals";
import type { APIGatewayRequestAuthorizerEventV2 } from "aws-lambda";

const authorize = async (
  headers: Record<string, string> | undefined,
  secret = "s3cret",
  nextSecret?: string,
) => {
  jest.resetModules();
  process.env.ORIGIN_SECRET = secret;
  delete process.env.NEXT_ORIGIN_SECRET;
  if (nextSecret !== undefined) process.env.NEXT_ORIGIN_SECRET = nextSecret;
  const { handler } = await import("../../../functions/edge/authorize-origin.ts");
  return handler({ headers } as APIGatewayRequestAuthorizerEventV2);
};

describe("a request to the API's own address", () => {
  it("is admitted with the secret that CloudFront sends", async () => {
    expect(await authorize({ "x-origin-secret": "s3cret" })).toEqual({ isAuthorized: true });
  });

  it.each([
    [undefined],
    [{}],
    [{ "x-origin-secret": "" }],
    [{ "x-origin-secret": "s3cret " }],
    [{ "x-origin-secret": "S3CRET" }],
    [{ authorization: "s3cret" }],
  ])("is refused with the headers %j", async (headers) => {
    expect(await authorize(headers)).toEqual({ isAuthorized: false });
  });

  it.each([
    ["s3cret", true],
    ["n3xt", true],
    ["", false],
  ])("is admitted with either secret while the secret is being changed: %j", async (sent, isAuthorized) => {
    expect(await authorize({ "x-origin-secret": sent }, "s3cret", "n3xt")).toEqual({ isAuthorized });
  });

  it("is refused with a secret that is no longer accepted", async () => {
    expect(await authorize({ "x-origin-secret": "n3xt" })).toEqual({ isAuthorized: false });
  });

  it("is refused by a function without a secret", async () => {
    await expect(authorize({ "x-origin-secret": "" }, "")).rejects.toThrow("ORIGIN_SECRET");
  });
});
