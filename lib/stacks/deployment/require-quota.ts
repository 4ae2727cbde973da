import { GetAccountSettingsCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { quotaProblem } from "../concurrency-quota.ts";
import { StageError } from "../resolve-stage.ts";
import type { PinnedStage } from "../stage.ts";

/** @throws StageError if the account allows fewer concurrent executions than the stage counts on */
export const requireQuota = async (lambda: LambdaClient, stage: PinnedStage) => {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const problem = quotaProblem(stage, AccountLimit?.ConcurrentExecutions ?? 0);
  if (problem !== null) throw new StageError(problem);
};
