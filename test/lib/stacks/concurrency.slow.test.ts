import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { DEFAULT_QUOTA, RESERVING_QUOTA, UNRESERVED_MINIMUM } from "../../../lib/stacks/concurrency-quota.ts";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import type { StageName } from "../../../lib/stacks/stages.ts";
import { synthesizeTemplates } from "../../support/synthesized-templates.ts";

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

const RESERVED = {
  ApiAuthorizeOrigin: 50,
  ApiGetBookingPage: 150,
  ApiGetDeskPage: 15,
  ApiGetDocs: 13,
  ApiGetOpenapi: 10,
  ApiRouteNotFound: 50,
  EventsPublishEvents: 50,
  FeedsFetchFeed: 50,
  WebhooksDeliverWebhook: 240,
};
const reserved = Object.values(RESERVED).reduce((sum, each) => sum + each, 0);

describe("concurrent executions", () => {
  it.each(["staging", "prod"] as const)("are reserved in %s, which has an account of its own", (stage) => {
    expect(reservedIn(stage)).toEqual(RESERVED);
  });

  it("are reserved where the quota leaves enough to the others, and not with one less", () => {
    expect(RESERVING_QUOTA).toBe(reserved + UNRESERVED_MINIMUM);
    expect(reservedIn("prod", { concurrencyQuota: RESERVING_QUOTA })).toEqual(RESERVED);
    expect(reservedIn("prod", { concurrencyQuota: RESERVING_QUOTA - 1 })).toEqual({});
  });

  it("leave room within the default quota for another function beside each, as one that replaces it needs", () => {
    const largest = Math.max(...Object.values(RESERVED));
    expect(reserved + largest + UNRESERVED_MINIMUM).toBeLessThanOrEqual(DEFAULT_QUOTA);
  });

  it("are left to the API as the guides say", () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
    expect(read("operations.md")).toContain(`With ${RESERVING_QUOTA} or more`);
    expect(read("decisions.md")).toContain(`leave ${DEFAULT_QUOTA - reserved} of an account's 1,000`);
  });

  it.each(["dev", "local"] as const)("are not reserved in %s: a new account may have ten in all", (stage) => {
    expect(reservedIn(stage)).toEqual({});
  });
});
