import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { expect, it } from "@jest/globals";
import { RESERVING_QUOTA } from "../../../../lib/stacks/concurrency-quota.ts";
import { requireQuota } from "../../../../lib/stacks/deployment/require-quota.ts";
import { resolvePinnedStage, toStage } from "../../../../lib/stacks/resolve-stage.ts";
import { STAGES } from "../../../../lib/stacks/stages.ts";
import { mockClient } from "../../../support/mock-client.ts";

const requireOf = (ConcurrentExecutions: number, stage = resolvePinnedStage("prod")) => {
  mockClient(LambdaClient).on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions } });
  return requireQuota(new LambdaClient({}), stage);
};

const { env } = STAGES.prod;

it("a stage is deployed to an account with the quota that it counts on", async () => {
  await requireOf(1_000);
});

it("one less is refused with what to request, or to set", async () => {
  await expect(requireOf(999)).rejects.toThrow(
    `The account of prod allows 999 concurrent executions, and the stage counts on 1000. Request them (aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ${env.region}), or set concurrencyQuota: 999 of prod in lib/stacks/stages.ts.`,
  );
});

it("a new account is told that it reserves nothing, and then gets the stage", async () => {
  await expect(requireOf(10)).rejects.toThrow(`below ${RESERVING_QUOTA}, no function reserves instances`);
  const stage = { ...toStage("prod", { ...STAGES.prod, concurrencyQuota: 10 }), env };
  expect(stage.reservesConcurrency).toBe(false);
  await requireOf(10, stage);
});
