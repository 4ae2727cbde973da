import { describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { RESERVING_QUOTA, UNRESERVED_MINIMUM } from "../../../lib/stacks/concurrency-quota.ts";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import type { StageName } from "../../../lib/stacks/stages.ts";
import { useTemplates } from "../../support/synthesized-templates.ts";

const synthesizeTemplates = useTemplates();

/** Returns the reserved concurrent executions by function, named by the beginning of its logical id. */
const reservedIn = (stage: StageName, settings: StageSettings = {}) => {
  const reserved: Record<string, number> = {};
  for (const { text } of synthesizeTemplates(stage, settings)) {
    const functions = Template.fromJSON(JSON.parse(text)).findResources("AWS::Lambda::Function");
    for (const [id, { Properties }] of Object.entries(functions)) {
      const { ReservedConcurrentExecutions } = Properties;
      if (ReservedConcurrentExecutions) reserved[id.slice(0, -8)] = ReservedConcurrentExecutions;
    }
  }
  return reserved;
};

const RESERVED = { EventsPublishEvents: 50, FeedsFetchFeed: 100, WebhooksDeliverWebhook: 300 };

describe("concurrent executions", () => {
  it.each(["staging", "prod"] as const)("are reserved in %s, which has an account of its own", (stage) => {
    expect(reservedIn(stage)).toEqual(RESERVED);
  });

  it("are reserved where the quota leaves enough to the others, and not with one less", () => {
    const reserved = Object.values(RESERVED).reduce((sum, each) => sum + each, 0);
    expect(RESERVING_QUOTA).toBe(reserved + UNRESERVED_MINIMUM);
    expect(reservedIn("prod", { concurrencyQuota: RESERVING_QUOTA })).toEqual(RESERVED);
    expect(reservedIn("prod", { concurrencyQuota: RESERVING_QUOTA - 1 })).toEqual({});
  });

  it("are not reserved in dev, since a new account may have ten in all", () => {
    expect(reservedIn("dev")).toEqual({});
  });

  it("are reserved in the local service, where they say how many threads a function may have", () => {
    expect(reservedIn("local")).toEqual(RESERVED);
  });
});
