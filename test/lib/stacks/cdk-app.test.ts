import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createApp } from "../../../lib/stacks/cdk-app.ts";

const RECOMMENDED: Record<string, unknown> = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "../../../node_modules/aws-cdk-lib/recommended-feature-flags.json"),
    "utf8",
  ),
);

const OWN_CHOICES = {
  // Nothing is deployed to China.
  "@aws-cdk/core:target-partitions": ["aws"],
  // An error of `refuseUndeployable` stops a deployment; synthesis for tests and the local service must continue.
  "@aws-cdk/core:annotationsInValidationReport": false,
};

describe("the CDK app", () => {
  it("sets every feature flag that this version of CDK recommends to a new project, except our own choices", () => {
    const app = createApp();
    const flags = Object.keys(RECOMMENDED).map((flag) => [flag, app.node.tryGetContext(flag)]);
    expect(Object.fromEntries(flags)).toEqual({ ...RECOMMENDED, ...OWN_CHOICES });
  });

  it("lets its caller add to the context", () => {
    expect(createApp({ context: { stage: "prod" } }).node.tryGetContext("stage")).toBe("prod");
  });
});
